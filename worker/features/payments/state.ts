import type { payments } from "#schema/tables/payments.ts";
import type { ChargeFacts, InvoiceFacts, SubscriptionFacts } from "../../ports.ts";

/**
 * Statuses of a subscription that has ended for good:
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
export const ENDED = ["canceled", "incomplete_expired"] as const;

export const hasEnded = (status: string) => (ENDED as readonly string[]).includes(status);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The grace: how long a site stays featured after its paid time, while Stripe retries a failed renewal. */
const GRACE_MS = 3 * DAY_MS;
/**
 * How long a site without days of grace stays featured after its paid time. Stripe charges a renewal about one hour
 * after the period ends: https://docs.stripe.com/billing/subscriptions/webhooks
 */
const CHARGE_DELAY_MS = 12 * HOUR_MS;

/** Returns the end (Unix ms) of the last period that is paid and not reversed, or null if there is none. */
export function paidUntil({ invoices }: SubscriptionFacts): number | null {
  const ends = invoices.filter(isPaidAndKept).map(({ periodEnd }) => periodEnd);
  return ends.length > 0 ? Math.max(...ends) : null;
}

/**
 * Returns the time (Unix ms) until which the subscription features its site, or null if nothing is paid. If it is
 * `active` or `past_due` and renews, days of grace follow the paid time. They require that the current card has paid
 * one of its invoices and that the site's grace is not used up. Without grace only `active` gets more time:
 * `CHARGE_DELAY_MS`.
 */
export function coveredUntil(facts: SubscriptionFacts, isGraceUsed: boolean): number | null {
  const until = paidUntil(facts);
  if (until === null || facts.cancelAtPeriodEnd) return until;
  const hasGrace = !isGraceUsed && hasPaidWith(facts, facts.card?.id);
  if (facts.status === "active") return until + (hasGrace ? GRACE_MS : CHARGE_DELAY_MS);
  return facts.status === "past_due" && hasGrace ? until + GRACE_MS : until;
}

const hasPaidWith = ({ invoices }: SubscriptionFacts, cardId: string | undefined) =>
  invoices
    .filter(isPaidAndKept)
    .flatMap(({ charges }) => charges)
    .some((charge) => !charge.hasFailed && charge.cardId === cardId);

/**
 * Returns whether the subscription runs and its current period at Stripe is paid or a trial. To compare with `now` is
 * not enough: Stripe's clock may be ahead.
 */
export function isPeriodPaid(facts: SubscriptionFacts, now: number): boolean {
  const until = paidUntil(facts) ?? 0;
  const isCovered = facts.status === "trialing" || until >= (facts.currentPeriodEnd ?? 0);
  return !hasEnded(facts.status) && until > now && isCovered;
}

/** A partly refunded invoice still counts as paid. */
const isPaidAndKept = ({ isPaid, charges }: InvoiceFacts) => isPaid && !charges.some(isReversed);

/** Refunded in full, or taken by a dispute. */
const isReversed = ({ amountCents, refundedCents, disputes }: ChargeFacts) =>
  (refundedCents > 0 && refundedCents >= amountCents) || disputes.some(({ isMoneyTaken }) => isMoneyTaken);

/**
 * Returns whether the subscription must be cancelled at Stripe, for one of four reasons:
 * - It is the duplicate of another subscription of its site.
 * - Stripe has given up collecting its payments.
 * - The charge of its last paid period was reversed. A full refund of an older period only makes that period unpaid.
 * - A dispute took the money of any of its periods.
 */
export function mustBeCancelled(facts: SubscriptionFacts): boolean {
  const paid = facts.invoices.filter((invoice) => invoice.isPaid && !isOwedRefund(invoice, facts));
  const [last] = paid.toSorted((a, b) => b.periodEnd - a.periodEnd);
  const charges = facts.invoices.flatMap((invoice) => invoice.charges);
  return (
    facts.duplicateSince !== null ||
    GIVEN_UP.has(facts.status) ||
    (last?.charges.some(isReversed) ?? false) ||
    charges.some(({ disputes }) => disputes.some(({ isMoneyTaken }) => isMoneyTaken))
  );
}

