import type { DirectoryConfig } from "#schema/pages.ts";
import { WATCH_SITES_MAX } from "#schema/search-watches.ts";
import type { SitePage } from "#schema/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import type { ReadVocabulary } from "../search/read-vocabulary.ts";
import { listSites } from "../sites/list.ts";
import { stopLink } from "./links.ts";
import { listedMail } from "./mails.ts";
import { type DueWatch, endWithMail, listDueWatches, markChecked } from "./queries.ts";

/** Each is a search. The next runs check the others. */
const WATCHES_PER_RUN = 50;
/** D1 runs at most six queries of an invocation at the same time, and other steps of the cron need some. */
const AT_ONCE = 3;

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
 * @throws AggregateError if searches failed. Their watches are checked again by the next run.
 */
export async function checkWatches(parts: Parts): Promise<void> {
  const { db, ports } = parts;
  const due = await listDueWatches(db, ports.now(), WATCHES_PER_RUN);
  const unmet: number[] = [];
  const failures: unknown[] = [];
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const group = due.slice(at, at + AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- See AT_ONCE.
    const checks = await Promise.allSettled(group.map((watch) => checkWatch(parts, watch)));
    for (const [index, check] of checks.entries()) {
      if (check.status === "rejected") failures.push(check.reason);
      else if (!check.value) unmet.push(group[index]!.id);
    }
  }
  if (unmet.length > 0) await markChecked(db, unmet, due[0]!.published);
  if (failures.length > 0)
    throw new AggregateError(failures, "Some searches of watches failed.", { cause: failures[0] });
}

/** Returns true if the watch was met. */
async function checkWatch({ db, ports, config, secretKey, readVocabulary }: Parts, watch: DueWatch): Promise<boolean> {
  const now = ports.now();
  const search = { q: watch.q, category: watch.category || null };
  const vocabulary = await readVocabulary(watch.q);
  const request = { ...search, vocabulary, now, sort: null, page: 1, perPage: WATCH_SITES_MAX };
  const found = exactSites(await listSites(db, request));
  if (found.length === 0) return false;
  const stop = stopLink({ secretKey, origin: config.origin }, watch.email);
  const mail = listedMail(config, { to: watch.email, search, sites: found, stop });
  await sendFromOutbox({ ports }, await endWithMail(db, watch, mail, now));
  return true;
}

/** The sites that have all that was asked. Those for another spelling, and those that are only close, do not count. */
export const exactSites = ({ results, corrected_query, exact_count = results.length }: SitePage) =>
  corrected_query === undefined ? results.slice(0, exact_count) : [];
