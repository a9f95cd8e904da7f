import type { Stripe } from "stripe";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { discounted } from "#schema/payments/promotions.ts";
import { PAST_DUE_DAYS, RENEWAL_NOTICE_DAYS } from "#schema/payments/pricing.ts";

// What a subscription at Stripe means here: pure functions of what was read. Stripe counts in seconds, we in Unix ms.

/**
 * A subscription with `latest_invoice.payments`, `default_payment_method` and `discounts.source.coupon` expanded. `intent`
 * is the payment of the latest invoice, if that is open. `invoices` were paid with money, newest first. `paid` is the first
 * of them, and its charge.
 */
export type Reading = {
  subscription: Stripe.Subscription;
  intent: Stripe.PaymentIntent | undefined;
  invoices: Stripe.Invoice[];
  paid: { invoice: Stripe.Invoice; charge: Stripe.Charge } | undefined;
};

/** Statuses that last for ever: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const ENDED = ["canceled", "incomplete_expired"] as const;

export const hasEnded = ({ status }: { status: string }) => (ENDED as readonly string[]).includes(status);

export const toMs = (seconds: number) => seconds * 1000;
export const idOf = (value: string | { id: string }) => (typeof value === "string" ? value : value.id);

/** Since 2025-03-31.basil periods stand on the items. Ours has one. */
export function periodOf({ items }: Stripe.Subscription) {
  const { current_period_start: start, current_period_end: end } = items.data[0]!;
  return { start: toMs(start), end: toMs(end) };
}

export const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  invoice && typeof invoice !== "string" ? invoice : undefined;

/** True if another period follows. The portal and the dashboard may set `cancel_at` instead of `cancel_at_period_end`. */
export function renews(subscription: Stripe.Subscription): boolean {
  const { cancel_at: at, cancel_at_period_end: endsWithPeriod } = subscription;
  return !hasEnded(subscription) && !endsWithPeriod && (at === null || toMs(at) > periodOf(subscription).end);
}

/**
 * What the next period costs, in cents: the price after the discounts that still run then. A discount for one payment is
 * gone after it: https://docs.stripe.com/billing/subscriptions/coupons. Null if the price is no fixed amount.
 */
export function nextPriceOf(subscription: Stripe.Subscription): number | null {
  const { unit_amount: price } = subscription.items.data[0]!.price;
  const { end } = periodOf(subscription);
  if (price === null) return null;
  return subscription.discounts.reduce((left, discount) => {
    if (typeof discount === "string" || (discount.end !== null && toMs(discount.end) <= end)) return left;
    const { coupon } = discount.source;
    return coupon && typeof coupon !== "string" ? discounted(left, coupon) : left;
  }, price);
}

/** A renewal is a draft for an hour, and its event may be late: https://docs.stripe.com/billing/invoices/subscription */
const RENEWAL_MS = DAY_MS;
/** As long as Stripe retries a failed renewal: https://docs.stripe.com/billing/revenue-recovery/smart-retries */
const RETRIES_MS = PAST_DUE_DAYS * DAY_MS;

/**
 * Until when a subscription features its site, or null. Stripe moves the period on when it makes the renewal's invoice,
 * paid or not, so `past_due` counts from the start of the period. A place costs nothing to keep, so no paid day is lost
 * to a failed card.
 */
export function featuredUntil(subscription: Stripe.Subscription): number | null {
  const { status, cancel_at: at, ended_at: ended, pause_collection: pause } = subscription;
  const { start, end } = periodOf(subscription);
  const last = at === null ? Infinity : toMs(at);
  if (status === "canceled") return ended === null ? null : toMs(ended);
  if (pause) return null;
  if (status === "active" || status === "trialing")
    return Math.min(end + (renews(subscription) ? RENEWAL_MS : 0), last);
  return status === "past_due" ? Math.min(start + RETRIES_MS, last) : null;
}

/** True if nothing is owed for the current period. */
export function isPeriodPaid(subscription: Stripe.Subscription): boolean {
  const { status, pause_collection: pause } = subscription;
  const isCurrent = status === "active" || status === "trialing";
  return isCurrent && !pause && unpaidInvoice(subscription) === undefined;
}

/** Until a subscription that waits for something is read again. Webhooks usually report changes first. */
export const RECHECK_MS = 6 * HOUR_MS;
/** Every running subscription is read that often, for example if tax was switched on. */
const OLD_MS = 7 * DAY_MS;

/** How long before the renewal of a year its owner is told. */
export const RENEWAL_NOTICE_MS = RENEWAL_NOTICE_DAYS * DAY_MS;

/** When cron reads it again. `isDue`: something is still to be done at Stripe. Null: it has ended, and nothing is due. */
export function readAgainAt(subscription: Stripe.Subscription, { now, isDue }: { now: number; isDue: boolean }) {
  if (hasEnded(subscription)) return isDue ? now + RECHECK_MS : null;
  const { end } = periodOf(subscription);
  if (isDue || !isPeriodPaid(subscription) || end <= now) return now + RECHECK_MS;
  return Math.min(...[now + OLD_MS, end - RENEWAL_NOTICE_MS, end].filter((time) => time > now));
}

