import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/dates.ts";
import type { Trouble } from "#schema/payments.ts";
import type { payments } from "#schema/tables/payments.ts";
import type { ChargeFacts, InvoiceFacts, SubscriptionFacts } from "../../ports.ts";

/**
 * Statuses of a subscription that has ended for good:
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
export const ENDED = ["canceled", "incomplete_expired"] as const;

export const hasEnded = (status: string) => (ENDED as readonly string[]).includes(status);

/** The grace: how long a site stays featured after its paid time, while Stripe retries a failed renewal. */
const GRACE_MS = 3 * DAY_MS;
/**
 * How long a site without days of grace stays featured after its paid time. Stripe charges a renewal about one hour
 * after the period ends: https://docs.stripe.com/billing/subscriptions/webhooks
 */
const CHARGE_DELAY_MS = 12 * HOUR_MS;

/** How late a payment still pays for the days from the start of its period. */
const ON_TIME_MS = CHARGE_DELAY_MS;
/** The same for the first payment: nobody was featured while it was missing. */
const FIRST_ON_TIME_MS = HOUR_MS;
/** Stripe counts in seconds, and its clock may differ a little. */

/** `paidBefore`: an older subscription of the site has paid until then (Unix ms). */
export type KnownFacts = SubscriptionFacts & { paidBefore: number | null };

/** A paid invoice and the days that it buys. Times in Unix ms. */
type Purchase = { invoice: InvoiceFacts; from: number; until: number };

/**
 * Returns the paid periods in the order of their payments. Each payment buys all days of its period: from the end of the
 * days before it, from the start of its period, or from the payment if that was late. So no payment buys days that are
 * past, and no two buy the same days. If an older subscription gets its money back, because a refund failed or a dispute
 * was won, its days come first. Payments that were reversed, and those after the end, buy nothing. If their refund
 * failed for good, the money is kept and buys its days.
 */
function listPurchases(facts: KnownFacts): Purchase[] {
  let end = facts.paidBefore ?? -Infinity;
  return facts.invoices
    .filter((invoice) => invoice.isOfPeriod && isPaidAndKept(invoice) && !isPaidAfterEnd(invoice, facts))
    .toSorted((a, b) => paymentTime(a) - paymentTime(b) || a.periodStart - b.periodStart)
    .map((invoice) => {
      const from = Math.max(end, startOf(invoice));
      end = from + lengthOf(invoice);
      return { invoice, from, until: end };
    });
}

const lengthOf = ({ periodStart, periodEnd }: InvoiceFacts) => periodEnd - periodStart;

function startOf(invoice: InvoiceFacts): number {
  const onTimeUntil = invoice.periodStart + (invoice.isFirst ? FIRST_ON_TIME_MS : ON_TIME_MS);
  const paidAt = paymentTime(invoice);
  return paidAt <= onTimeUntil ? invoice.periodStart : paidAt;
}

/** When the invoice was paid. A renewal that needed one charge counts from that charge. */
function paymentTime(invoice: InvoiceFacts): number {
  const [charge] = invoice.charges;
  return charge && countsFromCharge(invoice) ? charge.createdAt : (invoice.paidAt ?? invoice.periodStart);
}

/**
 * A direct debit takes days: https://docs.stripe.com/payments/sepa-debit. The site stays featured during the first debit
 * of a renewal. If that failed, later tries count from their success. Else debits that always fail would feature a site.
 */
const countsFromCharge = ({ isFirst, charges }: InvoiceFacts) =>
  !isFirst && charges.length === 1 && charges.every(({ hasFailed }) => !hasFailed);

/** The purchases of a subscription without those that are owed a refund. */
const listKeptPurchases = (facts: KnownFacts): Purchase[] =>
  listPurchases(facts).filter(({ invoice, until }) => !isDuplicated(invoice, until, facts));

/** Returns the end (Unix ms) of the days that are paid and not reversed, or null if there are none. */
export const paidUntil = (facts: KnownFacts): number | null => listKeptPurchases(facts).at(-1)?.until ?? null;

