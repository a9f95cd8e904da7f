import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { subscriptions } from "#schema/tables/payments.ts";
import { inSequence } from "../in-sequence.ts";
import { disputeRow, type LedgerRow, paymentRow, refundRow } from "../ledger/rows.ts";
import { writeRows } from "../ledger/write.ts";
import { isOurs } from "./read.ts";
import { idOf } from "./reading.ts";
import type { SyncParts } from "./parts.ts";
import { syncSubscription } from "./sync.ts";
import { startReading } from "./write.ts";

const PAGE = 100;

/**
 * Fills the tables of money from Stripe, without mails. It gives what the running product has written.
 * @returns how many subscriptions there are, and how many were read.
 */
export async function reconcile(given: Omit<SyncParts, "config" | "onMail">): Promise<{ count: number; read: number }> {
  const parts: SyncParts = { ...given, config: null };
  const ids: string[] = [];
  for await (const one of parts.payments.stripe.subscriptions.list({ status: "all", limit: PAGE }))
    if (isOurs(one)) ids.push(one.id);
  const read = await inSequence(ids, async (id) => {
    await syncSubscription(parts, id);
    await writeLedger(parts, id);
  });
  return { count: ids.length, read };
}

async function writeLedger({ db, payments: { stripe } }: SyncParts, subscriptionId: string): Promise<void> {
  const { siteId, userId, siteName } = subscriptions;
  const reading = await startReading(db);
  const [row] = await db
    .select({ siteId, userId, siteName })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId));
  const of = { subscriptionId, ...row! };
  const rows: LedgerRow[] = [];
  const paid = { subscription: subscriptionId, status: "paid" as const, limit: PAGE, expand: ["data.payments"] };
  for await (const invoice of stripe.invoices.list(paid)) {
    if (invoice.amount_paid > 0) rows.push(paymentRow(invoice, of));
    for (const payment_intent of intentsOf(invoice)) {
      for await (const refund of stripe.refunds.list({ payment_intent, limit: PAGE }))
        rows.push(refundRow(refund, invoice, of));
      for await (const dispute of stripe.disputes.list({ payment_intent, limit: PAGE }))
        rows.push(disputeRow(dispute, invoice, of));
    }
  }
  if (rows.length > 0) await writeRows(db, rows, reading);
}

const intentsOf = ({ payments }: Stripe.Invoice) =>
  (payments?.data ?? []).flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));