/**
 * Statuses that the account's settings can choose after failed renewals, instead of `canceled`:
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure
 */
const GIVEN_UP = new Set(["unpaid", "paused"]);

/** Returns the invoices of an ended subscription's periods that can still be paid. */
export const listInvoicesToClose = (facts: SubscriptionFacts): InvoiceFacts[] =>
  hasEnded(facts.status)
    ? facts.invoices.filter(({ isOfPeriod, collectable }) => isOfPeriod && collectable !== null)
    : [];

/** How long after a payment the product tries to refund it. */
const REFUND_MS = 30 * DAY_MS;
/** How long after the start of a dispute the product tries to refund what the dispute left. */
const DISPUTE_MS = 365 * DAY_MS;
/** After this many failed refunds of a charge the product gives up. */
const FAILED_REFUNDS_MAX = 3;

/**
 * Returns whether a paid invoice bought no featured days: another subscription covers its period, or it was paid after
 * the subscription had ended or after its own period. An `incomplete_expired` subscription ended before its first
 * payment.
 */
function isOwedRefund(invoice: InvoiceFacts, { status, duplicateSince, endedAt }: SubscriptionFacts): boolean {
  const { isOfPeriod, isPaid, paidAt, periodEnd } = invoice;
  if (!isOfPeriod || !isPaid || paidAt === null) return false;
  const isDuplicate = duplicateSince !== null && periodEnd > duplicateSince;
  const isAfterEnd = status === "incomplete_expired" || paidAt > (endedAt ?? Infinity);
  return isDuplicate || isAfterEnd || paidAt >= periodEnd;
}

/** Returns the charges that bought no featured days. What an open dispute leaves of them is refunded after its end. */
export const listChargesToRefund = (facts: SubscriptionFacts, now: number): ChargeFacts[] =>
  facts.invoices
    .filter((invoice) => isOwedRefund(invoice, facts))
    .flatMap(({ charges, paidAt }) => charges.filter((charge) => isRefundable(charge, paidAt!, now)));

function isRefundable(charge: ChargeFacts, paidAt: number, now: number): boolean {
  const isInTime = paidAt > now - REFUND_MS || charge.disputes.some(({ createdAt }) => createdAt > now - DISPUTE_MS);
  const hasFailedTooOften = charge.refunds.filter(({ hasFailed }) => hasFailed).length >= FAILED_REFUNDS_MAX;
  return isInTime && !charge.hasFailed && !isReversed(charge) && !hasFailedTooOften;
}

/** Returns false during a dispute, and for one day after a refund that failed was created. */
export const canRefundNow = ({ disputes, refunds }: ChargeFacts, now: number): boolean =>
  !disputes.some(({ isOpen }) => isOpen) &&
  refunds.every(({ hasFailed, createdAt }) => !hasFailed || createdAt < now - DAY_MS);

/** How late a receipt may still be queued. Stripe repeats an event for three days, and cron reads after seven. */
const RECEIPT_MS = 14 * DAY_MS;

/** Returns the paid periods of the last days, without payments of 0 cents and those that bought no featured days. */
export const listPaymentsForReceipts = (facts: SubscriptionFacts, now: number): InvoiceFacts[] =>
  facts.invoices.filter(
    (invoice) =>
      invoice.isOfPeriod &&
      invoice.amountCents > 0 &&
      isPaidAndKept(invoice) &&
      !isOwedRefund(invoice, facts) &&
      (invoice.paidAt ?? invoice.periodStart) > now - RECEIPT_MS,
  );

