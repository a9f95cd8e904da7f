import type { Stripe } from "stripe";
import { inSequence } from "../in-sequence.ts";
import { findOf } from "../ledger/queries.ts";
import { type LedgerRow, paymentRow, readReturns } from "../ledger/rows.ts";
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

async function writeLedger({ db, payments: { stripe } }: SyncParts, id: string): Promise<void> {
  const reading = await startReading(db);
  const of = await findOf(db, id);
  if (!of) return;
  const rows: LedgerRow[] = [];
  for await (const invoice of stripe.invoices.list({
    subscription: id,
    status: "paid",
    limit: PAGE,
    expand: ["data.payments"],
  })) {
    const paidBy = intentsOf(invoice);
    if (invoice.amount_paid > 0 && paidBy.length > 0) rows.push(paymentRow(invoice, of));
    for (const payment of paidBy) rows.push(...(await readReturns(stripe, payment, invoice, of)).rows);
  }
  if (rows.length > 0) await writeRows(db, rows, reading);
}

const intentsOf = ({ payments }: Stripe.Invoice) =>
  (payments?.data ?? []).flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));
