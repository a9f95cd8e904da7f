import { and, desc, eq, gt, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { paymentClaims, payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { LEDGER_PER_PAGE } from "#schema/payments.ts";
import type { Db } from "../../http/database.ts";
import { rowsBefore } from "../sites/list.ts";
import { ENDED } from "./state.ts";

/** Each takes about eight queries of the thousand that a run may make. */
const DOUBTS_MAX = 50;

// Written out, because SQLite takes a partial index for the words of its own rule only, not for parameters.
const ended = sql.raw(ENDED.map((status) => `'${status}'`).join(", "));
const isLive = sql`${subscriptions.status} NOT IN (${ended})`;
const isEnded = sql`${subscriptions.status} IN (${ended})`;

export async function findCustomer(db: Db, userId: number): Promise<string | null> {
  const [row] = await db.select({ id: users.stripeCustomerId }).from(users).where(eq(users.id, userId));
  return row?.id ?? null;
}

/** Keeps the first one: of two requests at once, both go on with the same. */
export async function keepCustomer(db: Db, userId: number, customer: { made: string; replaces: string | null }) {
  const { made, replaces } = customer;
  const [row] = await db
    .update(users)
    .set({
      stripeCustomerId: sql`CASE WHEN ${users.stripeCustomerId} IS ${replaces} THEN ${made} ELSE ${users.stripeCustomerId} END`,
    })
    .where(eq(users.id, userId))
    .returning({ id: users.stripeCustomerId });
  return row?.id ?? made;
}

export async function findOwnSite(db: Db, siteId: number, ownerId: number) {
  const [row] = await db
    .select({ id: sites.id, name: sites.name, review: sites.review })
    .from(sites)
    .where(and(eq(sites.id, siteId), eq(sites.ownerId, ownerId)));
  return row;
}

/** The subscription of a site that has not ended. */
export async function findLive(db: Db, siteId: number) {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.siteId, siteId), isLive));
  return row;
}

/** A person's subscriptions that have not ended, those of one site where it is named. */
export const listLiveOf = (db: Db, { userId, siteId }: { userId?: number; siteId?: number }) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        isLive,
        userId === undefined ? undefined : eq(subscriptions.userId, userId),
        siteId === undefined ? undefined : eq(subscriptions.siteId, siteId),
      ),
    );

type Claim = { siteId: number; userId: number; key: string; now: number };

/** Takes a site's claim; false where somebody else holds it. */
export async function insertClaim(db: Db, { siteId, userId, key, now }: Claim): Promise<boolean> {
  const rows = await db
    .insert(paymentClaims)
    .values({ siteId, userId, key, createdAt: now })
    .onConflictDoNothing()
    .returning({ siteId: paymentClaims.siteId });
  return rows.length > 0;
}

export async function removeClaim(db: Db, key: string): Promise<void> {
  await db.delete(paymentClaims).where(eq(paymentClaims.key, key));
}

export const listClaims = (db: Db, { before, userId, siteId }: { before?: number; userId?: number; siteId?: number }) =>
  db
    .select({
      siteId: paymentClaims.siteId,
      key: paymentClaims.key,
      createdAt: paymentClaims.createdAt,
      customerId: users.stripeCustomerId,
    })
    .from(paymentClaims)
    .innerJoin(users, eq(users.id, paymentClaims.userId))
    .where(
      and(
        before === undefined ? undefined : lt(paymentClaims.createdAt, before),
        userId === undefined ? undefined : eq(paymentClaims.userId, userId),
        siteId === undefined ? undefined : eq(paymentClaims.siteId, siteId),
      ),
    )
    .limit(DOUBTS_MAX);

/** True while a site, or one of a person's, is being paid for; part of what must not delete its row then. */
export const isPaidFor = ({ siteId, userId }: { siteId?: number; userId?: number }) => {
  const column = sql.raw(siteId === undefined ? "user_id" : "site_id");
  const id = siteId ?? userId;
  return sql`(EXISTS (SELECT 1 FROM payment_claims WHERE ${column} = ${id})
    OR EXISTS (SELECT 1 FROM subscriptions WHERE ${column} = ${id} AND ${isLive}))`;
};

export async function isEventApplied(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id));
  return rows.length > 0;
}

