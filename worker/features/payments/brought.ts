import { and, eq, exists, gt, isNull, notExists, sql } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { compareFeatured, MAX_FIGURE_DAYS, MONTH_DAYS, totalOf } from "#schema/sites/figures.ts";
import { paymentMails, payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import { figuresStatements, toFigures } from "../figures/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { isActive } from "../sites/rows/rows.ts";
import { inSequence, PER_RUN } from "./in-sequence.ts";
import { broughtMail } from "./mails.ts";
import { isRunning } from "./queries.ts";
import { queueNotice } from "./sync/write.ts";

/** After so many of each 30 days that are paid, the owner hears what they brought: a month can still be cancelled then. */
const TOLD_AFTER_DAYS = 28;

const MONTH_MS = MONTH_DAYS * DAY_MS;

type Parts = { db: Db; ports: Ports; config: DirectoryConfig; now: number };

/** For cron: tells owners what the last month of their featured place brought. A run that is two days late tells nothing. */
export const tellPayers = async ({ db, ports, config, now }: Parts) =>
  inSequence(await listToTell(db, now), async ({ id, userId, key, paidFrom, featuredUntil, ...place }) => {
    const yesterday = now - DAY_MS;
    const days = { from: isoDay(yesterday - (MAX_FIGURE_DAYS - 1) * DAY_MS), to: isoDay(yesterday) };
    const figures = toFigures(await db.batch(figuresStatements(db, place.siteId, days)), days, { featuredUntil, now });
    const comparison = compareFeatured(figures.days);
    // Most of the time was before anything was counted.
    if (!comparison || comparison.featured.days < TOLD_AFTER_DAYS / 2) return;
    const counted = figures.days.filter(({ featured }) => featured).slice(-comparison.featured.days);
    const totals = totalOf(counted);
    const paidDays = Math.round((place.at - paidFrom) / DAY_MS);
    const isStill = exists(
      db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.id, id), isPaid(now))),
    );
    const compose = (site: DirectoryConfig) => broughtMail(site, { ...place, paidDays, totals, comparison });
    const onMail = (mail: string) => sendFromOutbox({ ports }, mail);
    await queueNotice({ db, now, config, onMail }, userId, { key, compose }, isStill);
  });

const isPaid = (now: number) =>
  and(
    isRunning,
    eq(subscriptions.status, "active"),
    subscriptions.renews,
    isNull(subscriptions.unpaidCents),
    gt(subscriptions.periodEnd, now),
  );

/** The payments of the current periods whose owners are to be told. */
export function listToTell(db: Db, now: number) {
  const { id, siteId, userId } = subscriptions;
  const paidFor = sql`(${now} - ${payments.periodStart})`;
  const key = sql<string>`'brought:' || ${payments.stripeId} || ':' || CAST(${paidFor} / ${MONTH_MS} AS INTEGER)`;
  const back = sql`(SELECT coalesce(sum(back.amount_cents), 0) FROM ${payments} AS back
    WHERE back.site_id = ${siteId} AND back.invoice_id = ${payments.invoiceId} AND back.kind = 'refund' AND back.detail = '')`;
  const sent = db.select().from(paymentMails).where(eq(paymentMails.key, key));
  return (
    db
      .select({
        id,
        userId,
        key,
        siteId: sql`${sites.id}`.mapWith(Number).as("listing_id"),
        name: sites.name,
        featuredUntil: sites.featuredUntil,
        cents: sql`${payments.amountCents} - ${back}`.mapWith(Number).as("kept_cents"),
        currency: payments.currency,
        paidFrom: sql`${payments.periodStart}`.mapWith(Number).as("paid_from"),
        at: subscriptions.periodEnd,
      })
      .from(subscriptions)
      .innerJoin(
        payments,
        and(
          eq(payments.siteId, siteId),
          eq(payments.userId, userId),
          eq(payments.periodEnd, subscriptions.periodEnd),
          eq(payments.kind, "payment"),
          gt(payments.amountCents, back),
        ),
      )
      .innerJoin(sites, and(eq(sites.id, siteId), eq(sites.ownerId, userId), isActive))
      .where(and(isPaid(now), sql`${paidFor} % ${MONTH_MS} >= ${TOLD_AFTER_DAYS * DAY_MS}`, notExists(sent)))
      // Those that are skipped must not keep out the others.
      .orderBy(sql`random()`)
      .limit(PER_RUN)
  );
}
