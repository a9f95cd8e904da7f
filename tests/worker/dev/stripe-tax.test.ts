import { expect, test } from "vitest";
import { openWorld } from "../support/stand-in.ts";

// https://docs.stripe.com/tax/subscriptions and https://docs.stripe.com/billing/customer/tax-ids

const BERLIN = { line1: "Hauptstraße 1", city: "Berlin", postal_code: "10115", country: "DE" };

test("a customer's address is replaced as a whole, and an empty one is deleted", async () => {
  const { sdk, eventTypes } = openWorld();
  const { id } = await sdk.customers.create({ email: "a@example.com", address: BERLIN, metadata: { a: "1", b: "2" } });
  const changed = await sdk.customers.update(id, { name: "Jenny", address: { country: "AT" }, metadata: { a: "" } });
  expect(changed).toMatchObject({
    email: "a@example.com",
    name: "Jenny",
    address: { country: "AT", city: null, line1: null, line2: null, postal_code: null, state: null },
    metadata: { b: "2" },
  });
  expect((await sdk.customers.update(id, { address: "" })).address).toBeNull();
  expect(eventTypes()).toContain("customer.updated");
});

test("a location is checked on request", async () => {
  const { sdk } = openWorld();
  const { id } = await sdk.customers.create({ address: BERLIN, tax: { validate_location: "immediately" } });
  const code = "customer_tax_location_invalid";
  const tax = { validate_location: "immediately" as const };
  await expect(sdk.customers.update(id, { address: { country: "US" }, tax })).rejects.toMatchObject({ code });
  await expect(sdk.customers.update(id, { address: "", tax })).rejects.toMatchObject({ code });
  await expect(sdk.customers.update(id, { address: { country: "Germany" } })).rejects.toMatchObject({
    code: "country_code_invalid",
  });
  expect((await sdk.customers.retrieve(id)) as object).toMatchObject({ address: BERLIN });
});

test.each([
  ["DE12345678", "too short"],
  ["12345678901", "without a country"],
  ["US123456789", "of a country outside of the EU"],
  ["GR123456789", "of Greece without its letters EL"],
])("the VAT number %s is refused: %s", async (value) => {
  const { sdk } = openWorld();
  const { id } = await sdk.customers.create({});
  await expect(sdk.customers.createTaxId(id, { type: "eu_vat", value })).rejects.toMatchObject({
    code: "tax_id_invalid",
  });
});

test("a VAT number is checked by its register later, listed, and deleted", async () => {
  const { bank, sdk, eventTypes } = openWorld();
  const { id } = await sdk.customers.create({});
  const values = ["EL000000000", "FR00 111111111", "ATU22222222"];
  for (const value of values) {
    const made = await sdk.customers.createTaxId(id, { type: "eu_vat", value });
    expect(made.verification?.status).toBe("pending");
  }
  bank.advance(1);
  const { data } = await sdk.customers.listTaxIds(id);
  expect(data.map(({ country, value, verification }) => [country, value, verification?.status])).toEqual([
    ["AT", "ATU22222222", "verified"],
    ["FR", "FR00111111111", "unverified"],
    ["GR", "EL000000000", "verified"],
  ]);
  expect(eventTypes()).toEqual(expect.arrayContaining(["customer.tax_id.created", "customer.tax_id.updated"]));
  expect(await sdk.customers.deleteTaxId(id, data[0]!.id)).toMatchObject({ deleted: true });
  const customer = await sdk.customers.retrieve(id, { expand: ["tax_ids"] });
  expect(customer).toMatchObject({ tax_ids: { data: [{ country: "FR" }, { country: "GR" }] } });
});

const TAXED = { automatic_tax: { enabled: true } };

test("tax needs the customer's location", async () => {
  const { subscribe } = openWorld();
  await expect(subscribe("pm_card_visa", TAXED)).rejects.toMatchObject({ code: "customer_tax_location_invalid" });
});

