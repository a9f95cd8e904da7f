import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ensurePortal } from "#worker/adapters/stripe/portal.ts";
import type { Customer, Invoice, PortalConfiguration } from "#worker/dev/stripe/objects.ts";
import { openStandIn } from "#worker/dev/stripe/stand-in-state.ts";
import { request } from "../support/app.ts";
import { openWorld } from "../support/stand-in.ts";

// What Stripe hosts: the portal with its configurations, and the pages of invoices.

// https://docs.stripe.com/api/customer_portal/configurations
test("a portal configuration is created, found, changed in parts, and used by a session", async () => {
  const { sdk } = openWorld();
  const { billingPortal } = sdk;
  const created = await billingPortal.configurations.create({
    business_profile: { headline: "Directory", privacy_policy_url: "https://directory.example.com/privacy" },
    default_return_url: "https://directory.example.com/dashboard",
    features: {
      customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
      invoice_history: { enabled: true },
    },
    metadata: { purpose: "listings" },
  });
  expect(created).toMatchObject({
    active: true,
    business_profile: { headline: "Directory", terms_of_service_url: null },
    features: {
      customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: false },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
    metadata: { purpose: "listings" },
  });
  const changed = await billingPortal.configurations.update(created.id, {
    business_profile: { terms_of_service_url: "https://directory.example.com/terms" },
    features: { invoice_history: { enabled: false }, customer_update: { allowed_updates: ["address"] } },
  });
  expect(changed).toMatchObject({
    business_profile: { headline: "Directory", terms_of_service_url: "https://directory.example.com/terms" },
    features: { customer_update: { enabled: true, allowed_updates: ["address"] }, invoice_history: { enabled: false } },
  });
  const { data } = await billingPortal.configurations.list({ active: true, limit: 100 });
  expect(data).toMatchObject([{ id: created.id }]);
  expect((await billingPortal.configurations.list({ active: false })).data).toEqual([]);

  const { id: customer } = await sdk.customers.create({});
  const session = { customer, return_url: "http://localhost:8787/dashboard" };
  const { url } = await billingPortal.sessions.create({ ...session, configuration: created.id });
  expect(new URL(url).pathname).toBe("/dev/stripe/portal");
  const unknown = billingPortal.sessions.create({ ...session, configuration: "bpc_other" });
  await expect(unknown).rejects.toMatchObject({ code: "resource_missing", param: "configuration" });
});

test("our portal configuration is made once, and gets its features again", async () => {
  const { bank, sdk } = openWorld();
  await sdk.billingPortal.configurations.create({ features: { subscription_cancel: { enabled: true } } });
  const id = await ensurePortal(sdk);
  const ours = bank.find<PortalConfiguration>("billing_portal.configuration", id);
  const made = structuredClone(ours);
  expect(made.features).toMatchObject({ invoice_history: { enabled: true }, subscription_cancel: { enabled: false } });
  ours.features.subscription_cancel.enabled = true;
  expect(await ensurePortal(sdk)).toBe(id);
  expect(ours).toEqual(made);
  expect(bank.list("billing_portal.configuration")).toHaveLength(2);
});

test("the portal shows invoices, and changes name, address and VAT number", async () => {
  const { bank, sdk, subscribe } = openWorld(await openStandIn(env));
  const { customer: id } = await subscribe();
  const customer = String(id);
  const [invoice] = bank.list<Invoice>("invoice");
  const { url } = await sdk.billingPortal.sessions.create({ customer, return_url: "http://localhost:8787/dashboard" });
  const show = async () => (await request(new URL(url).pathname + new URL(url).search)).text();
  expect(await show()).toContain(invoice!.id);
  const save = (fields: Record<string, string>) =>
    request("/dev/stripe/portal", {
      method: "POST",
      body: new URLSearchParams({ customer, back: "/dashboard", name: "Acme", country: "AT", ...fields }),
      redirect: "manual",
    });
  const wrong = await save({ vat: "1" });
  expect(wrong.headers.get("Location")).toContain("problem=Invalid+value");
  expect((await save({ vat: "ATU12345678" })).status).toBe(303);
  expect(bank.find<Customer>("customer", customer)).toMatchObject({ name: "Acme", address: { country: "AT" } });
  expect(await show()).toContain("ATU12345678");
  await save({});
  expect(bank.list("tax_id")).toEqual([]);
});

// https://docs.stripe.com/changelog/dahlia/2026-06-24/invoice-description-footer-and-custom-fields
test("the footer of a subscription stands on its invoices and on their pages", async () => {
  const { bank, subscribe } = openWorld(await openStandIn(env));
  const { customer } = await subscribe("pm_card_visa", { invoice_settings: { footer: "Terms of 27 November 2026" } });
  bank.advance(30);
  const [renewal, first] = bank.list<Invoice>("invoice", (one) => one.customer === customer);
  expect([renewal!.footer, first!.footer]).toEqual(["Terms of 27 November 2026", "Terms of 27 November 2026"]);
  expect(await (await request(`/dev/stripe/invoices/${first!.id}`)).text()).toContain("Terms of 27 November 2026");
});

test("a new local run has sample promotion codes", async () => {
  const { sdk } = openWorld(await openStandIn(env));
  const { data } = await sdk.promotionCodes.list({ expand: ["data.promotion.coupon"] });
  const terms = { HALF: [50, "forever"], FREE: [100, "once"], QUARTER: [25, "repeating"] };
  expect(data.map(({ code }) => code).toSorted()).toEqual(Object.keys(terms).toSorted());
  for (const [code, [percent_off, duration]] of Object.entries(terms)) {
    expect(data.find((one) => one.code === code)).toMatchObject({
      active: true,
      promotion: { coupon: { percent_off, duration } },
    });
  }
});
