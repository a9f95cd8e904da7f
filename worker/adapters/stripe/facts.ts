import type { Stripe } from "stripe";
import { declineText } from "#schema/declines.ts";
import { discounted } from "#schema/promotions.ts";
import type { BalanceMove, ChargeFacts, InvoiceFacts, PaymentEvent, SubscriptionFacts } from "../../ports.ts";
import { planOf } from "./price.ts";

// Converts Stripe's objects to the types of the payments port: Unix milliseconds, cents, ids for expandable objects.

export const idOf = (value: string | { id: string }) => (typeof value === "string" ? value : value.id);
const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
const toNumber = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** `payments` must be expanded in the request. */
export const paymentIntentIds = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));

/**
 * Webhook endpoints with an API version before 2025-03-31.basil send this field:
 * https://docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects
 */
type OldInvoice = { subscription?: string | { id: string } | null };

export function subscriptionIdOf(invoice: Stripe.Invoice): string | undefined {
  const subscription =
    invoice.parent?.subscription_details?.subscription ?? (invoice as unknown as OldInvoice).subscription;
  return subscription ? idOf(subscription) : undefined;
}

type Read = {
  subscription: Stripe.Subscription;
  invoices: Stripe.Invoice[];
  /** `charges[i]` are the charges of `invoices[i]`. */
  charges: ChargeFacts[][];
  /** The invoice that its owner must confirm to the bank. */
  unconfirmed: string | undefined;
};

export function toSubscription({ subscription, invoices, charges, unconfirmed }: Read): SubscriptionFacts {
  const { customer, cancel_at: endsAt, default_payment_method: method } = subscription;
  const [item] = subscription.items.data;
  const periodEnd = item?.current_period_end ?? null;
  return {
    id: subscription.id,
    customerId: idOf(customer),
    customerEmail: typeof customer === "string" || customer.deleted ? "" : (customer.email ?? "").toLowerCase(),
    directory: subscription.metadata["directory"],
    siteId: toNumber(subscription.metadata["site_id"]),
    userId: toNumber(subscription.metadata["user_id"]),
    claimKey: subscription.metadata["claim"] ?? "",
    duplicateSince: toNumber(subscription.metadata["second_at"]) ?? null,
    movedTo: toNumber(subscription.metadata["moved_to"]) ?? null,
    description: subscription.description ?? "",
    status: subscription.status,
    // Stripe's portal may set `cancel_at`: https://docs.stripe.com/billing/subscriptions/billing-mode/compare
    // If that is after the current period, the subscription still renews.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (endsAt !== null && (periodEnd === null || endsAt <= periodEnd)),
    currentPeriodEnd: toMs(periodEnd),
    priceCents: item?.price.unit_amount == null ? null : nextPriceOf(item.price.unit_amount, subscription, periodEnd),
    plan: item ? planOf(item.price) : null,
    currency: subscription.currency,
    createdAt: subscription.created * 1000,
    endedAt: toMs(subscription.ended_at),
    // https://docs.stripe.com/api/subscriptions/object#subscription_object-cancellation_details-reason
    isGivenUp: subscription.cancellation_details?.reason === "payment_failed",
    card: method && typeof method !== "string" ? toCard(method) : null,
    invoices: invoices.map((invoice, index) => toInvoice(invoice, charges[index] ?? [], unconfirmed)),
  };
}

/** Not all ways to pay have digits. */
const toCard = ({ id, type, card, sepa_debit }: Stripe.PaymentMethod) => ({
  id,
  brand: card?.brand ?? type,
  last4: card?.last4 ?? sepa_debit?.last4 ?? "",
});

/**
 * Returns the price after the discounts that still run when the next period begins. `discounts.source.coupon` must be
 * expanded in the request. A discount for one payment is gone after it: https://docs.stripe.com/billing/subscriptions/coupons
 */
