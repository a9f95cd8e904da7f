import type { Stripe } from "stripe";
import { undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import { idOf, invoiceOf, type Reading, unpaidInvoice } from "./reading.ts";

/** Of the last paid invoices, that many can be free, after a promotion. */
const FREE_MAX = 10;

/** Reads a subscription of ours with what `Reading` needs: two to four requests. Undefined if Stripe has none. */
export async function readSubscription(stripe: Stripe, id: string): Promise<Reading | undefined> {
  const subscription = await stripe.subscriptions
    .retrieve(id, { expand: ["default_payment_method", "discounts.source.coupon", "latest_invoice.payments"] })
    .catch(undefinedIfMissing);
  // Others may sell through the same account: their subscriptions are not looked at any further.
  if (!subscription || !isOurs(subscription)) return undefined;
  const unpaid = unpaidInvoice(subscription);
  const payment = unpaid?.status === "open" ? paymentOf(unpaid) : undefined;
  const intent = payment ? await stripe.paymentIntents.retrieve(payment) : undefined;
  return { subscription, intent, paid: await readPaid(stripe, subscription) };
}

/** `subscribe` writes it. */
export const isOurs = ({ metadata }: Pick<Stripe.Subscription, "metadata">) =>
  /^\d{1,15}$/.test(metadata["site_id"] ?? "");

/** `payments` must be expanded: https://docs.stripe.com/api/invoice-payment/object */
function paymentOf({ payments, status }: Stripe.Invoice): string | undefined {
  const wanted = status === "paid" ? "paid" : "open";
  const found = payments?.data.find((one) => one.status === wanted)?.payment.payment_intent;
  return found ? idOf(found) : undefined;
}

async function readPaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<Reading["paid"]> {
  const latest = invoiceOf(subscription);
  const invoice =
    latest?.status === "paid" && latest.amount_paid > 0 ? latest : await findPaid(stripe, subscription.id);
  const payment = invoice && paymentOf(invoice);
  if (!invoice || !payment) return undefined;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment, {
    expand: ["latest_charge.refunds"],
  });
  return charge && typeof charge !== "string" ? { invoice, charge } : undefined;
}

async function findPaid(stripe: Stripe, subscription: string): Promise<Stripe.Invoice | undefined> {
  const { data } = await stripe.invoices.list({
    subscription,
    status: "paid",
    limit: FREE_MAX,
    expand: ["data.payments"],
  });
  return data.find(({ amount_paid: paid }) => paid > 0);
}
