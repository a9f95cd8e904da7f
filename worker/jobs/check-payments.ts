import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { END_WARNING_DAYS } from "#schema/payments.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { PLANS, RENEWAL_NOTICE_DAYS } from "#schema/pricing.ts";
import type { subscriptions } from "#schema/tables/payments.ts";
import type { Db } from "../db/connection.ts";
import type { Mail, Payments, Ports } from "../ports.ts";
import { syncSubscription } from "../features/payments/sync-subscription.ts";
import {
  listDueForCheck,
  listRenewalsToStop,
  listUnsentNotices,
  markNotified,
  marksOf,
  type Notice,
} from "../features/payments/cron-queries.ts";
import { runInSequence } from "../features/payments/run-in-sequence.ts";
import {
  endMail,
  failedDebitMail,
  failedRenewalMail,
  lastTryMail,
  renewalMail,
  stoppedRenewalMail,
} from "../features/payments/mails.ts";
import { listClaims } from "../features/payments/queries.ts";
import { hasEnded } from "../features/payments/state.ts";
import { stopRenewal } from "../features/payments/stop-renewal.ts";
import { CLAIM_STALE_MS, resolveClaim } from "../features/payments/subscribe.ts";
import { tierAt } from "../features/sites/rows.ts";
import { sendNotice } from "../features/outbox/send.ts";
import { logError } from "../log.ts";

/** How long until an overdue, unpaid or unsettled subscription is read again. Webhooks usually report changes first. */
const RECHECK_MS = 6 * HOUR_MS;
/** How long until other running or paid subscriptions are read again, in case a webhook was lost. */
const REFRESH_MS = 7 * DAY_MS;

type Parts = { db: Db; ports: Pick<Ports, "now" | "payments" | "queueMail">; config: DirectoryConfig };

/**
 * Resolves interrupted payments and stops renewals that must not be charged. Then it reads due subscriptions from Stripe,
 * and mails owners about renewals that fail or come soon, and about featured listings that end soon. The next run retries
 * failures.
 */
export async function checkPayments({ db, ports, config }: Parts): Promise<void> {
  const { payments } = ports;
  if (!payments) return;
  const now = ports.now();
  const parts = { db, payments, now, config };
  await runInSequence(await listClaims(db, { before: now - CLAIM_STALE_MS }), (claim) => resolveClaim(parts, claim));
  await runInSequence(await listRenewalsToStop(db), ({ id }) => stopRenewal(parts, id));
  const due = await listDueForCheck(db, { now, recheckBefore: now - RECHECK_MS, refreshBefore: now - REFRESH_MS });
  await runInSequence(due, ({ id }) => syncSubscription(parts, id));
  await notifyOwners({ db, ports, config }, now);
}

/** Rebuilds all payment data from Stripe, without receipts. `count` is the number of subscriptions at Stripe. */
export async function reconcileAll(parts: { db: Db; payments: Payments; now: number }) {
  const ids = await parts.payments.listSubscriptions();
  return {
    count: ids.length,
    read: await runInSequence(ids, (id) => syncSubscription({ ...parts, config: null }, id, { adoptsCustomer: true })),
  };
}

async function notifyOwners({ db, ports, config }: Parts, now: number): Promise<void> {
  const notices = await listUnsentNotices(db, {
    now,
    endingBefore: now + END_WARNING_DAYS * DAY_MS,
    renewingBefore: now + RENEWAL_NOTICE_DAYS * DAY_MS,
  });
  for (const { notice, subscription, email, siteName, featuredUntil } of notices) {
    const until = tierAt(featuredUntil, now) === "featured" ? featuredUntil : null;
    const mail = composeNotice(config, email, { notice, subscription, siteName, until });
    await mailOnce({ db, ports }, mail, { notice, subscription });
  }
}

type Subscription = typeof subscriptions.$inferSelect;
type Facts = { notice: Notice; subscription: Subscription; siteName: string; until: number | null };

function composeNotice(config: DirectoryConfig, to: string, { notice, subscription, siteName, until }: Facts): Mail {
  const { status, plan, paidUntil, priceCents, currency, trouble, nextTryAt, cardBrand, cardLast4 } = subscription;
  const listing = { siteId: subscription.siteId!, name: siteName };
  const { days } = PLANS[plan ?? "month"];
  const failure = { ...listing, until, needsConfirmation: trouble === "confirm", nextTryAt, days };
  switch (notice) {
    case "failed":
      return failedRenewalMail(config, to, failure);
    case "lastTry":
      return lastTryMail(config, to, failure);
    case "stopped":
      return paidUntil === null && hasEnded(status)
        ? failedDebitMail(config, to, listing)
        : stoppedRenewalMail(config, to, { ...listing, until, hasEnded: hasEnded(status) });
    case "ends":
      return endMail(config, to, { name: siteName, end: paidUntil!, hasEnded: hasEnded(status) });
    case "renews":
      return renewalMail(config, to, {
        ...listing,
        amountCents: priceCents!,
        currency,
        days,
        at: paidUntil!,
        card: cardBrand === "" ? null : { brand: cardBrand, last4: cardLast4 },
      });
  }
}

/**
 * Puts a mail into the outbox unless another run has. The mail is marked as sent first, so that concurrent runs send one
 * mail. If D1 fails, the mark is undone.
 */
async function mailOnce(
  parts: { db: Db; ports: Pick<Ports, "now" | "queueMail"> },
  mail: Mail,
  { notice, subscription }: { notice: Notice; subscription: Subscription },
): Promise<void> {
  const marks = marksOf(notice, subscription);
  if (!(await markNotified(parts.db, subscription.id, marks))) return;
  try {
    await sendNotice(parts, mail);
  } catch (error) {
    logError(error);
    const before = Object.keys(marks).map((name) => [name, subscription[name as keyof typeof marks]]);
    await markNotified(parts.db, subscription.id, Object.fromEntries(before) as typeof marks);
  }
}