export type RefundForReceipt = {
  invoice: InvoiceFacts;
  charge: ChargeFacts;
  refund: ChargeFacts["refunds"][number];
  /** Null: the payment bought no featured days. Else Unix ms: the paid time of the listing ends then, or has ended. */
  until: number | null;
};

/** Returns the refunds of the last days that succeeded, of any payment of the subscription. */
export const listRefundsForReceipts = (facts: SubscriptionFacts, now: number): RefundForReceipt[] =>
  facts.invoices.flatMap((invoice) =>
    invoice.charges
      .flatMap((charge) => charge.refunds.map((refund) => ({ charge, refund })))
      .filter(({ refund: { status, createdAt } }) => status === "succeeded" && createdAt > now - RECEIPT_MS)
      .map((one) => ({ ...one, invoice, until: isOwedRefund(invoice, facts) ? null : (paidUntil(facts) ?? now) })),
  );

export type LedgerRow = Omit<typeof payments.$inferSelect, "id" | "subscriptionId" | "userId" | "siteId" | "siteName">;

/** Each row has Stripe's id. Payments of 0 cents are left out. */
export function toLedger(subscription: SubscriptionFacts): LedgerRow[] {
  const rows = subscription.invoices.flatMap((invoice) => [
    ...(invoice.isPaid && invoice.amountCents > 0 ? [toPaymentRow(invoice)] : []),
    ...invoice.charges.flatMap((charge) => toChargeRows(invoice, charge)),
  ]);
  if (!hasEnded(subscription.status) || subscription.endedAt === null) return rows;
  return [
    ...rows,
    {
      stripeId: `${subscription.id}:ended`,
      kind: "cancellation",
      amountCents: 0,
      taxCents: null,
      country: "",
      currency: subscription.currency,
      periodStart: null,
      periodEnd: null,
      invoiceUrl: "",
      invoiceNumber: "",
      invoicePdf: "",
      receiptUrl: "",
      detail: "",
      happenedAt: subscription.endedAt,
    },
  ];
}

const invoiceColumns = ({ currency, periodStart, periodEnd, url, pdfUrl, number, country }: InvoiceFacts) => ({
  currency,
  periodStart,
  periodEnd,
  country,
  invoiceUrl: url,
  invoiceNumber: number,
  invoicePdf: pdfUrl,
  receiptUrl: "",
  // Only a payment has it.
  taxCents: null,
});

const toPaymentRow = (invoice: InvoiceFacts): LedgerRow => ({
  ...invoiceColumns(invoice),
  stripeId: invoice.id,
  kind: "payment",
  amountCents: invoice.amountCents,
  taxCents: invoice.taxCents,
  receiptUrl: invoice.charges.find(({ hasFailed }) => !hasFailed)?.receiptUrl ?? "",
  detail: "",
  happenedAt: invoice.paidAt ?? invoice.periodStart,
});

function toChargeRows(invoice: InvoiceFacts, charge: ChargeFacts): LedgerRow[] {
  const failure: LedgerRow = {
    ...invoiceColumns(invoice),
    stripeId: charge.id,
    kind: "failure",
    amountCents: charge.amountCents,
    detail: charge.reason,
    happenedAt: charge.createdAt,
  };
  return [
    ...(charge.hasFailed ? [failure] : []),
    ...charge.refunds.map(({ id, amountCents, status, createdAt }): LedgerRow => ({
      ...invoiceColumns(invoice),
      stripeId: id,
      kind: "refund",
      amountCents,
      detail: status === "succeeded" ? "" : status,
      happenedAt: createdAt,
    })),
    ...charge.disputes.map(({ id, amountCents, isMoneyTaken, status, createdAt }): LedgerRow => ({
      ...invoiceColumns(invoice),
      stripeId: id,
      kind: "dispute",
      amountCents,
      // A `prevented` dispute was either refunded, or blocked before any money moved.
      detail: status === "prevented" && !isMoneyTaken ? "blocked" : status,
      happenedAt: createdAt,
    })),
  ];
}
