import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { isReturned, undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import { stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import type { Db } from "../../../db/connection.ts";
import { taxIdMail } from "../mails.ts";
import { readReturns, writeRows } from "../ledger/rows.ts";
import { notFinalized, refundFailed, taxIdRefused } from "./alerts.ts";
import { idOf } from "./reading.ts";
import type { SyncParts } from "./parts.ts";
import { endSubscription, syncSubscription, type Synced } from "./sync.ts";
import { queueNotice, startReading } from "./write.ts";

/** What is known of an event without its object, whose shape follows the API version of the webhook's endpoint. */
type Known = Pick<Stripe.Event, "id" | "type" | "data">;

/**
 * Applies an event, unless it was applied before. An event is a hint: what it is about is read anew from Stripe.
 * @throws if Stripe does not answer. Then it must be applied again.
 */
export async function applyEvent(parts: SyncParts, event: Known): Promise<void> {
  const { db, now } = parts;
  const { id, type } = event;
  if (await isApplied(db, id)) return;
  await handle(parts, event);
  await db.insert(stripeEvents).values({ id, type, receivedAt: now }).onConflictDoNothing();
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
    const id = subscriptionOf(data.object as AnyInvoice);
    const found = id && (await syncSubscription(parts, id));
    if (found && type === "invoice.finalization_failed") await parts.alert(notFinalized(object.id));
    return;
  }
  const payment = object.payment_intent && idOf(object.payment_intent);
  const invoice = payment && (await findInvoice(parts, payment));
  const subscription = invoice && subscriptionOf(invoice);
  const found = subscription && (await syncSubscription(parts, subscription));
  if (!found) return;
  await writeReturns(parts, payment, invoice, found);
  if (type === "refund.failed") await parts.alert(refundFailed(object.id));
  if (kind === "radar") await refundFraud(parts, data.object as Stripe.Radar.EarlyFraudWarning, subscription);
}

/** Endpoints with an API version before 2025-03-31.basil send `subscription`. */
type AnyInvoice = Stripe.Invoice & { subscription?: string | { id: string } | null };

function subscriptionOf({ parent, subscription: old }: AnyInvoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription ?? old;
  return subscription ? idOf(subscription) : undefined;
}

/** The invoice that was paid. */
async function findInvoice({ payments: { stripe } }: SyncParts, payment: string): Promise<Stripe.Invoice | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: payment },
    expand: ["data.invoice"],
  });
  const invoice = data[0]?.invoice;
  return invoice && typeof invoice !== "string" && !("deleted" in invoice) ? invoice : undefined;
}

/** A dispute ends the subscription at once. An inquiry (`warning_…`) takes no money, and need not become a dispute. */
export async function writeReturns(
  parts: SyncParts,
  payment: string,
  invoice: Stripe.Invoice,
  { owner, subscription }: Synced,
): Promise<void> {
  const { db, payments } = parts;
  const reading = await startReading(db);
  const { rows, disputes } = await readReturns(payments.stripe, payment, invoice, owner);
  if (rows.length > 0) await writeRows(db, rows, reading);
  const isLost = disputes.some(({ status }) => !status.startsWith("warning_") && status !== "won");
  if (isLost) await endSubscription(parts, subscription.id);
}

/** The bank expects a dispute. A refund is cheaper for everybody: https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
async function refundFraud(
  parts: SyncParts,
  { charge }: Stripe.Radar.EarlyFraudWarning,
  subscription: string,
): Promise<void> {
  const id = idOf(charge);
  await endSubscription(parts, subscription, "period");
  try {
    // It can be of an older period.
    await parts.payments.stripe.refunds.create({ charge: id }, { idempotencyKey: `fraud-${id}` });
  } catch (error) {
    if (!isReturned(error)) throw error;
  }
}

/**
 * Registers check a VAT number after the payment: https://docs.stripe.com/billing/customer/tax-ids#validation. One that
 * they do not know is deleted, so that the next invoice has tax.
 */
async function checkTaxId(parts: SyncParts, { id, customer: of }: Stripe.TaxId): Promise<void> {
  const customer = of && idOf(of);
  const [row] = customer
    ? await parts.db
        .select({ userId: subscriptions.userId })
        .from(subscriptions)
        .where(eq(subscriptions.customerId, customer))
        .limit(1)
    : [];
  if (!customer || !row) return;
  const { stripe } = parts.payments;
  const taxId = await stripe.customers.retrieveTaxId(customer, id).catch(undefinedIfMissing);
  if (taxId?.verification?.status !== "unverified") return;
  await queueNotice(parts, row.userId, { key: `tax:${id}`, compose: (site) => taxIdMail(site, taxId.value) });
  await parts.alert(taxIdRefused(customer));
  await stripe.customers.deleteTaxId(customer, id).catch(undefinedIfMissing);
}
