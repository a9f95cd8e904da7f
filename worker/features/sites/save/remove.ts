import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint, type Statement } from "../../../db/connection.ts";
import { failBatchUnless } from "../../../db/fail-batch.ts";
import type { AppEnv } from "../../../env.ts";
import { changes } from "../../../http/edge-scope.ts";
import { deleteImagesNow, type StoredImage } from "../../media/uploads.ts";
import { mailKey } from "../../outbox/mail-key.ts";
import { enqueueMail } from "../../outbox/queries.ts";
import { sendFromOutbox } from "../../outbox/send.ts";
import { deferReindex } from "../../search/defer-reindex.ts";
import { auditedSite } from "../rows/audited.ts";
import { markImagesRemoved } from "../rows/images.ts";
import { removalMail } from "./mails.ts";
import { changesManyLists, listedStatement, listSubjects } from "../rows/public-changes.ts";
import type { EditableSiteRow } from "../read/owner-sites.ts";

type Removal = {
  /** SQL: whether a payment or a subscription of the sites is running. */
  isPaidFor: SQL;
  /** Statements that run in the same transaction, before the deletion. */
  also?: Statement[];
  /** What staff write to the owner. `wasPaid`: it had a subscription. Without both, there is no mail. */
  why?: { reason: string; wasPaid: boolean };
};

/**
 * Deletes a site with its logo and screenshots. Its URL then responds with 410.
 * @returns false if nothing was deleted: the site was deleted or got another owner since `site` was read, or a payment or subscription is running.
 */
export async function removeSite(
  c: Context<AppEnv>,
  site: EditableSiteRow,
  { isPaidFor, also = [], why }: Removal,
): Promise<boolean> {
  const { db, ports, config } = c.var;
  changes(...listSubjects(site));
  const owner = why && (why.reason || why.wasPaid) ? await findOwner(db, site) : undefined;
  const mail = owner && removalMail(config, { to: owner.email, name: site.name, ...why! });
  // The other mails of a listing go with it.
  const key = `${mailKey(auditedSite, site.id)}:removed`;
  // Another person may have got the listing since.
  const isUnpaid = sql`NOT ${isPaidFor} AND ${sites.ownerId} IS ${site.ownerId}`;
  try {
    const results: unknown[] = await db.batch([
      db
        .update(sites)
        .set({ updatedAt: failBatchUnless(isUnpaid, sites.updatedAt) })
        .where(eq(sites.id, site.id)),
      ...also,
      ...(mail ? [enqueueMail(db, { key, mail, now: ports.now() })] : []),
      markImagesRemoved(db, sql`(${site.id})`, ports.now()),
      ...deferReindex(db, [db.delete(sites).where(eq(sites.id, site.id)).returning({ id: sites.id })]),
    ]);
    await deleteImagesNow(c, results.at(MARKED) as StoredImage[]);
    if (mail) c.executionCtx.waitUntil(sendFromOutbox({ ports }, key));
    return (results.at(DELETED) as unknown[]).length > 0;
  } catch (error) {
    if (violatesConstraint(error, sites.updatedAt)) return false;
    throw error;
  }
}

async function findOwner(db: Db, { ownerId }: EditableSiteRow) {
  if (ownerId === null) return undefined;
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, ownerId));
  return owner;
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
