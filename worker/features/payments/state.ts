import type { LedgerKind } from "#schema/payments.ts";
import type { ChargeFacts, InvoiceFacts, SubscriptionFacts } from "../../ports.ts";

/** Stripe's words for a subscription that is over; nothing more is charged for it. */
export const ENDED = ["canceled", "incomplete_expired"] as const;

export const hasEnded = (status: string) => (ENDED as readonly string[]).includes(status);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a listing stays featured while a renewal that failed is tried again. */
const GRACE_MS = 3 * DAY_MS;
/** And while a renewal has not been tried yet: Stripe charges about an hour after a period ends. */
const CHARGE_DELAY_MS = 12 * HOUR_MS;

/** End of the last period that was paid and is still paid; empty where there is none. */
export function paidUntil({ invoices }: SubscriptionFacts): number | null {
  const ends = invoices.filter(isPaidAndKept).map(({ periodEnd }) => periodEnd);
  return ends.length > 0 ? Math.max(...ends) : null;
}

/**
 * Until when its site is featured. Days of grace are for a card that has paid before, once: not for one that has just
 * been put in, nor for a site whose last failed renewal was never paid (`isGraceUsed`).
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

/** Whether nothing more is due before the period that runs at Stripe is over; its clock may be ahead of this one. */
export function isPeriodPaid(facts: SubscriptionFacts, now: number): boolean {
  const until = paidUntil(facts) ?? 0;
  const isCovered = facts.status === "trialing" || until >= (facts.currentPeriodEnd ?? 0);
  return !hasEnded(facts.status) && until > now && isCovered;
}

/** A part given back is a favour; all given back, or taken back by the bank, is not paid. */
const isPaidAndKept = ({ isPaid, charges }: InvoiceFacts) => isPaid && !charges.some(isReversed);

const isReversed = ({ amountCents, refundedCents, disputes }: ChargeFacts) =>
  (refundedCents > 0 && refundedCents >= amountCents) || disputes.some(({ isMoneyTaken }) => isMoneyTaken);

/**
 * Whether nobody wants to pay for it any more: the site has another, Stripe has given up to charge for it, the money of the
 * last paid period was given or taken back, or that of any period by the bank. What was given back for an older period takes
 * that period alone away.
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

/** What Stripe may be set to do after the last try, instead of cancelling. No other card would be charged for what is due. */
const GIVEN_UP = new Set(["unpaid", "paused"]);

/** Invoices by which money may still come though the subscription has ended. */
export const listInvoicesToClose = (facts: SubscriptionFacts): InvoiceFacts[] =>
  hasEnded(facts.status)
    ? facts.invoices.filter(({ isOfPeriod, collectable }) => isOfPeriod && collectable !== null)
    : [];

/** How long the product tries to give money back, how long after a dispute began, and how often where banks send it back. */
const REFUND_MS = 30 * DAY_MS;
const DISPUTE_MS = 365 * DAY_MS;
const FAILED_REFUNDS_MAX = 3;

/**
 * Paid for days that another subscription covers, after the end of the subscription, or when the days that it is for were
 * over. One that ended before its first payment (`incomplete_expired`) was paid after its end.
 */
function isOwedRefund(invoice: InvoiceFacts, { status, duplicateSince, endedAt }: SubscriptionFacts): boolean {
  const { isOfPeriod, isPaid, paidAt, periodEnd } = invoice;
  if (!isOfPeriod || !isPaid || paidAt === null) return false;
  const isDuplicate = duplicateSince !== null && periodEnd > duplicateSince;
  const isAfterEnd = status === "incomplete_expired" || paidAt > (endedAt ?? Infinity);
  return isDuplicate || isAfterEnd || paidAt >= periodEnd;
}

/** Charges that bought nothing. Those with an open dispute belong to them: what it leaves is given back. */
export const listChargesToRefund = (facts: SubscriptionFacts, now: number): ChargeFacts[] =>
  facts.invoices
    .filter((invoice) => isOwedRefund(invoice, facts))
    .flatMap(({ charges, paidAt }) => charges.filter((charge) => isRefundable(charge, paidAt!, now)));

/** Not where refunds have come back again and again. */
function isRefundable(charge: ChargeFacts, paidAt: number, now: number): boolean {
  const isInTime = paidAt > now - REFUND_MS || charge.disputes.some(({ createdAt }) => createdAt > now - DISPUTE_MS);
  const isSentBack = charge.refunds.filter(({ hasFailed }) => hasFailed).length >= FAILED_REFUNDS_MAX;
  return isInTime && !charge.hasFailed && !isReversed(charge) && !isSentBack;
}

/** Not while its bank decides over a dispute, nor on the day on which a refund failed. */
export const canRefundNow = ({ disputes, refunds }: ChargeFacts, now: number): boolean =>
  !disputes.some(({ isOpen }) => isOpen) &&
  refunds.every(({ hasFailed, createdAt }) => !hasFailed || createdAt < now - DAY_MS);

export type LedgerRow = {
  stripeId: string;
  kind: LedgerKind;
  amountCents: number;
  currency: string;
  periodStart: number | null;
  periodEnd: number | null;
  invoiceUrl: string;
  detail: string;
  happenedAt: number;
};

/** All that happened to money, each under Stripe's own id. */
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
      currency: subscription.currency,
      periodStart: null,
      periodEnd: null,
      invoiceUrl: "",
      detail: "",
      happenedAt: subscription.endedAt,
    },
  ];
}

const invoiceColumns = ({ currency, periodStart, periodEnd, url }: InvoiceFacts) => ({
  currency,
  periodStart,
  periodEnd,
  invoiceUrl: url,
});

const toPaymentRow = (invoice: InvoiceFacts): LedgerRow => ({
  ...invoiceColumns(invoice),
  stripeId: invoice.id,
  kind: "payment",
  amountCents: invoice.amountCents,
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
      // Prevented is what was paid back, and what was blocked before it cost anything.
      detail: status === "prevented" && !isMoneyTaken ? "blocked" : status,
      happenedAt: createdAt,
    })),
  ];
}
