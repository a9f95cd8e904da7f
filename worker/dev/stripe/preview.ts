import { readAddress } from "./api-customers.ts";
import type { Bank } from "./bank.ts";
import { firstLine, lengthOf, type Line } from "./billing.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, Discount, Invoice, Price, Subscription, TaxId } from "./objects.ts";
import { newCustomer } from "./objects/customers.ts";
import { newInvoice } from "./objects/invoices.ts";
import { newSubscription } from "./objects/subscriptions.ts";
import { addDiscounts } from "./pricing.ts";
import { couponOf, readDiscounts } from "./promotions.ts";
import { refuse } from "./store.ts";
import { taxIdsOf } from "./tax-ids.ts";
import { addTax, type Buyer } from "./tax.ts";

/**
 * The next invoice of a subscription, or the first one of a new subscription. Nothing is saved.
 * https://docs.stripe.com/api/invoices/create_preview
 */
export function previewInvoice(bank: Bank, params: Params): Invoice {
  const running = textOf(params["subscription"])
    ? bank.find<Subscription>("subscription", textOf(params["subscription"]))
    : undefined;
  const customer = customerOf(bank, params, running);
  const details = mapOf(params["subscription_details"]);
  const [item] = listOf(details["items"]);
  const given = textOf(mapOf(item)["price"]);
  if (!given && !running) throw refuse("You must pass `subscription_details[items]` or `subscription`.");
  const price = given ? bank.find<Price>("price", given) : running!.items.data[0]!.price;
  const line = lineOf(bank.nowSeconds, price, running, details);
  const subscription = running ?? draftSubscription(bank, customer, price);
  const invoice = newInvoice({
    id: bank.id("upcoming_in"),
    created: bank.nowSeconds,
    customer,
    subscription: structuredClone(subscription),
    billing_reason: "upcoming",
    auto_advance: false,
    period_start: line.period.start,
    period_end: line.period.start,
    lines: [{ id: bank.id("il_tmp"), ...line }],
  });
  addDiscounts(invoice, discountsOf(bank, params, { running, customer, line }));
  const tax = textOf(mapOf(params["automatic_tax"])["enabled"]) ?? String(running?.automatic_tax.enabled ?? false);
  if (tax === "true") addTax(invoice, buyerOf(bank, params, customer));
  return invoice;
}

function customerOf(bank: Bank, params: Params, running: Subscription | undefined): Customer {
  const id = textOf(params["customer"]) ?? running?.customer;
  if (id) return bank.find<Customer>("customer", id);
  return newCustomer({ id: bank.id("cus"), created: bank.nowSeconds, email: null });
}

/** `customer_details` stand in for what the customer has. */
function buyerOf(bank: Bank, params: Params, { id, address }: Customer): Buyer {
  const details = mapOf(params["customer_details"]);
  const taxIds = listOf(details["tax_ids"]).map((one) => {
    const { type, value } = mapOf(one);
    return { type: type as TaxId["type"], value: String(value), verification: null };
  });
  return {
    address: details["address"] === undefined ? address : readAddress(details["address"]),
    taxIds: details["tax_ids"] === undefined ? taxIdsOf(bank, id) : taxIds,
  };
}

function lineOf(now: number, price: Price, running: Subscription | undefined, details: Params): Line {
  const trialEnd = textOf(details["trial_end"]);
  if (running) {
    const start = trialEnd ? Number(trialEnd) : running.items.data[0]!.current_period_end;
    return { amount: price.unit_amount!, period: { start, end: start + lengthOf(price) }, price };
  }
  if (trialEnd) return { amount: 0, period: { start: now, end: Number(trialEnd) }, price };
  const { type, timestamp } = mapOf(details["billing_cycle_anchor"]);
  return firstLine(price, now, {
    anchor: type === "timestamp" ? Number(timestamp) : undefined,
    prorates: details["proration_behavior"] !== "none",
  });
}

const draftSubscription = (bank: Bank, { id: customer }: Customer, price: Price): Subscription => {
  const created = bank.nowSeconds;
  return newSubscription({
    id: bank.id("sub"),
    created,
    customer,
    price,
    item: { id: bank.id("si"), created, current_period_start: created, current_period_end: created },
  });
};

/** Those of the call, else those of the running subscription that last until then. */
function discountsOf(
  bank: Bank,
  params: Params,
  { running, customer, line }: { running: Subscription | undefined; customer: Customer; line: Line },
) {
  if (params["discounts"] !== undefined) {
    const { amount, price } = line;
    const asked = readDiscounts(bank, listOf(params["discounts"]), { customer, amount, currency: price.currency });
    return asked.map(({ coupon }) => ({ id: bank.id("di"), coupon }));
  }
  const discounts = (running?.discounts ?? []).map((id) => bank.find<Discount>("discount", id));
  return discounts
    .filter(({ end }) => end === null || end > line.period.start)
    .map(({ id, source }) => ({ id, coupon: couponOf(bank, source.coupon!) }));
}
