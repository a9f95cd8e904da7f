import { sql } from "drizzle-orm";
import { type Db, isRefusedBy, type Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { isPaidFor } from "../payments/queries.ts";
import { countWords, forgetWords } from "../search/spelling.ts";
import { textOf } from "./insert.ts";
import type { OwnDetailRow } from "./own-sites.ts";
import { areUnchanged, listKnownSites, toTexts } from "./words.ts";

/**
 * Removes a site as it was read, together with `audit`; false where somebody changed, removed or paid for it meanwhile.
 * Its address answers 410.
 */
export async function removeSite(db: Db, site: OwnDetailRow, audit: Statement[] = []): Promise<boolean> {
  const exists = sql`EXISTS (SELECT 1 FROM sites WHERE id = ${site.id})`;
  try {
    const results = await db.batch([
      // NULL, which the column refuses together with the whole batch, where somebody saved since, or pays at this moment.
      run(
        db,
        sql`UPDATE sites SET updated_at = CASE WHEN updated_at = ${site.updated_at} AND NOT ${isPaidFor({ siteId: site.id })}
          THEN updated_at END WHERE id = ${site.id}`,
      ),
      ...audit,
      ...forgetWords(db, countWords([textOf(toTexts(site))]), { onlyIf: exists }),
      all(db, sql`DELETE FROM sites WHERE id = ${site.id} RETURNING id`),
    ]);
    // The last statement of the batch.
    return (results.at(-1) as unknown[]).length > 0;
  } catch (error) {
    if (isRefusedBy(error, "sites.updated_at")) return false;
    throw error;
  }
}

const SITES_A_BATCH = 50;

/**
 * Removes all sites of a person, some at a time: one may own more than a batch can hold.
 * @returns false where one was changed, added or paid for meanwhile; what was removed until then is gone.
 */
export async function removeSitesOf(db: Db, ownerId: number): Promise<boolean> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- Each batch leaves the next.
    const rows = await listKnownSites(db, sql`owner_id = ${ownerId}`, SITES_A_BATCH);
    if (rows.length === 0) return true;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    try {
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await db.batch([
        // NULL, which the column refuses together with the whole batch.
        run(
          db,
          sql`UPDATE users SET updated_at = CASE WHEN ${areUnchanged(rows)} AND NOT ${isPaidFor({ userId: ownerId })}
            THEN updated_at END WHERE id = ${ownerId}`,
        ),
        ...forgetWords(db, countWords(rows.map((row) => textOf(toTexts(row))))),
        run(db, sql`DELETE FROM sites WHERE id IN (SELECT value FROM json_each(${ids}))`),
      ]);
    } catch (error) {
      if (isRefusedBy(error, "users.updated_at")) return false;
      throw error;
    }
  }
}
