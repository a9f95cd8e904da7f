import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { isReturned } from "../../../adapters/stripe/errors.ts";
import { stripeEvents } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { checkTaxId } from "./tax-ids.ts";
import { findOf } from "../ledger/queries.ts";
import { type Of, readReturns } from "../ledger/rows.ts";
import { writeRows } from "../ledger/write.ts";
import { notFinalized, refundFailed } from "./alerts.ts";
import { idOf } from "./reading.ts";
import type { SyncParts } from "./parts.ts";
import { endSubscription, syncSubscription } from "./sync.ts";
import { startReading } from "./write.ts";

/** What is known of an event without its object, whose shape follows the API version of the webhook's endpoint. */
type Known = Pick<Stripe.Event, "id" | "type" | "created" | "data">;

/**
 * Applies an event, unless it was applied before. An event is a hint: what it is about is read anew from Stripe.
 * @throws if Stripe does not answer. Then it must be applied again.
 */
export async function applyEvent(parts: SyncParts, event: Known): Promise<void> {
  const { db, now } = parts;
  const { id, type, created } = event;
  if (await isApplied(db, id)) return;
  await handle(parts, event);
  await db
    .insert(stripeEvents)
    .values({ id, type, createdAt: created * 1000, receivedAt: now })
    .onConflictDoNothing();
}

async function isApplied(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id));
  return rows.length > 0;
}

async function handle(parts: SyncParts, { type, data }: Known): Promise<void> {
  const object = data.object as { id: string; payment_intent?: string | { id: string } | null };
  const [kind] = type.split(".");
  if (type.startsWith("customer.subscription.")) return void (await syncSubscription(parts, object.id));
  if (type === "customer.tax_id.updated") return checkTaxId(parts, data.object as Stripe.TaxId);
  if (kind === "invoice") {
    const isOurs = await syncOfInvoice(parts, data.object as Stripe.Invoice);
    if (isOurs && type === "invoice.finalization_failed") await parts.alert?.(notFinalized(object.id));
    return;
  }
  const payment = object.payment_intent && idOf(object.payment_intent);
  const of = payment && (await findPaid(parts, payment));
  if (!of) return;
  await writeReturns(parts, payment, of);
  if (type === "refund.failed") await parts.alert?.(refundFailed((data.object as Stripe.Refund).id));
  if (kind === "radar") await refundFraud(parts, data.object as Stripe.Radar.EarlyFraudWarning, of);
  await syncSubscription(parts, of.subscriptionId);
}

/** Endpoints with an API version before 2025-03-31.basil send `subscription`. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | { id: string } | null };

async function syncOfInvoice(parts: SyncParts, { parent, subscription: old }: AnyInvoice): Promise<boolean> {
  const subscription = parent?.subscription_details?.subscription ?? old;
  return subscription ? (await syncSubscription(parts, idOf(subscription))) !== undefined : false;
}

type Paid = Of & { invoice: Stripe.Invoice };

/** The subscription of ours that a payment belongs to, as it is stored, and the invoice that it paid. */
async function findPaid(parts: SyncParts, payment: string): Promise<Paid | undefined> {
  const { data } = await parts.payments.stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: payment },
    expand: ["data.invoice"],
  });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === "string" || "deleted" in invoice) return undefined;
  const subscription = invoice.parent?.subscription_details?.subscription;
  const of = subscription ? await findStored(parts, idOf(subscription)) : undefined;
  return of && { ...of, invoice };
}

/** The first event about a subscription may be one about its payment. */
const findStored = async (parts: SyncParts, id: string) =>
  (await findOf(parts.db, id)) ?? ((await syncSubscription(parts, id)) && findOf(parts.db, id));

/** A dispute ends the subscription at once. An inquiry (`warning_…`) takes no money, and need not become a dispute. */
async function writeReturns(parts: SyncParts, payment: string, { invoice, ...of }: Paid): Promise<void> {
  const { db, payments } = parts;
  const reading = await startReading(db);
  const { rows, disputes } = await readReturns(payments.stripe, payment, invoice, of);
  if (rows.length > 0) await writeRows(db, rows, reading);
  const isLost = disputes.some(({ status }) => !status.startsWith("warning_") && status !== "won");
  if (isLost) await endSubscription(parts, of.subscriptionId);
}

/** The bank expects a dispute. A refund is cheaper for everybody: https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
async function refundFraud(
  parts: SyncParts,
  { charge }: Stripe.Radar.EarlyFraudWarning,
  { subscriptionId }: Paid,
): Promise<void> {
  const id = idOf(charge);
  await endSubscription(parts, subscriptionId, "period");
  try {
    // It can be of an older period.
    await parts.payments.stripe.refunds.create({ charge: id }, { idempotencyKey: `fraud-${id}` });
  } catch (error) {
    if (!isReturned(error)) throw error;
  }
}