const nextPriceOf = (price: number, { discounts }: Stripe.Subscription, nextAt: number | null) =>
  discounts.reduce((left, discount) => {
    if (typeof discount === "string" || (discount.end !== null && discount.end <= (nextAt ?? 0))) return left;
    const { coupon } = discount.source;
    if (coupon === null || typeof coupon === "string") return left;
    return discounted(left, { percent_off: coupon.percent_off, amount_off_cents: coupon.amount_off });
  }, price);

/**
 * Billing reasons of invoices for a period. The operator may send other invoices, or change the price in the dashboard
 * (`subscription_update`). `subscription` is the reason before
 * May 2018. https://docs.stripe.com/api/invoices/object#invoice_object-billing_reason
 */
const PERIOD_REASONS = new Set(["subscription_create", "subscription_cycle", "subscription"]);

function toInvoice(invoice: Stripe.Invoice, charges: ChargeFacts[], unconfirmed: string | undefined): InvoiceFacts {
  // An invoice pays for the latest period of its lines. Its own `period_start` and `period_end` are the period before.
  const periods = invoice.lines.data.map(({ period }) => period).toSorted((a, b) => b.end - a.end);
  const period = periods[0] ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    id: invoice.id,
    isPaid: invoice.status === "paid",
    isOpen: invoice.status === "open",
    isOfPeriod: isOfPeriod(invoice),
    isFirst: invoice.billing_reason === "subscription_create",
    collectable: collectableOf(invoice),
    amountCents: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
    ...taxOf(invoice),
    country: invoice.customer_address?.country ?? "",
    currency: invoice.currency,
    periodStart: period.start * 1000,
    periodEnd: period.end * 1000,
    url: invoice.hosted_invoice_url ?? "",
    pdfUrl: invoice.invoice_pdf ?? "",
    number: invoice.number ?? "",
    attempts: invoice.attempt_count,
    nextAttemptAt: toMs(invoice.next_payment_attempt),
    needsConfirmation: invoice.id === unconfirmed,
    paidAt: toMs(invoice.status_transitions.paid_at),
    charges,
  };
}

/** An update that costs nothing is a move of the next charge. */
export const isOfPeriod = ({ billing_reason: reason, total }: Stripe.Invoice) =>
  PERIOD_REASONS.has(reason ?? "") || (reason === "subscription_update" && total > 0);

/** https://docs.stripe.com/api/invoices/object#invoice_object-total_taxes */
function taxOf({ automatic_tax, total, total_taxes }: Stripe.Invoice) {
  if (!automatic_tax.enabled) return { taxCents: null, netCents: null };
  const taxCents = (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return { taxCents, netCents: total - taxCents };
}

/** An `uncollectible` invoice can still be paid: https://docs.stripe.com/invoicing/overview#invoice-statuses */
function collectableOf({ status, auto_advance }: Stripe.Invoice): InvoiceFacts["collectable"] {
  if (status === "open" || status === "uncollectible") return "open";
  return status === "draft" && auto_advance ? "draft" : null;
}

/** The money is back at Stripe: https://docs.stripe.com/refunds#failed-refunds */
const hasFailed = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";

/** In cents. Failed refunds do not count. */
export const unrefundedCents = (amount: number, refunds: Stripe.Refund[]) =>
  refunds.filter((refund) => !hasFailed(refund)).reduce((left, refund) => left - refund.amount, amount);

type OfCharge = { invoice: string; refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] };

