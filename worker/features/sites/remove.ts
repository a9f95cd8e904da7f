import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint, type Statement } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import type { EditableSiteRow } from "./owner/owner-sites.ts";

/** `isPaidFor`: in SQL, whether money is moving for what is to be removed. */
type Removal = { isPaidFor: SQL; also?: Statement[] };

/**
 * Removes a site as it was read, together with `also`; false if somebody changed, removed or paid for it since. Its
 * address answers 410.
 */
export async function removeSite(db: Db, site: EditableSiteRow, { isPaidFor, also = [] }: Removal): Promise<boolean> {
  const isSame = sql`${sites.updatedAt} = ${site.updatedAt} AND NOT ${isPaidFor}`;
  try {
    const results: unknown[] = await db.batch([
      db
        .update(sites)
        .set({ updatedAt: failBatchUnless(isSame, sites.updatedAt) })
        .where(eq(sites.id, site.id)),
      ...also,
      ...deferReindex(db, [db.delete(sites).where(eq(sites.id, site.id)).returning({ id: sites.id })]),
    ]);
    return (results.at(DELETED) as unknown[]).length > 0;
  } catch (error) {
    if (violatesConstraint(error, sites.updatedAt)) return false;
    throw error;
  }
}

/** Where a batch that ends with `deferReindex` has the answer of its last statement. */
const DELETED = -2;

const SITES_A_BATCH = 50;

/**
 * Removes all sites of a person, some at a time: one may own more than a batch can hold.
 * @returns false if one is being paid for; what was removed until then is gone.
 */
export async function removeSitesOf(
  db: Db,
  ownerId: number,
  { isPaidFor }: Pick<Removal, "isPaidFor">,
): Promise<boolean> {
  const some = db
    .select({ id: sites.id })
    .from(sites)
    .where(eq(sites.ownerId, ownerId))
    .orderBy(sites.id)
    .limit(SITES_A_BATCH);
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- Each batch leaves the next.
      const results: unknown[] = await db.batch([
        db
          .update(users)
          .set({ updatedAt: failBatchUnless(sql`NOT ${isPaidFor}`, users.updatedAt) })
          .where(eq(users.id, ownerId)),
        ...deferReindex(db, [db.delete(sites).where(inArray(sites.id, some)).returning({ id: sites.id })]),
      ]);
      if ((results.at(DELETED) as unknown[]).length < SITES_A_BATCH) return true;
    } catch (error) {
      if (violatesConstraint(error, users.updatedAt)) return false;
      throw error;
    }
  }
}
