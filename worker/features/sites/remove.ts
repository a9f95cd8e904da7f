import { sql } from "drizzle-orm";
import { type Db, isRefusedBy, type Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { isPaidFor } from "../payments/queries.ts";
import { indexOnce } from "../search/index-once.ts";
import type { OwnDetailRow } from "./own-sites.ts";

/**
 * Removes a site as it was read, together with `audit`; false where somebody changed, removed or paid for it meanwhile.
 * Its address answers 410.
 */
export async function removeSite(db: Db, site: OwnDetailRow, audit: Statement[] = []): Promise<boolean> {
  try {
    const results: unknown[] = await db.batch([
      // NULL, which the column refuses together with the whole batch, where somebody saved since, or pays at this moment.
      run(
        db,
        sql`UPDATE sites SET updated_at = CASE WHEN updated_at = ${site.updated_at} AND NOT ${isPaidFor({ siteId: site.id })}
          THEN updated_at END WHERE id = ${site.id}`,
      ),
      ...audit,
      ...indexOnce(db, [all(db, sql`DELETE FROM sites WHERE id = ${site.id} RETURNING id`)]),
    ]);
    return (results.at(DELETED) as unknown[]).length > 0;
  } catch (error) {
    if (isRefusedBy(error, "sites.updated_at")) return false;
    throw error;
  }
}

/** Where a batch that ends with `indexOnce` has the answer of its last statement. */
const DELETED = -2;

const SITES_A_BATCH = 50;

/**
 * Removes all sites of a person, some at a time: one may own more than a batch can hold.
 * @returns false if one is being paid for; what was removed until then is gone.
 */
export async function removeSitesOf(db: Db, ownerId: number): Promise<boolean> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- Each batch leaves the next.
      const results: unknown[] = await db.batch([
        // NULL, which the column refuses together with the whole batch.
        run(
          db,
          sql`UPDATE users SET updated_at = CASE WHEN NOT ${isPaidFor({ userId: ownerId })} THEN updated_at END WHERE id = ${ownerId}`,
        ),
        ...indexOnce(db, [
          all(
            db,
            sql`DELETE FROM sites WHERE id IN (SELECT id FROM sites WHERE owner_id = ${ownerId} ORDER BY id LIMIT ${SITES_A_BATCH}) RETURNING id`,
          ),
        ]),
      ]);
      if ((results.at(DELETED) as unknown[]).length < SITES_A_BATCH) return true;
    } catch (error) {
      if (isRefusedBy(error, "users.updated_at")) return false;
      throw error;
    }
  }
}
