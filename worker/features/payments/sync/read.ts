import type { Stripe } from "stripe";
import { undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import { idOf, type Reading, unpaidInvoice } from "./reading.ts";

const PAGE = 100;

/** Reads a subscription of ours with what `Reading` needs: two to four requests. Undefined if Stripe has none. */
export async function readSubscription(stripe: Stripe, id: string): Promise<Reading | undefined> {
  const subscription = await stripe.subscriptions
    .retrieve(id, { expand: ["default_payment_method", "discounts.source.coupon", "latest_invoice.payments"] })
    .catch(undefinedIfMissing);
  // Others may sell through the same account: their subscriptions are not looked at any further.
  if (!subscription || !isOurs(subscription)) return undefined;
  const unpaid = unpaidInvoice(subscription);
  const payment = unpaid?.status === "open" ? intentIdOf(unpaid) : undefined;
  const intent = payment ? await stripe.paymentIntents.retrieve(payment) : undefined;
  const invoices = await listPaid(stripe, id);
  return { subscription, intent, invoices, paid: await readPaid(stripe, invoices[0]) };
}

/** `subscribe` writes it. */
export const isOurs = ({ metadata }: Pick<Stripe.Subscription, "metadata">) =>
  /^\d{1,15}$/.test(metadata["site_id"] ?? "");

/** `payments` must be expanded: https://docs.stripe.com/api/invoice-payment/object */
export function intentIdOf({ payments, status }: Stripe.Invoice): string | undefined {
  const wanted = status === "paid" ? "paid" : "open";
  const found = payments?.data.find((one) => one.status === wanted)?.payment.payment_intent;
  return found ? idOf(found) : undefined;
}

/** Newest first. A promotion can make one free. */
async function listPaid(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const invoices: Stripe.Invoice[] = [];
  for await (const invoice of stripe.invoices.list({
    subscription,
    status: "paid",
    limit: PAGE,
    expand: ["data.payments"],
  }))
    if (invoice.amount_paid > 0 && intentIdOf(invoice)) invoices.push(invoice);
  return invoices;
}

async function readPaid(stripe: Stripe, invoice: Stripe.Invoice | undefined): Promise<Reading["paid"]> {
  if (!invoice) return undefined;
  const intent = await stripe.paymentIntents.retrieve(intentIdOf(invoice)!, { expand: ["latest_charge.refunds"] });
  const { latest_charge: charge } = intent;
  return charge && typeof charge !== "string" ? { invoice, charge } : undefined;
}
