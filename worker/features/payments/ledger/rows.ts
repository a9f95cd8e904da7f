import { lt, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonRows } from "../../../db/json-rows.ts";
import { excluded } from "../../../db/raw.ts";
import type { Owner } from "../sync/owner.ts";
import { paidPeriodOf, toMs } from "../sync/reading.ts";

type Row = Omit<typeof payments.$inferSelect, "id" | "reading">;
type Given = Pick<Row, "stripeId" | "kind" | "amountCents" | "detail" | "happenedAt">;

const PAGE = 100;

const rowOf = (invoice: Stripe.Invoice, owner: Owner, given: Given): Row => {
  const { start: periodStart, end: periodEnd } = paidPeriodOf(invoice);
  return { ...owner, invoiceId: invoice.id, currency: invoice.currency, periodStart, periodEnd, ...given };
};

export const paymentRow = (invoice: Stripe.Invoice, owner: Owner): Row =>
  rowOf(invoice, owner, {
    stripeId: invoice.id,
    kind: "payment",
    amountCents: invoice.amount_paid,
    detail: "",
    happenedAt: toMs(invoice.status_transitions.paid_at ?? invoice.created),
  });

/** What was given back of a payment of an invoice, as Stripe lists it now. */
export async function readReturns(stripe: Stripe, payment: string, invoice: Stripe.Invoice, owner: Owner) {
  const found = { payment_intent: payment, limit: PAGE };
  const [refunds, disputes] = await Promise.all([stripe.refunds.list(found), stripe.disputes.list(found)]);
  const given = ({ id, amount, created }: Stripe.Refund | Stripe.Dispute) => ({
    stripeId: id,
    amountCents: amount,
    happenedAt: toMs(created),
  });
  const detailOf = ({ status }: Stripe.Refund) => (status === "succeeded" ? "" : (status ?? ""));
  return {
    rows: [
      ...refunds.data.map((one) => rowOf(invoice, owner, { ...given(one), kind: "refund", detail: detailOf(one) })),
      ...disputes.data.map((one) => rowOf(invoice, owner, { ...given(one), kind: "dispute", detail: one.status })),
    ],
    disputes: disputes.data,
  };
}

/** Statement. Of a row that exists, only the state changes, unless a newer reading has written it. */
export const writeRows = (db: Db, rows: Row[], reading: number) =>
  db
    .insert(payments)
    .select(
      sql`${jsonRows(
        payments,
        rows.map((row) => ({ ...row, reading })),
      )} WHERE true`,
    )
    .onConflictDoUpdate({
      target: payments.stripeId,
      set: { detail: excluded(payments.detail), reading: excluded(payments.reading) },
      setWhere: lt(payments.reading, excluded(payments.reading)),
    });
