import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { learnWords } from "../search/known-words.ts";
import { alternativesColumn } from "./rows.ts";

/** What the spelling of searches learns from a site. */
export const textOf = (site: { name: string; description: string; alternatives: { name: string }[] }) =>
  [site.name, site.description, ...site.alternatives.map((alternative) => alternative.name)].join(" ");

type Texts = { id: number; name: string; description: string; alternatives: string };

const SITES_A_BATCH = 50;

/** For sites that are shown again: cron may have forgotten their words. */
export async function learnWordsOf(db: Db, where: SQL): Promise<void> {
  let last = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- One page after the other.
    const sites = await all<Texts>(
      db,
      sql`SELECT id, name, description, ${sql.raw(alternativesColumn("id", "name"))} FROM sites
        WHERE id > ${last} AND ${where} ORDER BY id LIMIT ${SITES_A_BATCH}`,
    );
    const texts = sites.map((site) =>
      textOf({ ...site, alternatives: JSON.parse(site.alternatives) as { name: string }[] }),
    );
    const [first, ...others] = learnWords(db, texts);
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await db.batch([first!, ...others]);
    if (sites.length < SITES_A_BATCH) return;
    last = sites.at(-1)!.id;
  }
}
