import type { Stripe } from "stripe";
import type { ChargeFacts, InvoiceFacts, PaymentEvent, SubscriptionFacts } from "../ports.ts";

// Stripe's objects as the features know them: milliseconds, cents, nothing expandable.

export const idOf = (value: string | { id: string }) => (typeof value === "string" ? value : value.id);
const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
const toNumber = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export const paymentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));

/** Before the API of March 2025 an invoice named its subscription itself; endpoints may still send that shape. */
type OldInvoice = { subscription?: string | { id: string } | null };

export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  const subscription =
    invoice.parent?.subscription_details?.subscription ?? (invoice as unknown as OldInvoice).subscription;
  return subscription ? idOf(subscription) : undefined;
}

/** `charges` are those of each invoice, in the same order. */
export function toSubscription(
  subscription: Stripe.Subscription,
  invoices: Stripe.Invoice[],
  charges: ChargeFacts[][],
): SubscriptionFacts {
  const { customer, cancel_at: endsAt, default_payment_method: card } = subscription;
  const [item] = subscription.items.data;
  const periodEnd = item?.current_period_end ?? null;
  return {
    id: subscription.id,
    customerId: idOf(customer),
    customerEmail: typeof customer === "string" || customer.deleted ? "" : (customer.email ?? "").toLowerCase(),
    siteId: toNumber(subscription.metadata["site_id"]),
    userId: toNumber(subscription.metadata["user_id"]),
    claimKey: subscription.metadata["claim"] ?? "",
    status: subscription.status,
    // Cancelled in Stripe's portal it ends at a date: https://docs.stripe.com/billing/subscriptions/billing-mode/compare
    // At one after this period it is charged again before.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (endsAt !== null && (periodEnd === null || endsAt <= periodEnd)),
    currentPeriodEnd: toMs(periodEnd),
    priceCents: item?.price.unit_amount ?? null,
    currency: subscription.currency,
    createdAt: subscription.created * 1000,
    endedAt: toMs(subscription.ended_at),
    card: card && typeof card !== "string" && card.card ? { brand: card.card.brand, last4: card.card.last4 } : null,
    invoices: invoices.map((invoice, index) => toInvoice(invoice, charges[index] ?? [])),
  };
}

function toInvoice(invoice: Stripe.Invoice, charges: ChargeFacts[]): InvoiceFacts {
  // The period that is paid is its line's, of several the latest; the invoice's own is the one before.
  const periods = invoice.lines.data.map(({ period }) => period).toSorted((a, b) => b.end - a.end);
  const period = periods[0] ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    id: invoice.id,
    isPaid: invoice.status === "paid",
    isOpen: invoice.status === "open",
    amountCents: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    periodStart: period.start * 1000,
    periodEnd: period.end * 1000,
    url: invoice.hosted_invoice_url ?? "",
    paidAt: toMs(invoice.status_transitions.paid_at),
    charges,
  };
}

export const toCharge = (charge: Stripe.Charge, disputes: Stripe.Dispute[]): ChargeFacts => ({
  id: charge.id,
  hasFailed: charge.status === "failed",
  reason: charge.failure_message ?? "",
  amountCents: charge.amount,
  refundedCents: charge.amount_refunded,
  createdAt: charge.created * 1000,
  refunds: (charge.refunds?.data ?? []).map(({ id, amount, status, created }) => ({
    id,
    amountCents: amount,
    status: status ?? "",
    createdAt: created * 1000,
  })),
  disputes: disputes.map(({ id, amount, status, created }) => ({
    id,
    amountCents: amount,
    isLost: status === "lost",
    status,
    createdAt: created * 1000,
  })),
});

/** When an event was signed, in seconds; read as the SDK does, which takes the last of several times. */
export function signedAt(signature: string): number {
  const time = signature.split(",").findLast((part) => part.startsWith("t="));
  return Number.parseInt(time?.slice(2) ?? "", 10);
}

/** Events carry their object in the version of the endpoint that sent them, so only ids are taken from them. */
export function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return { id, type, subject: { subscription: event.data.object.id } };
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required": {
      const subscription = subscriptionOf(event.data.object);
      return { id, type, subject: subscription ? { subscription } : undefined };
    }
    case "charge.refunded":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const payment = event.data.object.payment_intent;
      return { id, type, subject: payment ? { payment: idOf(payment) } : undefined };
    }
    default:
      return { id, type, subject: undefined };
  }
}
