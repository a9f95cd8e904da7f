import { and, eq, gt, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { CHECKS_PER_RUN, isEnded, isRunning } from "./queries.ts";

type CheckTimes = { now: number; recheckBefore: number; refreshBefore: number };

/**
 * Lists the subscriptions that cron reads from Stripe, those read longest ago first:
 * - last read before `recheckBefore`: running ones that are overdue or unpaid, and all that are not settled,
 * - last read before `refreshBefore`: other running ones, and ended ones with paid time left, which may still be
 *   refunded.
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
    not(isUnsettled),
    or(isNull(paidUntil), lt(paidUntil, now), lt(updatedAt, refreshBefore)),
    lt(updatedAt, recheckBefore),
  )
    .unionAll(listWhere(isEnded, not(isUnsettled), gt(paidUntil, now), lt(updatedAt, refreshBefore)))
    .unionAll(listWhere(sql`${isUnsettled}`, lt(updatedAt, recheckBefore)))
    .orderBy(updatedAt)
    .limit(CHECKS_PER_RUN);
}

const isHidden = or(eq(sites.review, "pending"), isNotNull(users.suspendedAt))!;

/**
 * Lists subscriptions that would be charged although visitors do not see the site, or its suspended owner cannot
 * cancel.
 */
export const listRenewalsToStop = (db: Db) =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(and(isRunning, isHidden, or(not(subscriptions.cancelAtPeriodEnd), isNotNull(subscriptions.unpaidInvoice))))
    .limit(CHECKS_PER_RUN);

type Notice = "mailedInvoice" | "mailedEnd";

/** Lists subscriptions whose owner must still get a mail: the renewal failed, or the featured time ends soon. */
export function listUnsentNotices(db: Db, { now, endingBefore }: { now: number; endingBefore: number }) {
  const { unpaidInvoice, mailedInvoice, cancelAtPeriodEnd, paidUntil, mailedEnd } = subscriptions;
  const hasFailed = sql`${unpaidInvoice} IS NOT NULL AND ${mailedInvoice} IS NOT ${unpaidInvoice}`;
  // The featured time ends later if staff granted more, or if a new subscription is paid.
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
      // Owners of hidden sites can do nothing about it, and staff have told them.
      .where(and(not(isHidden), ...conditions));
  return listWhere(isRunning, or(hasFailed, and(cancelAtPeriodEnd, endsSoon)))
    .unionAll(listWhere(isEnded, endsSoon))
    .limit(CHECKS_PER_RUN);
}

/** Returns false if another run has already stored that the owner got this mail. */
export async function markNotified(db: Db, id: string, what: Notice, value: string | number | null): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ [what]: value })
    .where(and(eq(subscriptions.id, id), sql`${subscriptions[what]} IS NOT ${value}`))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}
