import type { Stripe } from "stripe";
import type { ChargeFacts, SubscriptionFacts } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { idOf, isOfPeriod, paymentIntentIds, toCharge, toSubscription } from "./facts.ts";

const PAGE = 100;
/** Further objects of a list are ignored. 1,500 renewals take more than a century. */
const LIST_MAX = 1_500;

const list = <T>(listed: { autoPagingToArray(options: { limit: number }): Promise<T[]> }) =>
  listed.autoPagingToArray({ limit: LIST_MAX });

/** Newest first. */
export const listInvoices = (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  list(stripe.invoices.list({ subscription, limit: PAGE, expand: ["data.payments"] }));

export const listRefunds = (stripe: Stripe, charge: string): Promise<Stripe.Refund[]> =>
  list(
    stripe.refunds.list({
      charge,
      limit: PAGE,
      expand: ["data.balance_transaction", "data.failure_balance_transaction"],
    }),
  );

/** With the movements of money: https://docs.stripe.com/api/balance_transactions/object */
const CHARGE_EXPAND = [
  "data.balance_transaction",
  "data.failure_balance_transaction",
  "data.refunds",
  "data.refunds.data.balance_transaction",
  "data.refunds.data.failure_balance_transaction",
];

/** The newest open invoice of a period, or of a subscription that Stripe no longer charges the newest draft. */
export const findDue = (invoices: Stripe.Invoice[], { status }: Pick<Stripe.Subscription, "status">) =>
  invoices.find(
    (invoice) =>
      isOfPeriod(invoice) && (invoice.status === "open" || (status === "unpaid" && invoice.status === "draft")),
  );

/**
 * Returns undefined if Stripe does not know the subscription. Sends three requests and one for each disputed charge,
 * and more for unpaid renewals, long lists and deleted customers.
 */
export async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionFacts | undefined> {
  let subscription: Stripe.Subscription;
  try {
    subscription = await stripe.subscriptions.retrieve(id, {
      expand: ["default_payment_method", "customer", "discounts.source.coupon"],
    });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const invoices = await listInvoices(stripe, id);
  const charges = await listCharges(stripe, subscription, invoices);
  return toSubscription({
    subscription,
    invoices,
    charges: invoices.map(({ id: invoice }) =>
      charges.flatMap((paid) => (paid.invoice === invoice ? [paid.facts] : [])),
    ),
    unconfirmed: await findUnconfirmed(stripe, invoices, subscription),
  });
}

/** Returns the id of the due renewal if its owner must confirm it: https://docs.stripe.com/billing/subscriptions/overview */
async function findUnconfirmed(
  stripe: Stripe,
  invoices: Stripe.Invoice[],
  subscription: Stripe.Subscription,
): Promise<string | undefined> {
  if (subscription.status !== "past_due" && subscription.status !== "unpaid") return undefined;
  const due = findDue(invoices, subscription);
  const [payment] = due ? paymentIntentIds(due) : [];
  const intent = payment && (await stripe.paymentIntents.retrieve(payment));
  return intent && intent.status === "requires_action" ? due?.id : undefined;
}

type Paid = { invoice: string; facts: ChargeFacts };

/** One list of the customer's charges is cheaper than a request for each invoice. */
async function listCharges(
  stripe: Stripe,
  { customer, created }: Stripe.Subscription,
  invoices: Stripe.Invoice[],
): Promise<Paid[]> {
  const paidBy = new Map(invoices.flatMap((invoice) => paymentIntentIds(invoice).map((id) => [id, invoice.id])));
  if (paidBy.size === 0) return [];
  const find = (of: { customer: string; created: { gte: number } } | { payment_intent: string }) =>
    list(stripe.charges.list({ ...of, limit: PAGE, expand: CHARGE_EXPAND }));
  // Stripe does not say whether it lists the charges of a deleted customer: https://docs.stripe.com/api/customers/delete
  const isDeleted = typeof customer !== "string" && customer.deleted === true;
  const found = isDeleted ? [] : await find({ customer: idOf(customer), created: { gte: created } });
  const known = new Set(found.map(paymentIntentId));
  // The list lacks charges that another customer paid.
  const missing = invoices.filter(({ status }) => isDeleted || status === "paid").flatMap(paymentIntentIds);
  const others = await Promise.all(
    missing.filter((payment) => !known.has(payment)).map((payment) => find({ payment_intent: payment })),
  );
  const own = [...found, ...others.flat()].filter((charge) => paidBy.has(paymentIntentId(charge)));
  return Promise.all(
    own.map(async (charge) => {
      const invoice = paidBy.get(paymentIntentId(charge))!;
      return { invoice, facts: await readCharge(stripe, charge, invoice) };
    }),
  );
}

const paymentIntentId = ({ payment_intent: payment }: Stripe.Charge) => (payment ? idOf(payment) : "");

async function readCharge(stripe: Stripe, charge: Stripe.Charge, invoice: string): Promise<ChargeFacts> {
  // A charge comes with its ten newest refunds.
  const refunds = charge.refunds?.has_more ? await listRefunds(stripe, charge.id) : (charge.refunds?.data ?? []);
  const disputes = charge.disputed ? await list(stripe.disputes.list({ charge: charge.id, limit: PAGE })) : [];
  return toCharge(charge, { invoice, refunds, disputes });
}