/**
 * Returns the time (Unix ms) until which the subscription features its site, or null if nothing is paid. If it is
 * `active`, `trialing` or `past_due` and renews, days of grace follow the paid time. They require that the current card
 * has paid one of its invoices and that the site's grace is not used up. Without grace, `past_due` gets no more time and
 * the others get `CHARGE_DELAY_MS`.
 */
export function coveredUntil(facts: KnownFacts, isGraceUsed: boolean): number | null {
  const until = paidUntil(facts);
  if (until === null || facts.cancelAtPeriodEnd) return until;
  const hasGrace = !isGraceUsed && hasPaidWith(facts, facts.card?.id);
  if (isCurrent(facts.status)) return until + (hasGrace ? GRACE_MS : CHARGE_DELAY_MS);
  return facts.status === "past_due" && hasGrace ? until + GRACE_MS : until;
}

/** After a move of the next charge, Stripe calls the subscription `trialing`. */
export const isCurrent = (status: string) => status === "active" || status === "trialing";

const hasPaidWith = (facts: KnownFacts, cardId: string | undefined) =>
  listPurchases(facts)
    .flatMap(({ invoice }) => invoice.charges)
    .some((charge) => !charge.hasFailed && charge.cardId === cardId);

/**
 * Returns whether the subscription runs and its current period at Stripe is paid or a trial. To compare with `now` is
 * not enough: Stripe's clock may be ahead.
 */
export function isPeriodPaid(facts: KnownFacts, now: number): boolean {
  const until = paidUntil(facts) ?? 0;
  const isCovered = facts.status === "trialing" || until >= (facts.currentPeriodEnd ?? 0);
  return !hasEnded(facts.status) && until > now && isCovered;
}

/** A partly refunded invoice still counts as paid, and so does a renewal whose debit is not decided. */
const isPaidAndKept = (invoice: InvoiceFacts) =>
  (invoice.isPaid || (isPending(invoice) && countsFromCharge(invoice))) && !invoice.charges.some(isReversed);

/** The bank has not decided about a debit. */
export const isPending = ({ isPaid, charges }: InvoiceFacts) => !isPaid && charges.some((charge) => charge.isPending);

/** Refunded in full, or taken by a dispute. */
const isReversed = ({ amountCents, refundedCents, disputes }: ChargeFacts) =>
  (refundedCents > 0 && refundedCents >= amountCents) || disputes.some(({ isMoneyTaken }) => isMoneyTaken);

/**
 * Returns whether the subscription must be cancelled at Stripe, for one of four reasons:
 * - It is the duplicate of another subscription of its site.
 * - Stripe has paused it after a failure.
 * - The charge of its last paid period was reversed. A full refund of an older period only makes that period unpaid. The
 *   free invoice that Stripe makes when the next charge moves is no period.
 * - A dispute took the money of any of its periods.
 */
export function mustBeCancelled(facts: KnownFacts): boolean {
  const paid = facts.invoices.filter(
    (invoice) => invoice.isOfPeriod && invoice.isPaid && !isOwedRefund(invoice, facts),
  );
  const [last] = paid.toSorted((a, b) => paymentTime(b) - paymentTime(a) || b.periodEnd - a.periodEnd);
  const charges = facts.invoices.flatMap((invoice) => invoice.charges);
  return (
    facts.duplicateSince !== null ||
    facts.status === "paused" ||
    (last?.charges.some(isReversed) ?? false) ||
    charges.some(({ disputes }) => disputes.some(({ isMoneyTaken }) => isMoneyTaken))
  );
}

/**
 * Returns the invoices of periods that must not be paid any more: all of an ended subscription, and of a running one
 * those for days that are paid. Stripe refuses to close an invoice whose debit is not decided.
 */
export function listInvoicesToClose(facts: KnownFacts, now: number): InvoiceFacts[] {
  const until = paidUntil(facts) ?? 0;
  const payable = facts.invoices.filter(({ isOfPeriod, collectable }) => isOfPeriod && collectable !== null);
  if (hasEnded(facts.status)) return payable;
  return payable.filter((invoice) => until > now && invoice.periodStart < until && !isPending(invoice));
}

