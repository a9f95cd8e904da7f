import { and, count, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { directory, paymentClaims, payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { LEDGER_PER_PAGE } from "#schema/payments.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { type Actor, isStaff } from "../sessions/signed-in.ts";
import { ENDED } from "./state.ts";

/**
 * How many rows of one kind a cron run checks; later runs check the rest. A row takes about eight of the 1,000 queries
 * that D1 allows a run: https://developers.cloudflare.com/d1/platform/limits/
 */
export const CHECKS_PER_RUN = 50;

// Literals, because SQLite uses a partial index only if the query repeats its condition without parameters.
const ended = sql.raw(ENDED.map((status) => `'${status}'`).join(", "));
export const isRunning = sql`${subscriptions.status} NOT IN (${ended})`;
export const isEnded = sql`${subscriptions.status} IN (${ended})`;

export async function findCustomer(db: Db, userId: number): Promise<string | null> {
  // As a batch, it can travel with the check of a session (`readAsUser`).
  const [[row]] = await db.batch([db.select({ id: users.stripeCustomerId }).from(users).where(eq(users.id, userId))]);
  return row?.id ?? null;
}

/** Replaces the customer id `replaces` with `newId`, unless a concurrent request was faster. Returns the stored id. */
export async function saveCustomer(db: Db, userId: number, customer: { newId: string; replaces: string | null }) {
  const { newId, replaces } = customer;
  const [row] = await db
    .update(users)
    .set({
      stripeCustomerId: sql`CASE WHEN ${users.stripeCustomerId} IS ${replaces} THEN ${newId} ELSE ${users.stripeCustomerId} END`,
    })
    .where(eq(users.id, userId))
    .returning({ id: users.stripeCustomerId });
  return row?.id ?? newId;
}

export async function findDirectory(db: Db): Promise<string> {
  // As a batch, it can travel with the check of a session (`readAsStaff`).
  const [[row]] = await db.batch([db.select().from(directory)]);
  return row!.id;
}

export async function findOwnSite(db: Db, siteId: number, ownerId: number) {
  const [row] = await db
    .select({ id: sites.id, name: sites.name, review: sites.review })
    .from(sites)
    .where(and(eq(sites.id, siteId), eq(sites.ownerId, ownerId)));
  return row;
}

export async function findRunning(db: Db, siteId: number) {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.siteId, siteId), isRunning));
  return row;
}

export const listEndedWithPaidTime = (db: Db, siteId: number, now: number) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.siteId, siteId), isEnded, gt(subscriptions.paidUntil, now)));

export const listRunning = (db: Db, { userId, siteId }: { userId?: number; siteId?: number }) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        isRunning,
        userId === undefined ? undefined : eq(subscriptions.userId, userId),
        siteId === undefined ? undefined : eq(subscriptions.siteId, siteId),
      ),
    );

type Claim = { siteId: number; userId: number; key: string; now: number };

/** Returns false if another request holds the site's claim. */
export async function insertClaim(db: Db, { siteId, userId, key, now }: Claim): Promise<boolean> {
  const rows = await db
    .insert(paymentClaims)
    .values({ siteId, userId, key, createdAt: now })
    .onConflictDoNothing()
    .returning({ siteId: paymentClaims.siteId });
  return rows.length > 0;
}

/** Returns false if another request has deleted the claim. */
export async function renewClaim(db: Db, key: string, now: number): Promise<boolean> {
  const rows = await db
    .update(paymentClaims)
    .set({ createdAt: now })
    .where(eq(paymentClaims.key, key))
    .returning({ key: paymentClaims.key });
  return rows.length > 0;
}

/** If `createdAt` is given, a claim that was renewed after it stays. */
export async function removeClaim(db: Db, { key, createdAt }: { key: string; createdAt?: number }): Promise<void> {
  const isOld = createdAt === undefined ? undefined : eq(paymentClaims.createdAt, createdAt);
  await db.delete(paymentClaims).where(and(eq(paymentClaims.key, key), isOld));
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
    .limit(CHECKS_PER_RUN);

export type PaymentScope = { siteId: number } | { userId: number };

export type RunningPayments = Awaited<ReturnType<typeof readRunningPayments>>;

/** Reads what `cancelSubscriptions` must end. `db` can be that of `readAsUser`. */
export async function readRunningPayments(db: Db, scope: PaymentScope) {
  const [claims, running] = await db.batch([listClaims(db, scope), listRunning(db, scope)]);
  return { claims, running };
}

const isInScope = (table: typeof paymentClaims | typeof subscriptions, scope: PaymentScope) =>
  "siteId" in scope ? eq(table.siteId, scope.siteId) : eq(table.userId, scope.userId);

/**
 * Returns an SQL condition: the site or the user has a payment in progress or a running subscription. Then the rows
 * must not be deleted.
 */
export const isPaidFor = (scope: PaymentScope): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${paymentClaims} WHERE ${isInScope(paymentClaims, scope)})
    OR EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${isInScope(subscriptions, scope)} AND ${isRunning}))`;

export async function isEventApplied(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id));
  return rows.length > 0;
}

/** Newest first. The alias is for batches, in which two columns with one name collapse. */
export const listSubscriptionsOf = (db: Db, userId: number) =>
  db
    .select({
      subscription: subscriptions,
      site: {
        id: sql<number>`${sites.id}`.mapWith(Number).as("listing_id"),
        name: sites.name,
        slug: sites.slug,
        featuredUntil: sites.featuredUntil,
        grantedUntil: sites.grantedUntil,
      },
    })
    .from(subscriptions)
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(eq(subscriptions.userId, userId), isRunning))
    .orderBy(desc(subscriptions.createdAt));

/**
 * An entry of the ledger that `user` may read, and when its subscription was last read from Stripe (Unix ms). Staff may
 * read all.
 */
export async function findLedgerEntry(db: Db, id: number, user: Actor) {
  // As a batch, it can travel with the check of a session (`readAsUser`).
  const [[row]] = await db.batch([
    db
      .select({ entry: payments, readAt: subscriptions.updatedAt })
      .from(payments)
      .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
      .where(and(eq(payments.id, id), isStaff(user) ? undefined : eq(payments.userId, user.id))),
  ]);
  return row;
}

export async function listLedger(db: Db, { userId, siteId, page }: { userId: number; siteId?: number; page: number }) {
  const where = and(eq(payments.userId, userId), siteId === undefined ? undefined : eq(payments.siteId, siteId));
  const [[total], rows] = await db.batch([
    db.select({ count: count() }).from(payments).where(where),
    db
      .select()
      .from(payments)
      .where(where)
      .orderBy(desc(payments.happenedAt), desc(payments.id))
      .limit(LEDGER_PER_PAGE)
      .offset(pageOffset(page, LEDGER_PER_PAGE)),
  ]);
  return { rows, count: total?.count ?? 0 };
}