/** A person's running subscriptions with their sites. */
export const listSubscriptionsOf = (db: Db, userId: number) =>
  db
    .select({
      subscription: subscriptions,
      site: {
        id: sites.id,
        name: sites.name,
        slug: sites.slug,
        featuredUntil: sites.featuredUntil,
        grantedUntil: sites.grantedUntil,
      },
    })
    .from(subscriptions)
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(eq(subscriptions.userId, userId), isLive))
    .orderBy(desc(subscriptions.createdAt));

export async function listLedger(db: Db, { userId, siteId, page }: { userId: number; siteId?: number; page: number }) {
  const where = and(eq(payments.userId, userId), siteId === undefined ? undefined : eq(payments.siteId, siteId));
  const [[total], rows] = await db.batch([
    db
      .select({ count: sql<number>`count(*)` })
      .from(payments)
      .where(where),
    db
      .select()
      .from(payments)
      .where(where)
      .orderBy(desc(payments.happenedAt), desc(payments.id))
      .limit(LEDGER_PER_PAGE)
      .offset(rowsBefore(page, LEDGER_PER_PAGE)),
  ]);
  return { rows, count: total?.count ?? 0 };
}

type Doubt = { now: number; askedBefore: number; readBefore: number };

/**
 * Subscriptions that look other than they should: overdue, or not read for long. Those read longest ago first. What has
 * ended belongs to them while its paid time lasts, because the money may still be given back.
 */
export function listDoubtful(db: Db, { now, askedBefore, readBefore }: Doubt) {
  const { id, paidUntil, updatedAt } = subscriptions;
  const listWhere = (...conditions: (SQL | undefined)[]) =>
    db
      .select({ id, updatedAt })
      .from(subscriptions)
      .where(and(...conditions));
  return listWhere(
    isLive,
    or(isNull(paidUntil), lt(paidUntil, now), lt(updatedAt, readBefore)),
    lt(updatedAt, askedBefore),
  )
    .unionAll(listWhere(isEnded, gt(paidUntil, now), lt(updatedAt, readBefore)))
    .orderBy(updatedAt)
    .limit(DOUBTS_MAX);
}

const isHidden = or(eq(sites.review, "pending"), isNotNull(users.suspendedAt))!;

/** Subscriptions that would still be charged, of what visitors do not see or whose owner cannot sign in to cancel. */
export const listToStop = (db: Db) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(isLive, isHidden, or(not(subscriptions.cancelAtPeriodEnd), isNotNull(subscriptions.unpaidInvoice))))
    .limit(DOUBTS_MAX);

type Told = "mailedInvoice" | "mailedEnd";

/** What an owner is to be told of and has not been: a renewal that failed, or that the listing will be basic soon. */
export function listUntold(db: Db, { now, endingBefore }: { now: number; endingBefore: number }) {
  const { unpaidInvoice, mailedInvoice, cancelAtPeriodEnd, paidUntil, mailedEnd } = subscriptions;
  const hasFailed = sql`${unpaidInvoice} IS NOT NULL AND ${mailedInvoice} IS NOT ${unpaidInvoice}`;
  // Not where staff granted more, or where it was paid for anew.
  const endsSoon = sql`${paidUntil} > ${now} AND ${paidUntil} < ${endingBefore} AND ${mailedEnd} IS NOT ${paidUntil}
    AND ${sites.featuredUntil} = ${paidUntil}`;
  const listWhere = (...conditions: (SQL | undefined)[]) =>
    db
      .select({
        subscription: subscriptions,
        email: users.email,
        siteName: sites.name,
        featuredUntil: sites.featuredUntil,
      })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .innerJoin(sites, eq(sites.id, subscriptions.siteId))
      // Not those who can do nothing about it: staff have told them.
      .where(and(not(isHidden), ...conditions));
  return listWhere(isLive, or(hasFailed, and(cancelAtPeriodEnd, endsSoon)))
    .unionAll(listWhere(isEnded, endsSoon))
    .limit(DOUBTS_MAX);
}

/** Notes that an owner is told; false where another run does it. */
export async function markTold(db: Db, id: string, what: Told, value: string | number | null): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ [what]: value })
    .where(and(eq(subscriptions.id, id), sql`${subscriptions[what]} IS NOT ${value}`))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}
