import { readAddress } from "./api-customers.ts";
import { required } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { firstLine } from "./billing.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, Invoice, Price } from "./objects.ts";
import { newInvoice } from "./objects/invoices.ts";
import { newSubscription } from "./objects/subscriptions.ts";
import { addDiscounts } from "./pricing.ts";
import { readDiscounts } from "./promotions.ts";
import { taxIdsOf } from "./tax-ids.ts";
import { addTax } from "./tax.ts";

/** The first invoice of a new subscription. Nothing is saved. https://docs.stripe.com/api/invoices/create_preview */
export function previewInvoice(bank: Bank, params: Params): Invoice {
  const customer = bank.find<Customer>("customer", required(params, "customer"));
  const [item] = listOf(mapOf(params["subscription_details"])["items"]);
  const price = bank.find<Price>("price", textOf(mapOf(item)["price"]));
  const created = bank.nowSeconds;
  const line = firstLine(price, created);
  const { start, end } = line.period;
  const subscription = newSubscription({
    id: bank.id("sub"),
    created,
    customer: customer.id,
    price,
    item: { id: bank.id("si"), created, current_period_start: start, current_period_end: end },
  });
  const invoice = newInvoice({
    id: bank.id("upcoming_in"),
    created,
    customer,
    subscription,
    billing_reason: "upcoming",
    auto_advance: false,
    period_start: start,
    period_end: start,
    lines: [{ id: bank.id("il_tmp"), ...line }],
  });
  const asked = readDiscounts(bank, listOf(params["discounts"]), {
    customer,
    amount: line.amount,
    currency: price.currency,
  });
  addDiscounts(
    invoice,
    asked.map(({ coupon }) => ({ id: bank.id("di"), coupon })),
  );
  // `customer_details` stand in for what the customer has.
  const given = mapOf(params["customer_details"])["address"];
  const address = given === undefined ? customer.address : readAddress(given);
  if (mapOf(params["automatic_tax"])["enabled"] === "true")
    addTax(invoice, { address, taxIds: taxIdsOf(bank, customer.id) });
  return invoice;
}