/** Balance transactions must be expanded. `invoice` is the id of the invoice that the charge pays. */
export const toCharge = (charge: Stripe.Charge, { invoice, refunds, disputes }: OfCharge): ChargeFacts => ({
  id: charge.id,
  cardId: charge.payment_method,
  hasFailed: charge.status === "failed",
  isPending: charge.status === "pending",
  // The outcome's reason is the decline code, or a rule of Stripe's Radar: https://docs.stripe.com/declines/card
  reason: declineText({
    code: charge.failure_code,
    declineCode: charge.outcome?.reason,
    message: charge.failure_message,
  }),
  failureCode: charge.failure_code ?? "",
  declineCode: charge.outcome?.reason ?? "",
  receiptUrl: charge.receipt_url ?? "",
  amountCents: charge.amount,
  // The charge's own `amount_refunded` may include failed refunds.
  refundedCents: charge.amount - unrefundedCents(charge.amount, refunds),
  createdAt: charge.created * 1000,
  refunds: refunds.map((refund) => ({
    id: refund.id,
    amountCents: refund.amount,
    status: refund.status ?? "",
    hasFailed: hasFailed(refund),
    createdAt: refund.created * 1000,
  })),
  disputes: disputes.map((dispute) => ({
    id: dispute.id,
    amountCents: dispute.amount,
    ...outcomeOf(dispute),
    status: dispute.status,
    createdAt: dispute.created * 1000,
  })),
  moves: listMoves(charge, { invoice, refunds, disputes }),
});

/** https://docs.stripe.com/reports/balance-transaction-types */
function listMoves(charge: Stripe.Charge, { invoice, refunds, disputes }: OfCharge): BalanceMove[] {
  // A debit that failed later took the money back. The ledger has it as a failure, with the id of the charge.
  const ledgerId = charge.status === "failed" ? charge.id : invoice;
  return [
    ...toMove(charge.balance_transaction, "payment", ledgerId),
    ...toMove(charge.failure_balance_transaction, "other", ledgerId),
    ...refunds.flatMap((refund) => [
      ...toMove(refund.balance_transaction, "refund", refund.id),
      ...toMove(refund.failure_balance_transaction, "refund_failure", refund.id),
    ]),
    ...disputes.flatMap(({ id, balance_transactions: moved }) =>
      moved.flatMap((move) => toMove(move, move.amount < 0 ? "dispute" : "dispute_reversal", id)),
    ),
  ];
}

type Expandable = string | Stripe.BalanceTransaction | null | undefined;

function toMove(move: Expandable, kind: BalanceMove["kind"], ledgerId: string): BalanceMove[] {
  // A payment that is not decided has none yet.
  if (!move || typeof move === "string") return [];
  const { id, amount, fee, net, currency, created } = move;
  const cents = { amountCents: amount, feeCents: fee, netCents: net };
  return [{ id, kind, ledgerId, ...cents, currency, happenedAt: created * 1000 }];
}

/**
 * `isMoneyTaken`: for good. An inquiry (`warning_…`) takes no money, and a dispute that is won returns it. An appeal
 * (`appeal_…`) follows a decision against the payment, and a `prevented` dispute is either blocked or refunded: there
 * the balance transactions tell. https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
function outcomeOf({ status, balance_transactions: moved }: Stripe.Dispute) {
  const isMoneyGone = moved.reduce((sum, { amount }) => sum + amount, 0) < 0;
  const isDecided = status === "prevented" || status.startsWith("appeal_");
  const isMoneyTaken = status === "lost" || (isDecided && isMoneyGone);
  return { isMoneyTaken, isOpen: status.endsWith("_response") || status.endsWith("under_review") };
}

/** In Unix seconds. Of several times it takes the last one, like Stripe's SDK. */
export function signedAt(signature: string): number {
  const time = signature.split(",").findLast((part) => part.startsWith("t="));
  return Number.parseInt(time?.slice(2) ?? "", 10);
}

/**
 * Only ids are read, because the object's shape follows the API version of the webhook endpoint:
 * https://docs.stripe.com/webhooks/versioning
 */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  const createdAt = event.created * 1000;
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return { id, type, createdAt, subject: { subscription: event.data.object.id } };
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required": {
      const subscription = subscriptionIdOf(event.data.object);
      return { id, type, createdAt, subject: subscription ? { subscription } : undefined };
    }
    // A charge may get its balance transaction some time after it was paid:
    // https://docs.stripe.com/payments/payment-intents/asynchronous-capture
    case "charge.updated":
    case "charge.refunded":
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const payment = event.data.object.payment_intent;
      return { id, type, createdAt, subject: payment ? { payment: idOf(payment) } : undefined };
    }
    default:
      return { id, type, createdAt, subject: undefined };
  }
}
