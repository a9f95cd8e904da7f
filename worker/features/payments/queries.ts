import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { paymentLocks, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { ENDED } from "./sync/reading.ts";

// Literals, because SQLite uses a partial index only if the query repeats its condition without parameters.
const ended = sql.raw(ENDED.map((status) => `'${status}'`).join(", "));
export const isRunning = sql`${subscriptions.status} NOT IN (${ended})`;

export type PaymentScope = { siteId: number } | { userId: number };

export const belongsTo = (table: typeof paymentLocks | typeof subscriptions, scope: PaymentScope) =>
  "siteId" in scope ? eq(table.siteId, scope.siteId) : eq(table.userId, scope.userId);

export const listRunning = (db: Db, scope: PaymentScope) =>
  db
    .select()
    .from(subscriptions)
    .where(and(isRunning, belongsTo(subscriptions, scope)));

export const hasRunning = async (db: Db, scope: PaymentScope) => (await listRunning(db, scope)).length > 0;

export async function findRunning(db: Db, siteId: number) {
  const [row] = await listRunning(db, { siteId });
  return row;
}

/** The user's running subscriptions with their sites, newest first. In batches, two columns with one name collapse. */
export const listSubscriptionsOf = (db: Db, userId: number) =>
  db
    .select({
      subscription: subscriptions,
      site: {
        id: sql<number>`${sites.id}`.mapWith(Number).as("listing_id"),
        name: sites.name,
        slug: sites.slug,
        featuredUntil: sql<number | null>`${sites.featuredUntil}`.as("listing_until"),
      },
    })
    .from(subscriptions)
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(eq(subscriptions.userId, userId), isRunning))
    .orderBy(desc(subscriptions.createdAt));

export async function findCustomer(db: Db, userId: number): Promise<string | null> {
  const [row] = await db.select({ id: users.stripeCustomerId }).from(users).where(eq(users.id, userId));
  return row?.id ?? null;
}

/** The stored customer of a user, and all that the user has paid as. */
export async function listCustomers(db: Db, userId: number) {
  const customerId = await findCustomer(db, userId);
  const rows = await db
    .selectDistinct({ id: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return { customerId, all: [...new Set([...(customerId ? [customerId] : []), ...rows.map(({ id }) => id)])] };
}

/** Longer than any request: Stripe's SDK gives up earlier. */
const LOCK_MS = 2 * MINUTE_MS;

/** Returns false if another request pays for the site. */
export async function lockSite(db: Db, lock: { siteId: number; userId: number; key: string; now: number }) {
  const { now, ...row } = lock;
  const rows = await db
    .insert(paymentLocks)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: paymentLocks.siteId,
      set: { key: lock.key, userId: lock.userId, createdAt: now },
      setWhere: sql`${paymentLocks.createdAt} <= ${now - LOCK_MS}`,
    })
    .returning({ siteId: paymentLocks.siteId });
  return rows.length > 0;
}

export const unlockSite = (db: Db, key: string) => db.delete(paymentLocks).where(eq(paymentLocks.key, key));

/** A lock that is older was left over when Stripe did not answer. */
export const isLocked = ({ createdAt }: { createdAt: number }, now: number) => createdAt > now - LOCK_MS;

/** SQL: the site or the user has a payment in progress or a running subscription. Then the rows must not be deleted. */
export const isPaidFor = (scope: PaymentScope, now: number): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${paymentLocks}
      WHERE ${belongsTo(paymentLocks, scope)} AND ${paymentLocks.createdAt} > ${now - LOCK_MS})
    OR EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${belongsTo(subscriptions, scope)} AND ${isRunning}))`;
