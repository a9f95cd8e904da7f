import type { Stripe } from "stripe";
import type { ChargeFacts, SubscriptionFacts } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { idOf, paymentIntentIds, toCharge, toSubscription } from "./facts.ts";

const PAGE = 100;
/** Further objects of a list are ignored. 1,500 renewals take more than a century. */
const LIST_MAX = 1_500;

const list = <T>(listed: { autoPagingToArray(options: { limit: number }): Promise<T[]> }) =>
  listed.autoPagingToArray({ limit: LIST_MAX });

/** Newest first. */
export const listInvoices = (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  list(stripe.invoices.list({ subscription, limit: PAGE, expand: ["data.payments"] }));

export const listRefunds = (stripe: Stripe, charge: string): Promise<Stripe.Refund[]> =>
  list(stripe.refunds.list({ charge, limit: PAGE }));

/**
 * Returns undefined if Stripe does not know the subscription. Sends three requests and one for each disputed charge,
 * and more for long lists and deleted customers.
 */
export async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionFacts | undefined> {
  let subscription: Stripe.Subscription;
  try {
    subscription = await stripe.subscriptions.retrieve(id, { expand: ["default_payment_method", "customer"] });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const invoices = await listInvoices(stripe, id);
  const charges = await listCharges(stripe, subscription, invoices);
  return toSubscription(
    subscription,
    invoices,
    invoices.map((invoice) => {
      const payments = paymentIntentIds(invoice);
      return charges.flatMap(({ payment, facts }) => (payments.includes(payment) ? [facts] : []));
    }),
  );
}

type Paid = { payment: string; facts: ChargeFacts };

/** One list of the customer's charges is cheaper than a request for each invoice. */
async function listCharges(
  stripe: Stripe,
  { customer, created }: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): Promise<Paid[]> {
  const payments = new Set(invoices.flatMap(paymentIntentIds));
  if (payments.size === 0) return [];
  const find = (of: { customer: string; created: { gte: number } } | { payment_intent: string }) =>
    list(stripe.charges.list({ ...of, limit: PAGE, expand: ["data.refunds"] }));
  const found = await find({ customer: idOf(customer), created: { gte: created } }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const known = new Set(found.map(paymentIntentId));
  // The list lacks the charges of a deleted customer, and those that another customer paid.
  const missing = invoices.filter(({ status }) => status === "paid").flatMap(paymentIntentIds);
  const others = await Promise.all(
    missing.filter((payment) => !known.has(payment)).map((payment) => find({ payment_intent: payment })),
  );
  const own = [...found, ...others.flat()].filter((charge) => payments.has(paymentIntentId(charge)));
  return Promise.all(
    own.map(async (charge) => ({ payment: paymentIntentId(charge), facts: await readCharge(stripe, charge) })),
  );
}

const paymentIntentId = ({ payment_intent: payment }: Stripe.Charge) => (payment ? idOf(payment) : "");

async function readCharge(stripe: Stripe, charge: Stripe.Charge): Promise<ChargeFacts> {
  // A charge comes with its ten newest refunds.
  const refunds = charge.refunds?.has_more ? await listRefunds(stripe, charge.id) : (charge.refunds?.data ?? []);
  const disputes = charge.disputed ? await list(stripe.disputes.list({ charge: charge.id, limit: PAGE })) : [];
  return toCharge(charge, refunds, disputes);
}
