import type { Stripe } from "stripe";
import type { payments } from "#schema/tables/payments.ts";
import { paidPeriodOf, toMs } from "../sync/reading.ts";

export type LedgerRow = Omit<typeof payments.$inferSelect, "id" | "reading">;
/** Whose row it is, from the stored subscription. */
export type Of = Pick<LedgerRow, "subscriptionId" | "userId" | "siteId" | "siteName">;

export const paymentRow = (invoice: Stripe.Invoice, of: Of): LedgerRow => ({
  ...ofInvoice(invoice, of),
  stripeId: invoice.id,
  kind: "payment",
  amountCents: invoice.amount_paid,
  detail: "",
  happenedAt: toMs(invoice.status_transitions.paid_at ?? invoice.created),
});

export const refundRow = (refund: Stripe.Refund, invoice: Stripe.Invoice, of: Of): LedgerRow => ({
  ...ofInvoice(invoice, of),
  stripeId: refund.id,
  kind: "refund",
  amountCents: refund.amount,
  detail: refund.status === "succeeded" ? "" : (refund.status ?? ""),
  happenedAt: toMs(refund.created),
});

export const disputeRow = (dispute: Stripe.Dispute, invoice: Stripe.Invoice, of: Of): LedgerRow => ({
  ...ofInvoice(invoice, of),
  stripeId: dispute.id,
  kind: "dispute",
  amountCents: dispute.amount,
  detail: dispute.status,
  happenedAt: toMs(dispute.created),
});

function ofInvoice(invoice: Stripe.Invoice, of: Of) {
  const { start, end } = paidPeriodOf(invoice);
  return { ...of, invoiceId: invoice.id, currency: invoice.currency, periodStart: start, periodEnd: end };
}
