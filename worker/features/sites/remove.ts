import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { violatesConstraint, type Statement } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import type { AppEnv } from "../../env.ts";
import { deleteImagesNow, type StoredImage } from "../media/uploads.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { markImagesRemoved } from "./images.ts";
import { changesLists, changesManyLists, listedStatement } from "./public-changes.ts";
import type { EditableSiteRow } from "./owner/owner-sites.ts";

type Removal = {
  /** SQL: whether a payment or a subscription of the sites is running. */
  isPaidFor: SQL;
  /** Statements that run in the same transaction, before the deletion. */
  also?: Statement[];
};

/**
 * Deletes a site with its logo and screenshots. Its URL then responds with 410.
 * @returns false if nothing was deleted: the site was changed or deleted since `site` was read, or a payment or
 * subscription is running.
 */
export async function removeSite(
  c: Context<AppEnv>,
  site: EditableSiteRow,
  { isPaidFor, also = [] }: Removal,
): Promise<boolean> {
  const { db, ports } = c.var;
  changesLists(site);
  const isSame = sql`${sites.updatedAt} = ${site.updatedAt} AND NOT ${isPaidFor}`;
  try {
    const results: unknown[] = await db.batch([
      db
        .update(sites)
        .set({ updatedAt: failBatchUnless(isSame, sites.updatedAt) })
        .where(eq(sites.id, site.id)),
      ...also,
      markImagesRemoved(db, sql`(${site.id})`, ports.now()),
      ...deferReindex(db, [db.delete(sites).where(eq(sites.id, site.id)).returning({ id: sites.id })]),
    ]);
    await deleteImagesNow(c, results.at(MARKED) as StoredImage[]);
    return (results.at(DELETED) as unknown[]).length > 0;
  } catch (error) {
    if (violatesConstraint(error, sites.updatedAt)) return false;
    throw error;
  }
}

/** Indexes of the results of `markImagesRemoved` and of the `DELETE`: `deferReindex` adds a statement before and after it. */
const [MARKED, DELETED] = [-4, -2];

const SITES_A_BATCH = 50;

/**
 * Deletes all sites of a user with their logos and screenshots, 50 in each transaction.
 * @returns false if a payment or subscription of the user is running. Batches before that stay deleted.
 */
export async function removeSitesOf(
  c: Context<AppEnv>,
  ownerId: number,
  { isPaidFor }: Omit<Removal, "also">,
): Promise<boolean> {
  const { db, ports } = c.var;
  const some = db
    .select({ id: sites.id })
    .from(sites)
    .where(eq(sites.ownerId, ownerId))
    .orderBy(sites.id)
    .limit(SITES_A_BATCH);
  changesManyLists(await listedStatement(db, eq(sites.ownerId, ownerId)));
  for (;;) {
    try {
      const results: unknown[] = await db.batch([
        db
          .update(users)
          .set({ updatedAt: failBatchUnless(sql`NOT ${isPaidFor}`, users.updatedAt) })
          .where(eq(users.id, ownerId)),
        markImagesRemoved(db, sql`(${some})`, ports.now()),
        ...deferReindex(db, [db.delete(sites).where(inArray(sites.id, some)).returning({ id: sites.id })]),
      ]);
      const deleted = results.at(DELETED) as unknown[];
      await deleteImagesNow(c, results.at(MARKED) as StoredImage[]);
      if (deleted.length < SITES_A_BATCH) return true;
    } catch (error) {
      if (violatesConstraint(error, users.updatedAt)) return false;
      throw error;
    }
  }
}
