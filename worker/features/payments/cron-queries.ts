import { and, eq, gt, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { CHECKS_PER_RUN, isEnded, isRunning } from "./queries.ts";

type CheckTimes = { now: number; recheckBefore: number; refreshBefore: number };

/**
 * Subscriptions that look other than they should: overdue, or not read for long. Those read longest ago first. What has
 * ended belongs to them while its paid time lasts, because the money may still be given back, and until it is settled.
 */
export function listDueForCheck(db: Db, { now, recheckBefore, refreshBefore }: CheckTimes) {
  const { id, paidUntil, updatedAt, isUnsettled } = subscriptions;
  const listWhere = (...conditions: (SQL | undefined)[]) =>
    db
      .select({ id, updatedAt })
      .from(subscriptions)
      .where(and(...conditions));
  return listWhere(
    isRunning,
    or(isNull(paidUntil), lt(paidUntil, now), lt(updatedAt, refreshBefore)),
    lt(updatedAt, recheckBefore),
  )
    .unionAll(listWhere(isEnded, not(isUnsettled), gt(paidUntil, now), lt(updatedAt, refreshBefore)))
    .unionAll(listWhere(isEnded, sql`${isUnsettled}`, lt(updatedAt, recheckBefore)))
    .orderBy(updatedAt)
    .limit(CHECKS_PER_RUN);
}

const isHidden = or(eq(sites.review, "pending"), isNotNull(users.suspendedAt))!;

/** Subscriptions that would still be charged, of what visitors do not see or whose owner cannot sign in to cancel. */
export const listRenewalsToStop = (db: Db) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(isRunning, isHidden, or(not(subscriptions.cancelAtPeriodEnd), isNotNull(subscriptions.unpaidInvoice))))
    .limit(CHECKS_PER_RUN);

type Notice = "mailedInvoice" | "mailedEnd";

/** What an owner is to be told of and has not been: a renewal that failed, or that the listing will be basic soon. */
export function listUnsentNotices(db: Db, { now, endingBefore }: { now: number; endingBefore: number }) {
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
  return listWhere(isRunning, or(hasFailed, and(cancelAtPeriodEnd, endsSoon)))
    .unionAll(listWhere(isEnded, endsSoon))
    .limit(CHECKS_PER_RUN);
}

/** Notes that an owner is told; false where another run does it. */
export async function markNotified(db: Db, id: string, what: Notice, value: string | number | null): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ [what]: value })
    .where(and(eq(subscriptions.id, id), sql`${subscriptions[what]} IS NOT ${value}`))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}