/** Statuses in which Stripe charges the next period. */
const RENEWING = new Set(["active", "trialing", "past_due", "unpaid"]);

/**
 * Returns the time (Unix ms) to which Stripe's next charge must move, or null. It is the end of the paid days, for one of
 * three reasons:
 * - Stripe's current period ends earlier.
 * - The current period ends later, and its invoice was closed or must be closed. Or the product had moved the charge
 *   there, for days that are not paid any more.
 * - The subscription is still `past_due` or `unpaid`, although nothing is open: a move makes it renew again.
 * It waits for a debit: if that fails, the days are not paid.
 */
export function nextChargeToMove(facts: KnownFacts, now: number): number | null {
  const { status, invoices, currentPeriodEnd: end } = facts;
  const until = paidUntil(facts);
  if (!RENEWING.has(status) || facts.cancelAtPeriodEnd || end === null || until === null) return null;
  if (invoices.some(isPending)) return null;
  const isEarly = end < until - MINUTE_MS;
  const toClose = listInvoicesToClose(facts, now);
  const isOver = (one: InvoiceFacts) => isClosed(one) || toClose.includes(one);
  const hasNoPayment = facts.movedTo === end || invoices.some((one) => isOver(one) && one.periodEnd === end);
  const isLate = end > until + MINUTE_MS && hasNoPayment;
  const isStuck = !isCurrent(status) && invoices.every((one) => one.collectable === null || !one.isOfPeriod);
  return until > now + MINUTE_MS && (isEarly || isLate || isStuck) ? until : null;
}

/** Nothing charges the invoice any more. */
const isClosed = (invoice: InvoiceFacts) =>
  invoice.isOfPeriod && !invoice.isPaid && invoice.collectable === null && !isPending(invoice);

/** Returns the newest renewal that could not be charged, and what it waits for. Null if nothing is unpaid. */
export function findUnpaid({
  status,
  invoices,
}: SubscriptionFacts): { invoice: InvoiceFacts; trouble: Trouble } | null {
  if (status !== "past_due" && status !== "unpaid") return null;
  const invoice = invoices.find((one) => one.isOfPeriod && one.isOpen && !isPending(one));
  if (!invoice) return null;
  const willRetry = status === "past_due" && invoice.nextAttemptAt !== null;
  return { invoice, trouble: invoice.needsConfirmation ? "confirm" : willRetry ? "retry" : "stopped" };
}

/** Returns whether the bank has refused the first debit, and nothing was paid. Stripe does not try it again. */
export const isFirstDebitRefused = ({ status, card, invoices }: SubscriptionFacts) =>
  (status === "incomplete" || status === "incomplete_expired") &&
  card?.brand === "sepa_debit" &&
  invoices.some(({ charges }) => charges.length > 0 && charges.every(({ hasFailed }) => hasFailed));

/** How long after a payment the product tries to refund it. */
const REFUND_MS = 30 * DAY_MS;
/** How long after the start of a dispute the product tries to refund what the dispute left. */
const DISPUTE_MS = 365 * DAY_MS;
/** After this many failed refunds of a charge the product gives up. */
const FAILED_REFUNDS_MAX = 3;

/**
 * Returns whether a paid invoice bought no featured days: another subscription covers them, or it was paid after the
 * subscription had ended.
 */
function isOwedRefund(invoice: InvoiceFacts, facts: KnownFacts): boolean {
  if (!invoice.isOfPeriod || !invoice.isPaid || invoice.paidAt === null) return false;
  const bought = listPurchases(facts).find((one) => one.invoice === invoice);
  const until = bought?.until ?? startOf(invoice) + lengthOf(invoice);
  return isDuplicated(invoice, until, facts) || isPaidAfterEnd(invoice, facts);
}

/** Another subscription of the site covers the days from `duplicateSince` on. */
const isDuplicated = (invoice: InvoiceFacts, until: number, { duplicateSince }: SubscriptionFacts) =>
  duplicateSince !== null && until > duplicateSince && !isRefundGivenUp(invoice);

