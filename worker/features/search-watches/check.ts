import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { WATCH_SITES_MAX } from "#schema/search/search-watches.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import type { ReadVocabulary } from "../search/read-vocabulary.ts";
import { listSites } from "../sites/list/list.ts";
import { stopLink } from "./links.ts";
import { listedMail } from "./mails.ts";
import { type DueWatch, endWithMail, listDueWatches, markChecked } from "./queries.ts";

/** Each is a search of up to 25 queries, and D1 runs at most 1,000 in an invocation. The next runs check the others. */
const WATCHES_PER_RUN = 20;
/** D1 runs at most six queries of an invocation at the same time. A search needs two, and other steps of the cron some. */
const AT_ONCE = 2;

type Parts = {
  db: Db;
  ports: Pick<Ports, "now" | "queueMail">;
  config: DirectoryConfig;
  secretKey: string;
  readVocabulary: ReadVocabulary;
};

/**
 * Asks the search of the list again for the watches, if a site became active since their last check. If a search now has
 * an exact result, its watch ends with one mail.
 * @throws AggregateError if searches failed, or mails were not stored. The next run checks the watches of such mails
 * again. A watch whose search fails counts as checked until another site is listed: a text that always fails must not
 * keep the others from being checked. A later check finds all sites, also those that were listed before.
 */
export async function checkWatches(parts: Parts): Promise<void> {
  const { db, ports } = parts;
  const due = await listDueWatches(db, ports.now(), WATCHES_PER_RUN);
  const unmet: number[] = [];
  const failures: unknown[] = [];
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const group = due.slice(at, at + AT_ONCE);
    const searches = await Promise.allSettled(group.map((watch) => search(parts, watch)));
    const mails = await Promise.allSettled(
      searches.map(async (found, index) =>
        found.status === "fulfilled" && found.value.length > 0
          ? endWatch(parts, group[index]!, found.value)
          : void unmet.push(group[index]!.id),
      ),
    );
    for (const result of [...searches, ...mails]) if (result.status === "rejected") failures.push(result.reason);
  }
  if (unmet.length > 0) await markChecked(db, unmet, due[0]!.published);
  if (failures.length > 0)
    throw new AggregateError(failures, "Some searches of watches failed.", { cause: failures[0] });
}

const askedBy = ({ q, category }: DueWatch) => ({ q, category: category || null });

/** Returns the sites that the watch waited for. */
async function search({ db, ports, readVocabulary }: Parts, watch: DueWatch): Promise<SitePage["results"]> {
  const vocabulary = await readVocabulary(watch.q);
  const list = { vocabulary, now: ports.now(), sort: null, page: 1, perPage: WATCH_SITES_MAX };
  return exactSites(await listSites(db, { ...askedBy(watch), ...list }));
}

async function endWatch(
  { db, ports, config, secretKey }: Parts,
  watch: DueWatch,
  found: SitePage["results"],
): Promise<void> {
  const stop = stopLink({ secretKey, origin: config.origin }, watch.email);
  const mail = listedMail(config, { to: watch.email, search: askedBy(watch), sites: found, stop });
  await sendFromOutbox({ ports }, await endWithMail(db, watch, mail, ports.now()));
}

/** The sites that have all that was asked. Those for another spelling, and those that are only close, do not count. */
export const exactSites = ({ results, corrected_query, exact_count = results.length }: SitePage) =>
  corrected_query === undefined ? results.slice(0, exact_count) : [];
