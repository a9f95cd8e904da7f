import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { batchFor, type Db, isRefusedBy, type Statement } from "../../db/connection.ts";
import { listOf } from "../../db/lists.ts";
import { failUnless } from "../../db/unless.ts";
import { countWords, forgetWords } from "../search/spelling.ts";
import type { OwnDetailRow } from "./own-sites.ts";
import { areUnchanged, listKnownSites, textOf } from "./words.ts";

/** `isPaidFor`: in SQL, whether money is moving for what is removed. */
type Removal = { isPaidFor: SQL; also?: Statement[] };

/**
 * Removes a site as it was read, together with `also`; false if somebody changed, removed or paid for it since. Its
 * address answers 410.
 */
export async function removeSite(db: Db, site: OwnDetailRow, { isPaidFor, also = [] }: Removal): Promise<boolean> {
  const isSame = sql`${sites.updatedAt} = ${site.updatedAt} AND NOT ${isPaidFor}`;
  const exists = sql`EXISTS (SELECT 1 FROM ${sites} WHERE ${sites.id} = ${site.id})`;
  const statements = [
    db
      .update(sites)
      .set({ updatedAt: failUnless(isSame, sites.updatedAt) })
      .where(eq(sites.id, site.id)),
    ...also,
    ...forgetWords(db, countWords([textOf(site)]), { onlyIf: exists }),
  ];
  try {
    const removed = await batchFor(
      db,
      statements,
      db.delete(sites).where(eq(sites.id, site.id)).returning({ id: sites.id }),
    );
    return removed.length > 0;
  } catch (error) {
    if (isRefusedBy(error, "sites.updated_at")) return false;
    throw error;
  }
}

const SITES_A_BATCH = 50;

/**
 * Removes all sites of a person, some at a time: one may own more than a batch can hold.
 * @returns false if one was changed, added or paid for since; what was removed until then is gone.
 */
export async function removeSitesOf(db: Db, ownerId: number, { isPaidFor }: Removal): Promise<boolean> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- Each batch leaves the next.
    const found = await listKnownSites(db, eq(sites.ownerId, ownerId), SITES_A_BATCH);
    if (found.length === 0) return true;
    const isSame = sql`${areUnchanged(found)} AND NOT ${isPaidFor}`;
    try {
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await db.batch([
        db
          .update(users)
          .set({ updatedAt: failUnless(isSame, users.updatedAt) })
          .where(eq(users.id, ownerId)),
        ...forgetWords(db, countWords(found.map(textOf))),
        db.delete(sites).where(inArray(sites.id, listOf(found.map(({ id }) => id)))),
      ]);
    } catch (error) {
      if (isRefusedBy(error, "users.updated_at")) return false;
      throw error;
    }
  }
}
