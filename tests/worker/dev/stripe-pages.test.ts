import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Charge, Customer, Invoice, TaxId } from "#worker/dev/stripe/objects.ts";
import { openStandIn } from "#worker/dev/stripe/stand-in-state.ts";
import { request } from "../support/app.ts";
import { openWorld } from "../support/stand-in.ts";

// The pages that Stripe hosts: https://docs.stripe.com/invoicing/hosted-invoice-page and
// https://docs.stripe.com/customer-management

const ADDRESS = { line1: "Graben 1", city: "Wien", postal_code: "1010", country: "AT" };

const read = async (path: string) => {
  const response = await request(path);
  expect(response.status, path).toBe(200);
  return response.text();
};

/** A taxed payment of a company in Austria. */
async function withPayment() {
  const world = openWorld(await openStandIn(env));
  const { id: customer } = await world.sdk.customers.create({ name: "Firma GmbH", address: ADDRESS });
  await world.sdk.customers.createTaxId(customer, { type: "eu_vat", value: "ATU12345678" });
  await world.subscribe("pm_card_visa", { customer, automatic_tax: { enabled: true } });
  const [invoice] = world.bank.list<Invoice>("invoice");
  const [charge] = world.bank.list<Charge>("charge");
  return { ...world, customer, invoice: invoice!, charge: charge! };
}

test("the links of an invoice and of a receipt lead to pages with the tax", async () => {
  const { bank, invoice, charge } = await withPayment();
  for (const url of [invoice.hosted_invoice_url!, invoice.invoice_pdf!]) {
    const text = await read(new URL(url).pathname);
    for (const part of ["Firma GmbH", "Graben 1, 1010 Wien, AT", "ATU12345678", "reverse charge", "10.00 EUR"]) {
      expect(text).toContain(part);
    }
  }
  bank.refund(charge, 250);
  expect(await read(new URL(charge.receipt_url!).pathname)).toContain("2.50 EUR");
  expect((await request("/dev/stripe/invoices/in_none/pdf")).status).toBe(404);
});

test("the links of an invoice and of a receipt expire, and work again after they were read", async () => {
  const { bank, sdk, invoice, charge } = await withPayment();
  const statuses = () =>
    Promise.all(
      [invoice.hosted_invoice_url!, invoice.invoice_pdf!, charge.receipt_url!].map(
        async (url) => (await request(new URL(url).pathname)).status,
      ),
    );
  bank.advance(29);
  expect(await statuses()).toEqual([200, 200, 200]);
  bank.advance(2);
  expect(await statuses()).toEqual([410, 410, 410]);
  await sdk.invoices.list({ limit: 100 });
  await sdk.charges.retrieve(charge.id);
  bank.advance(9);
  expect(await statuses()).toEqual([200, 200, 200]);
  bank.advance(2);
  expect(await statuses()).toEqual([410, 410, 410]);
});

test("the portal shows invoices and payment methods, and changes billing details", async () => {
  const { bank, customer, invoice } = await withPayment();
  const portal = `/dev/stripe/portal?${new URLSearchParams({ customer, back: "/dashboard" })}`;
  const text = await read(portal);
  for (const part of [invoice.id, "visa ending in 4242", "Graben 1", "ATU12345678"]) expect(text).toContain(part);
  const save = (given: object) =>
    request("/dev/stripe/portal", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({
        customer,
        back: "/dashboard",
        name: "Jenny",
        line1: "Neu 2",
        country: "AT",
        ...given,
      }),
    });
  const changed = await save({ vat: "ATU87654321" });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, portal]);
  expect(bank.find<Customer>("customer", customer)).toMatchObject({ name: "Jenny", address: { line1: "Neu 2" } });
  const ofCustomer = bank.list<TaxId>("tax_id", (one) => one.customer === customer);
  expect(ofCustomer.map(({ value }) => value)).toEqual(["ATU87654321"]);
  const refused = await save({ vat: "ATU1" });
  expect(await read(refused.headers.get("Location")!)).toContain("Invalid value for eu_vat.");
});
