import type { Stripe } from "stripe";
import type { payments } from "#schema/tables/payments.ts";
import { paidPeriodOf, toMs } from "../sync/reading.ts";

export type LedgerRow = Omit<typeof payments.$inferSelect, "id" | "reading">;
/** Whose row it is, from the stored subscription. */
export type Of = Pick<LedgerRow, "subscriptionId" | "userId" | "siteId" | "siteName">;

const PAGE = 100;

export const paymentRow = (invoice: Stripe.Invoice, of: Of): LedgerRow => ({
  ...of,
  ...paidBy(invoice),
  stripeId: invoice.id,
  kind: "payment",
  amountCents: invoice.amount_paid,
  detail: "",
  happenedAt: toMs(invoice.status_transitions.paid_at ?? invoice.created),
});

/** What was given back of a payment of an invoice, as Stripe lists it now. */
export async function readReturns(stripe: Stripe, payment: string, invoice: Stripe.Invoice, of: Of) {
  const found = { payment_intent: payment, limit: PAGE };
  const [refunds, disputes] = await Promise.all([stripe.refunds.list(found), stripe.disputes.list(found)]);
  const row = (
    { id, amount, created }: Stripe.Refund | Stripe.Dispute,
    kind: "refund" | "dispute",
    detail: string,
  ) => ({
    ...of,
    ...paidBy(invoice),
    stripeId: id,
    kind,
    amountCents: amount,
    detail,
    happenedAt: toMs(created),
  });
  const rows: LedgerRow[] = [
    ...refunds.data.map((one) => row(one, "refund", one.status === "succeeded" ? "" : (one.status ?? ""))),
    ...disputes.data.map((one) => row(one, "dispute", one.status)),
  ];
  return { rows, disputes: disputes.data };
}

function paidBy(invoice: Stripe.Invoice) {
  const { start, end } = paidPeriodOf(invoice);
  return { invoiceId: invoice.id, currency: invoice.currency, periodStart: start, periodEnd: end };
}