/** The latest invoice, if it can still be paid. An `uncollectible` one can: https://docs.stripe.com/invoicing/overview */
export function unpaidInvoice(subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const invoice = invoiceOf(subscription);
  return invoice && invoice.status !== "paid" && invoice.status !== "void" ? invoice : undefined;
}

/** Stripe charges a renewal within about an hour: https://docs.stripe.com/billing/invoices/subscription */
export const isLateDraft = (subscription: Stripe.Subscription, now: number): boolean =>
  !hasEnded(subscription) &&
  unpaidInvoice(subscription)?.status === "draft" &&
  now > periodOf(subscription).start + RENEWAL_MS;

/** What a renewal that was not paid waits for: the next try, its owner's confirmation, or another card. */
export function troubleOf({ subscription, intent }: Reading): "retry" | "confirm" | "stopped" | null {
  if (subscription.status !== "past_due" && subscription.status !== "unpaid") return null;
  if (intent?.status === "requires_action") return "confirm";
  return unpaidInvoice(subscription)?.next_payment_attempt ? "retry" : "stopped";
}

/** The days that an invoice pays for. Its own `period_start` and `period_end` are the period before. */
export function paidPeriodOf({ lines }: Stripe.Invoice) {
  const last = lines.data.reduce((one, other) => (other.period.end > one.period.end ? other : one));
  return { start: toMs(last.period.start), end: toMs(last.period.end) };
}

/** `period`: the payment of the period in which it ended is refunded. `unused`: the share of its days that are left. */
export type Owed = "period" | "unused";

/** What `end` writes at Stripe. The cancellation carries it, so none of the two can be without the other. */
export const REFUND_COMMENTS = { period: "Refund the period.", unused: "Refund the unused days." } as const;

export const isOwed = ({ cancellation_details: details }: Stripe.Subscription, owed: Owed): boolean =>
  details?.comment === REFUND_COMMENTS[owed];

/** What is to be refunded of the newest payment, in cents. */
export function refundDue({ subscription, paid }: Reading): number {
  if (!hasEnded(subscription) || !paid) return 0;
  const { invoice, charge } = paid;
  // The owner's bank did not take it back, so the operator finds another way.
  if (charge.refunds?.data.some(({ status }) => status === "failed")) return 0;
  const left = charge.amount - charge.amount_refunded;
  const ended = toMs(subscription.ended_at ?? subscription.canceled_at ?? 0);
  const paidAt = toMs(invoice.status_transitions.paid_at ?? 0);
  if (paidAt > ended || subscription.status === "incomplete_expired") return left;
  const { start, end } = paidPeriodOf(invoice);
  if (end <= ended) return 0;
  if (isOwed(subscription, "period")) return left;
  const unused = Math.round((charge.amount * (end - ended)) / (end - start));
  return isOwed(subscription, "unused") ? Math.max(0, unused - charge.amount_refunded) : 0;
}

/** After this, a renewal that nobody paid ends the subscription, whatever the dashboard says. */
const UNPAID_MAX_MS = 15 * DAY_MS;

/** What must be done at Stripe, in this order. */
export type Repair = "cancel" | "void" | "stop draft" | "refund" | "tax on";

/** `isSiteGone`: the site was deleted. `isTaxed`: the directory computes tax. */
export function repairsOf(
  reading: Reading,
  { now, isSiteGone, isTaxed }: { now: number; isSiteGone: boolean; isTaxed: boolean },
): Repair[] {
  const { subscription, paid } = reading;
  const { status, automatic_tax: tax } = subscription;
  const isUnpaid = status === "past_due" || status === "unpaid";
  if (!hasEnded(subscription)) {
    // A later period can be free, after a promotion.
    const latest = invoiceOf(subscription);
    const isNewest = latest?.status !== "paid" || latest.id === paid?.invoice.id;
    const isRefunded = isNewest && paid?.charge.refunded === true;
    const isGivenUp = isUnpaid && now > periodOf(subscription).start + UNPAID_MAX_MS;
    if (isSiteGone || isRefunded || isGivenUp) return ["cancel"];
    return isTaxed && !tax.enabled && status !== "incomplete" ? ["tax on"] : [];
  }
  const invoice = unpaidInvoice(subscription);
  const isRefundDue = refundDue(reading) > 0;
  return [
    ...(invoice?.status === "open" || invoice?.status === "uncollectible" ? (["void"] as const) : []),
    ...(invoice?.status === "draft" && invoice.auto_advance ? (["stop draft"] as const) : []),
    ...(isRefundDue ? (["refund"] as const) : []),
  ];
}

/** Of two running subscriptions of a site, the one that is not needed: the unpaid one, or else the newer one. */
export function redundantOf(a: Stripe.Subscription, b: Stripe.Subscription): Stripe.Subscription {
  if (isPeriodPaid(a) !== isPeriodPaid(b)) return isPeriodPaid(a) ? b : a;
  if (a.created !== b.created) return a.created > b.created ? a : b;
  return a.id > b.id ? a : b;
}
