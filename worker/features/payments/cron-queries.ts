import { and, eq, gt, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#schema/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
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

/** What cron mails to the owner of a subscription. Of several, only the first one is mailed. */
export type Notice = "stopped" | "lastTry" | "failed" | "ends" | "renews";

/**
 * How often Stripe tries to collect a renewal: the setting that `worker/OPERATE.md` asks for. Stripe does not say which
 * try is the last one: https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
const TRIES = 8;
/** How long before the last try its owner gets a mail. */
const TRY_NOTICE_MS = 2 * DAY_MS;
/** How long after the paid time the end of all tries is still mailed, so that reconciling mails nothing of the past. */
const STOP_NOTICE_MS = 30 * DAY_MS;
/** A paid time that changes by less is the same renewal. */
const SAME_RENEWAL_MS = 7 * DAY_MS;

type NoticeTimes = { now: number; endingBefore: number; renewingBefore: number };

/** Lists subscriptions whose owner must still get a mail, and which. */
export function listUnsentNotices(db: Db, { now, endingBefore, renewingBefore }: NoticeTimes) {
  const { id, siteId, status, plan, priceCents, cancelAtPeriodEnd, paidUntil, createdAt } = subscriptions;
  const { unpaidInvoice, trouble, nextTryAt, attempts } = subscriptions;
  const { mailedInvoice, mailedTry, mailedStop, mailedEnd, mailedRenewal } = subscriptions;
  const isLastTry = sql`${attempts} >= ${TRIES - 1} AND ${nextTryAt} > ${now} AND ${nextTryAt} < ${now + TRY_NOTICE_MS}`;
  // The featured time ends later if staff granted more, or if a new subscription is paid.
  const endsSoon = sql`${paidUntil} > ${now} AND ${paidUntil} < ${endingBefore} AND ${mailedEnd} IS NOT ${paidUntil}
    AND ${sites.featuredUntil} = ${paidUntil}`;
  const paid = sql`(SELECT count(*) FROM ${payments} WHERE ${payments.siteId} = ${siteId}
    AND ${payments.subscriptionId} = ${id} AND ${payments.kind} = 'payment')`;
  const isFirst = sql`${mailedRenewal} IS NULL AND ${paid} <= 1`;
  const renewsSoon = sql`${status} IN ('active', 'trialing') AND ${priceCents} > 0 AND ${paidUntil} > ${now}
    AND ${paidUntil} < ${renewingBefore} AND coalesce(${mailedRenewal}, 0) < ${paidUntil} - ${SAME_RENEWAL_MS}
    AND (${plan} = 'year' OR ${isFirst})`;
  const noticeOfRunning = sql<Notice>`CASE
    WHEN ${unpaidInvoice} IS NULL AND ${cancelAtPeriodEnd} THEN iif(${endsSoon}, 'ends', NULL)
    WHEN ${unpaidInvoice} IS NULL THEN iif(${renewsSoon}, 'renews', NULL)
    WHEN ${trouble} = 'stopped' OR ${status} = 'unpaid' THEN iif(${mailedStop} IS NOT ${unpaidInvoice}, 'stopped', NULL)
    WHEN ${isLastTry} AND ${mailedTry} IS NOT ${unpaidInvoice} THEN 'lastTry'
    WHEN ${mailedInvoice} IS NOT ${unpaidInvoice} THEN 'failed' END`;
  // Another subscription of the site runs if its owner has paid again.
  const isStopped = sql`${trouble} = 'stopped'
    AND (${mailedStop} IS NULL OR ${mailedStop} IS NOT ${mailedInvoice})
    AND ${siteId} NOT IN (SELECT ${siteId} FROM ${subscriptions} WHERE ${siteId} IS NOT NULL AND ${isRunning})`;
  const noticeOfEnded = sql<Notice>`CASE WHEN ${isStopped} THEN 'stopped' WHEN ${endsSoon} THEN 'ends' END`;
  const listWhere = (notice: SQL<Notice>, ...conditions: SQL[]) =>
    db
      .select({
        notice: notice.as("notice"),
        subscription: subscriptions,
        email: users.email,
        siteName: sites.name,
        featuredUntil: sites.featuredUntil,
      })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .innerJoin(sites, eq(sites.id, subscriptions.siteId))
      // Owners of hidden sites can do nothing about it, and staff have told them.
      .where(and(not(isHidden), sql`${notice} IS NOT NULL`, ...conditions));
  return (
    listWhere(noticeOfRunning, isRunning)
      .unionAll(listWhere(noticeOfEnded, isEnded, gt(paidUntil, now - STOP_NOTICE_MS)))
      // A first debit that failed.
      .unionAll(listWhere(noticeOfEnded, isEnded, isNull(paidUntil), gt(createdAt, now - STOP_NOTICE_MS)))
      .limit(CHECKS_PER_RUN)
  );
}

type Row = typeof subscriptions.$inferSelect;
type Marks = Partial<Pick<Row, "mailedInvoice" | "mailedTry" | "mailedStop" | "mailedEnd" | "mailedRenewal">>;

/**
 * Returns the columns that say that the owner got the mail, the notice's own first. A later mail about an invoice replaces
 * the earlier ones.
 */
export function marksOf(notice: Notice, { id, unpaidInvoice, mailedInvoice, paidUntil }: Row): Marks {
  const about = unpaidInvoice ?? mailedInvoice ?? id;
  if (notice === "stopped") return { mailedStop: about, mailedTry: about, mailedInvoice: about };
  if (notice === "lastTry") return { mailedTry: about, mailedInvoice: about };
  if (notice === "failed") return { mailedInvoice: about };
  return notice === "ends" ? { mailedEnd: paidUntil } : { mailedRenewal: paidUntil };
}

/** Returns false if another run has already stored the first of the marks. */
export async function markNotified(db: Db, id: string, marks: Marks): Promise<boolean> {
  const [first] = Object.keys(marks) as (keyof Marks)[];
  const rows = await db
    .update(subscriptions)
    .set(marks)
    .where(and(eq(subscriptions.id, id), sql`${subscriptions[first!]} IS NOT ${marks[first!]}`))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}