/** An `incomplete_expired` subscription ended before its first payment. */
const isPaidAfterEnd = (invoice: InvoiceFacts, { status, endedAt }: SubscriptionFacts) =>
  (status === "incomplete_expired" || paymentTime(invoice) > (endedAt ?? Infinity)) && !isRefundGivenUp(invoice);

const isRefundGivenUp = ({ charges }: InvoiceFacts) =>
  charges.some(({ refunds }) => refunds.filter(({ hasFailed }) => hasFailed).length >= FAILED_REFUNDS_MAX);

/** Returns the charges that bought no featured days. What an open dispute leaves of them is refunded after its end. */
export const listChargesToRefund = (facts: KnownFacts, now: number): ChargeFacts[] =>
  facts.invoices
    .filter((invoice) => isOwedRefund(invoice, facts))
    .flatMap(({ charges, paidAt }) => charges.filter((charge) => isRefundable(charge, paidAt!, now)));

function isRefundable(charge: ChargeFacts, paidAt: number, now: number): boolean {
  const isInTime = paidAt > now - REFUND_MS || charge.disputes.some(({ createdAt }) => createdAt > now - DISPUTE_MS);
  return isInTime && !charge.hasFailed && !isReversed(charge);
}

/** Returns false during a dispute, and for one day after a refund that failed was created. */
export const canRefundNow = ({ disputes, refunds }: ChargeFacts, now: number): boolean =>
  !disputes.some(({ isOpen }) => isOpen) &&
  refunds.every(({ hasFailed, createdAt }) => !hasFailed || createdAt < now - DAY_MS);

/** How late a receipt may still be queued. Stripe repeats an event for three days, and cron reads after seven. */
const RECEIPT_MS = 14 * DAY_MS;

/**
 * Returns the paid periods of the last days, without payments of 0 cents and those that bought no featured days. Each has
 * the days that it bought as its period.
 */
export const listPaymentsForReceipts = (facts: KnownFacts, now: number): InvoiceFacts[] =>
  listKeptPurchases(facts)
    .filter(({ invoice }) => invoice.isPaid && invoice.amountCents > 0)
    .filter(({ invoice }) => (invoice.paidAt ?? invoice.periodStart) > now - RECEIPT_MS)
    .map(({ invoice, from, until }) => ({ ...invoice, periodStart: from, periodEnd: until }));

export type RefundForReceipt = {
  invoice: InvoiceFacts;
  charge: ChargeFacts;
  refund: ChargeFacts["refunds"][number];
  /** Null: the payment bought no featured days. Else Unix ms: the paid time of the listing ends then, or has ended. */
  until: number | null;
};

/** Returns the refunds of the last days that succeeded, of any payment of the subscription. */
export const listRefundsForReceipts = (facts: KnownFacts, now: number): RefundForReceipt[] =>
  facts.invoices.flatMap((invoice) =>
    invoice.charges
      .flatMap((charge) => charge.refunds.map((refund) => ({ charge, refund })))
      .filter(({ refund: { status, createdAt } }) => status === "succeeded" && createdAt > now - RECEIPT_MS)
      .map((one) => ({ ...one, invoice, until: isOwedRefund(invoice, facts) ? null : (paidUntil(facts) ?? now) })),
  );

export type LedgerRow = Omit<typeof payments.$inferSelect, "id" | "subscriptionId" | "userId" | "siteId" | "siteName">;

/**
 * Each row has Stripe's id. Payments of 0 cents are left out. The period of a payment is the days that it bought. If it
 * bought none, it is the invoice's period.
 */
export function toLedger(subscription: KnownFacts): LedgerRow[] {
  const bought = new Map(listKeptPurchases(subscription).map((purchase) => [purchase.invoice, purchase]));
  const rows = subscription.invoices.flatMap((invoice) => [
    ...(invoice.isPaid && invoice.amountCents > 0 ? [toPaymentRow(invoice, bought.get(invoice))] : []),
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

const toPaymentRow = (invoice: InvoiceFacts, bought: Purchase | undefined): LedgerRow => ({
  ...invoiceColumns(invoice),
  ...(bought && { periodStart: bought.from, periodEnd: bought.until }),
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
