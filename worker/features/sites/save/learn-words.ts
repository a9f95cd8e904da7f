import { and, gt, type SQL } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { learnWords } from "../../search/known-words.ts";
import { alternativesOf } from "../rows/rows.ts";

/** Returns the texts of a site whose words become known words (search/known-words.ts). */
export const searchText = (site: { name: string; description: string; alternatives: { name: string }[] }) =>
  [site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)].join(" ");

const SITES_A_BATCH = 50;

/** Adds the words of sites that become public again: cron has deleted words that no active site had. */
export async function learnWordsOfSites(db: Db, where: SQL): Promise<void> {
  let last = 0;
  for (;;) {
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
    await db.batch([first!, ...others]);
    if (found.length < SITES_A_BATCH) return;
    last = found.at(-1)!.id;
  }
}
