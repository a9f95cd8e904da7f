import { expect, test } from "vitest";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import type { Customer, Price } from "#worker/dev/stripe/objects.ts";
import { usePayer } from "../support/payer.ts";
import { errorResponse, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// With STRIPE_TAX, Stripe computes the tax, which the price includes.

const payer = usePayer();
const { stripe } = payer;
const taxed = () => ({ ports: { payments: async () => stripe.standIn.payments({ tax: true }) } });
const call = async (name: string, body: object = {}) =>
  readResponse(await payer.anna.post(`/api/payments/${name}/`, { site_id: payer.siteId, ...body }, taxed()));
const needsCountry = errorResponse(400, PAYMENT_MESSAGES.needsCountry, { country: PAYMENT_MESSAGES.needsCountry });
const ORDER = { payment_method_id: "pm_card_visa" };

test("without a country no payment is made, and the answer asks for it", async () => {
  expect(await call("subscribe", ORDER)).toEqual(needsCountry);
  expect([stripe.subscriptions, stripe.charges]).toEqual([[], []]);
});

test("the price includes the tax on the invoice, and the country is stored", async () => {
  expect(await call("subscribe", { ...ORDER, country: "AT", business: true })).toMatchObject({ status: 200 });
  const { total, total_taxes: taxes } = stripe.invoices[0]!;
  expect([total, taxes![0]!.amount]).toEqual([1000, 167]);
  expect(stripe.subscriptions[0]!.metadata).toMatchObject({ business: "true", country: "AT" });
  expect(payer.bank.list<Customer>("customer")[0]!.address).toMatchObject({ country: "AT" });
});

test("a price that does not include the tax is not sold", async () => {
  for (const price of payer.bank.list<Price>("price")) price.tax_behavior = "exclusive";
  expect(await call("subscribe", { ...ORDER, country: "AT" })).toEqual(errorResponse(503, PAYMENT_MESSAGES.wrongSetup));
  expect([stripe.subscriptions, stripe.charges]).toEqual([[], []]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("whether a buyer is a business is stored, also if it is not stated, and “no” is refused", async () => {
  const message = PAYMENT_MESSAGES.businessOnly;
  expect(await call("subscribe", { ...ORDER, country: "AT", business: false })).toEqual(
    errorResponse(400, message, { business: message }),
  );
  await call("subscribe", { ...ORDER, country: "AT" });
  expect(stripe.subscriptions[0]!.metadata).toMatchObject({ business: "not stated" });
});

test("tax that Stripe has turned off is turned on again when the address is known", async () => {
  await call("subscribe", { ...ORDER, country: "AT" });
  const [customer] = payer.bank.list<Customer>("customer");
  customer!.address = null;
  stripe.advanceDays(30);
  const deliver = async () => {
    for (const event of await stripe.standIn.takeEvents()) await stripe.sendWebhook(event, taxed());
  };
  await deliver();
  expect(stripe.subscriptions[0]!.automatic_tax.enabled).toBe(false);
  customer!.address = { city: null, country: "AT", line1: null, line2: null, postal_code: null, state: null };
  payer.bank.change(stripe.subscriptions[0]!, {});
  await deliver();
  expect(stripe.subscriptions[0]!.automatic_tax.enabled).toBe(true);
});
