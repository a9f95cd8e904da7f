import { and, gt, type SQL } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { learnWords } from "../search/known-words.ts";
import { alternativesOf } from "./rows.ts";

/** What the spelling of searches learns from a site. */
export const searchText = (site: { name: string; description: string; alternatives: { name: string }[] }) =>
  [site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)].join(" ");

const SITES_A_BATCH = 50;

/** For sites that are shown again: cron may have forgotten their words. */
export async function learnWordsOfSites(db: Db, where: SQL): Promise<void> {
  let last = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- One page after the other.
    const found = await db
      .select({
        id: sites.id,
        name: sites.name,
        description: sites.description,
        alternatives: alternativesOf("id", "name"),
      })
      .from(sites)
      .where(and(gt(sites.id, last), where))
      .orderBy(sites.id)
      .limit(SITES_A_BATCH);
    const [first, ...others] = learnWords(db, found.map(searchText));
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await db.batch([first!, ...others]);
    if (found.length < SITES_A_BATCH) return;
    last = found.at(-1)!.id;
  }
}
