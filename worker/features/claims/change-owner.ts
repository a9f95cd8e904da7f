import { and, eq, exists, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { OWNERSHIP_MESSAGES } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { users } from "#schema/tables/accounts.ts";
import { claims } from "#schema/tables/claims.ts";
import { imageUses, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { type Db, type Statement, violatesConstraint } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { scalarSubquery } from "../../db/scalar-subquery.ts";
import { AppError } from "../../errors.ts";
import { changes } from "../../http/edge-scope.ts";
import { auditChange, type Author } from "../audit/statements.ts";
import { accountsOfMailbox } from "../outbox/mailbox.ts";
import { enqueueMail } from "../outbox/queries.ts";
import { sendFromOutbox, sendNotice } from "../outbox/send.ts";
import { endPayments } from "../payments/end-payments.ts";
import type { Given } from "../payments/parts.ts";
import { isPaidFor } from "../payments/queries.ts";
import { markProven } from "../proof/recheck.ts";
import { auditedSite } from "../sites/rows/audited.ts";
import { listSubjects } from "../sites/rows/public-changes.ts";
import type { OwnedSite } from "./find.ts";
import { endedMail, gainedMail, lostMail } from "./mails.ts";

export type OwnerChange = {
  site: OwnedSite;
  to: { id: number; email: string };
  author: Author;
  /** How the new owner has proved the site just now. */
  proof?: ProofMethod | undefined;
  /** Statements of the same transaction, before the change. */
  also?: Statement[];
};

/**
 * Gives a listing to another account, in one transaction. A subscription cannot change its customer, so it ends before, and
 * the unused days are refunded. Time that staff granted, likes and images stay with the listing.
 * @returns the results of the batch, which begins with `also`.
 * @throws AppError 409 if the listing has changed, a payment is in progress, or the new owner cannot have it.
 * @throws AppError 502 or 503 if the subscription cannot be ended.
 */
export async function changeOwner(parts: Given, change: OwnerChange): Promise<unknown[]> {
  const { db, ports, config } = parts.var;
  const { site, to, author, proof, also = [] } = change;
  const now = ports.now();
  const isSite = eq(sites.id, site.id);
  const account = db.select({ id: users.id }).from(users);
  const mayOwn = exists(account.where(and(eq(users.id, to.id), isNull(users.suspendedAt))));
  // Before the payments end: a subscription must not end for a change that cannot be.
  const [found] = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(isSite, isSame(site), mayOwn));
  if (!found) throw new AppError("conflict", OWNERSHIP_MESSAGES.changed);
  await requireNewLink(db, site, to.id);
  const wasPaid = site.ownerId !== null && (await endPayments(parts, { siteId: site.id }, "unused"));
  changes(...listSubjects(site));
  const mails = [
    gainedMail(config, { ...site, to: to.email }),
    ...(site.ownerEmail ? [lostMail(config, { ...site, to: site.ownerEmail, wasPaid })] : []),
  ].map((mail, index) => ({ key: `owner:${site.id}:${now}:${index}`, mail, now }));
  try {
    const results = await db.batch([
      requireSame(db, site, mayOwn, not(isPaidFor({ siteId: site.id }, now))),
      ...also,
      auditChange(db, author, auditedSite, { id: site.id, input: { owner: `account ${to.id}` } }),
      db
        .update(sites)
        // Staff look at what a suspended owner has left.
        .set({
          ownerId: to.id,
          review: sql`iif(${sites.review} = 'suspended', 'pending', ${sites.review})`,
          // Ends mailed links that hand it over.
          updatedAt: sql`${sites.updatedAt} + 1`,
        })
        .where(isSite),
      ...(proof ? [markProven(db, { ...site, ownerId: to.id }, { method: proof, now })] : []),
      // Owners cannot say how moving to their site went.
      db
        .delete(switches)
        .where(and(eq(switches.siteId, site.id), inArray(switches.userId, accountsOfMailbox(db, to.email)))),
      moveImages(db, site.id, to.id),
      ...mails.map((mail) => enqueueMail(db, mail)),
    ]);
    for (const { key } of mails) await sendFromOutbox({ ports }, key);
    return results.slice(1);
  } catch (error) {
    if (wasPaid && site.ownerEmail) await sendNotice(parts.var, endedMail(config, { ...site, to: site.ownerEmail }));
    throw toConflict(error);
  }
}

const isSame = ({ ownerId, claimantId, objection, verifiedBy, link }: OwnedSite) =>
  and(
    sql`${sites.ownerId} IS ${ownerId}`,
    sql`${scalarSubquery(claims.userId, claims.siteId, sites.id)} IS ${claimantId}`,
    sql`${scalarSubquery(claims.objection, claims.siteId, sites.id)} IS ${objection}`,
    sql`${sites.verifiedBy} IS ${verifiedBy}`,
    eq(sites.link, link),
  );

/** Statement that fails its batch if the listing has another owner, proof, claim or link than when it was read, or a condition does not hold. */
export const requireSame = (db: Db, site: OwnedSite, ...conditions: SQL[]) =>
  db
    .update(sites)
    .set({ updatedAt: failBatchUnless(and(isSame(site), ...conditions)!, sites.updatedAt) })
    .where(eq(sites.id, site.id));

/** Returns the error 409 for a batch that failed because of what another request did. */
export function toConflict(error: unknown): unknown {
  if (violatesConstraint(error, sites.linkKey)) return linkTaken();
  if (violatesConstraint(error, claims.siteId)) return new AppError("conflict", OWNERSHIP_MESSAGES.claimedByOther);
  return violatesConstraint(error, sites.updatedAt) ? new AppError("conflict", OWNERSHIP_MESSAGES.changed) : error;
}

/** @throws AppError 409 if the account lists the link of the listing already. */
export async function requireNewLink(db: Db, { linkKey }: OwnedSite, userId: number): Promise<void> {
  const listed = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.ownerId, userId), eq(sites.linkKey, linkKey)));
  if (listed.length > 0) throw linkTaken();
}

/** An account takes its images with it when it is deleted. */
const moveImages = (db: Db, siteId: number, userId: number) => {
  const ofArticle = db.select({ key: imageUses.uploadKey }).from(imageUses).where(eq(imageUses.siteId, siteId));
  const ofSite = db.select({ key: siteImages.uploadKey }).from(siteImages).where(eq(siteImages.siteId, siteId));
  return db
    .update(uploads)
    .set({ userId })
    .where(inArray(uploads.key, ofArticle.union(ofSite)));
};

const linkTaken = () => new AppError("conflict", OWNERSHIP_MESSAGES.linkTaken);