test.each([
  ["DE", undefined, 160, "standard_rated"],
  ["FI", undefined, 203, "standard_rated"],
  ["AT", "ATU12345678", 0, "reverse_charge"],
  ["AT", "ATU11111111", 0, "reverse_charge"],
  ["DE", "DE123456789", 160, "standard_rated"],
  ["CH", undefined, 0, "not_collecting"],
] as const)("in %s with the VAT number %s 10 EUR contain %i cents of tax (%s)", async (country, value, tax, reason) => {
  const { bank, sdk, subscribe, price } = openWorld();
  const customer = await sdk.customers.create({ address: { ...BERLIN, country } });
  if (value) await sdk.customers.createTaxId(customer.id, { type: "eu_vat", value });
  await subscribe("pm_card_visa", { ...TAXED, customer: customer.id });
  const expected = {
    subtotal: 1000,
    subtotal_excluding_tax: 1000 - tax,
    total: 1000,
    total_excluding_tax: 1000 - tax,
    automatic_tax: { enabled: true, status: "complete", disabled_reason: null },
    total_taxes: [{ amount: tax, tax_behavior: "inclusive", taxability_reason: reason }],
    lines: { data: [{ amount: 1000, taxes: [{ amount: tax }] }] },
    customer_tax_ids: value ? [{ type: "eu_vat", value }] : [],
  };
  expect((await sdk.invoices.list()).data).toMatchObject([{ ...expected, amount_paid: 1000, status: "paid" }]);
  const { customer_tax_ids: _, ...previewed } = expected;
  expect(
    await sdk.invoices.createPreview({
      customer_details: {
        address: { country },
        tax_ids: value ? [{ type: "eu_vat", value }] : [],
      },
      ...TAXED,
      subscription_details: { items: [{ price: price.id }] },
    }),
  ).toMatchObject(previewed);
  bank.advance(30);
  expect((await sdk.invoices.list()).data[0]).toMatchObject(expected);
});

test("a VAT number that its register does not know brings no reverse charge", async () => {
  const { bank, sdk, subscribe } = openWorld();
  const { id: customer } = await sdk.customers.create({ address: { ...BERLIN, country: "FR" } });
  await sdk.customers.createTaxId(customer, { type: "eu_vat", value: "FR00111111111" });
  bank.advance(1);
  await subscribe("pm_card_visa", { ...TAXED, customer });
  expect((await sdk.invoices.list()).data[0]!.total_taxes).toMatchObject([{ amount: 167 }]);
});

test("a customer without a location later is charged without tax, and the tax is turned off", async () => {
  const { bank, sdk, subscribe } = openWorld();
  const { id: customer } = await sdk.customers.create({ address: BERLIN });
  const { id } = await subscribe("pm_card_visa", { ...TAXED, customer });
  await sdk.customers.update(customer, { address: "" });
  bank.advance(30);
  expect((await sdk.invoices.list()).data[0]).toMatchObject({
    status: "paid",
    total_taxes: [],
    automatic_tax: { enabled: false, disabled_reason: "finalization_requires_location_inputs" },
  });
  expect((await sdk.subscriptions.retrieve(id)).automatic_tax).toMatchObject({
    enabled: false,
    disabled_reason: "requires_location_inputs",
  });
  await expect(sdk.subscriptions.update(id, TAXED)).rejects.toMatchObject({ code: "customer_tax_location_invalid" });
  await sdk.customers.update(customer, { address: BERLIN });
  expect((await sdk.subscriptions.update(id, TAXED)).automatic_tax).toMatchObject({
    enabled: true,
    disabled_reason: null,
  });
});

test("a preview without a location says so, and nothing of a preview is kept", async () => {
  const { bank, sdk, price } = openWorld();
  const before = structuredClone(bank.state.objects);
  const items = [{ price: price.id }];
  const preview = await sdk.invoices.createPreview({ ...TAXED, subscription_details: { items } });
  expect(preview).toMatchObject({
    id: expect.stringMatching(/^upcoming_in_/),
    billing_reason: "upcoming",
    status: "draft",
    total: 1000,
    total_taxes: [],
    automatic_tax: { status: "requires_location_inputs" },
  });
  const half = bank.nowSeconds + 15 * 86_400;
  const anchored = await sdk.invoices.createPreview({
    subscription_details: {
      items,
      billing_cycle_anchor: { type: "timestamp", timestamp: half },
      proration_behavior: "create_prorations",
    },
  });
  expect(anchored).toMatchObject({ total: 500, lines: { data: [{ period: { end: half } }] } });
  expect(bank.state.objects).toEqual(before);
});

test("a preview of a running subscription is its next invoice, with the price and the discount of then", async () => {
  const { bank, sdk, subscribe, price } = openWorld();
  const { id: coupon } = await sdk.coupons.create({ percent_off: 10, duration: "once" });
  const { id: subscription } = await subscribe();
  const end = bank.nowSeconds + 30 * 86_400;
  expect(await sdk.invoices.createPreview({ subscription, discounts: [{ coupon }] })).toMatchObject({
    subtotal: 1000,
    total: 900,
    total_discount_amounts: [{ amount: 100 }],
    lines: { data: [{ period: { start: end } }] },
  });
  const later = { items: [{ price: price.id }], trial_end: end + 5, proration_behavior: "none" as const };
  const [line] = (await sdk.invoices.createPreview({ subscription, subscription_details: later })).lines.data;
  expect(line).toMatchObject({ amount: 1000, period: { start: end + 5 } });
});
