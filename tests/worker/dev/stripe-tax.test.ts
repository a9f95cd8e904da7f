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
