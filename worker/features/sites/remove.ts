import { sql } from "drizzle-orm";
import { all, type Db, isRefusedBy, run, type Statement } from "../../http/database.ts";
import { isPaidFor } from "../payments/queries.ts";
import { countWords, forgetWords } from "../search/spelling.ts";
import { textOf } from "./insert.ts";
import type { OwnDetailRow } from "./own-sites.ts";

/**
 * Removes a site as it was read, together with `audit`; false where somebody changed, removed or paid for it meanwhile.
 * Its address answers 410.
 */
export async function removeSite(db: Db, site: OwnDetailRow, audit: Statement[] = []): Promise<boolean> {
  const exists = sql`EXISTS (SELECT 1 FROM sites WHERE id = ${site.id})`;
  const alternatives = JSON.parse(site.alternatives) as { name: string }[];
  try {
    const results = await db.batch([
      // NULL, which the column refuses together with the whole batch, where somebody saved since, or pays at this moment.
      run(
        db,
        sql`UPDATE sites SET updated_at = CASE WHEN updated_at = ${site.updated_at} AND NOT ${isPaidFor({ siteId: site.id })}
          THEN updated_at END WHERE id = ${site.id}`,
      ),
      ...audit,
      ...forgetWords(db, countWords([textOf({ ...site, alternatives })]), { onlyIf: exists }),
      all(db, sql`DELETE FROM sites WHERE id = ${site.id} RETURNING id`),
    ]);
    // The last statement of the batch.
    return (results.at(-1) as unknown[]).length > 0;
  } catch (error) {
    if (isRefusedBy(error, "sites.updated_at")) return false;
    throw error;
  }
}
