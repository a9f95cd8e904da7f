import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { BILLING_MESSAGES } from "#schema/payments.ts";
import { payments } from "#schema/tables/payments.ts";
import { openStripe } from "#worker/adapters/stripe.ts";
import { ensurePrices } from "#worker/adapters/stripe/price.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import type { Price } from "#worker/dev/stripe/objects.ts";
import { hasTax } from "#worker/settings.ts";
import { NOW } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const payer = usePayer();
const { stripe } = payer;
/** Stripe computes tax. */
const taxed = () => ({ ports: { payments: stripe.standIn.payments({ tax: true }) } });
const post = async (call: string, body: object = {}) =>
  readResponse(await payer.anna.post(`/api/payments/${call}/`, { site_id: payer.siteId, ...body }, taxed()));
const subscribe = (body: object = {}) => post("subscribe", { payment_method_id: "pm_card_visa", ...body });
const saveBilling = async (country: string, taxId: { type: string; value: string } | null = null) => {
  const empty = { name: "Lind", line1: "", line2: "", city: "", postal_code: "", state: "" };
  const body = { ...empty, country, tax_id: taxId };
  expect((await payer.anna.put("/api/payments/billing/", body, taxed())).status).toBe(200);
};
const needsAddress = {
  status: 400,
  body: { error: BILLING_MESSAGES.country, fields: { country: BILLING_MESSAGES.country } },
};
const prices = () => payer.bank.list<Price>("price");

beforeEach(async () => {
  await insertUser({ email: BERT, isStaff: true });
});

test("without an address neither a preview nor a payment is made, and the answer asks for it", async () => {
  expect(await post("preview")).toMatchObject(needsAddress);
  expect(await subscribe()).toMatchObject(needsAddress);
  expect([stripe.subscriptions, stripe.charges]).toEqual([[], []]);
  await saveBilling("AT");
  expect(await subscribe()).toMatchObject({ status: 200, body: { status: "active" } });
});

test("the price includes the tax, in the preview, on the invoice and in the ledger", async () => {
  await saveBilling("AT");
  const amounts = { net_cents: 833, tax_cents: 167, total_cents: 1000, reverse_charge: false };
  expect(await post("preview")).toMatchObject({ status: 200, body: amounts });
  await subscribe();
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([1000]);
  const [row] = await drizzle(env.DB).select().from(payments);
  expect(row).toMatchObject({ amountCents: 1000, taxCents: 167, country: "AT" });
});

test("a company of another EU country pays the same price without tax", async () => {
  await saveBilling("AT", { type: "eu_vat", value: "ATU12345678" });
  const amounts = { net_cents: 1000, tax_cents: 0, total_cents: 1000, reverse_charge: true };
  expect(await post("preview")).toMatchObject({ status: 200, body: amounts });
});

test("a promotion is shown with what it leaves, and what the next payment is", async () => {
  await saveBilling("AT");
  const bert = await logIn(BERT);
  const form = { percent_off: 50, amount_off_cents: null, max_redemptions: null, ends_at: null };
  for (const [code, duration, months] of [
    ["ONCE", "once", null],
    ["THREE", "months", 3],
  ])
    await bert.post("/api/admin/promotions/", { ...form, code, duration, months }, taxed());
  const next = (amount: number) => ({ at: new Date(NOW + 30 * DAY_MS).toISOString(), amount_cents: amount, days: 30 });
  expect(await post("preview", { promotion_code: "once" })).toMatchObject({
    body: {
      lines: [
        { text: "Featured listing, 30 days", amount_cents: 1000 },
        { text: "50% off the first payment", amount_cents: -500 },
      ],
      net_cents: 417,
      tax_cents: 83,
      total_cents: 500,
      next: next(1000),
      promotion: { code: "ONCE", text: "50% off the first payment", months: null },
    },
  });
  expect(await post("preview", { promotion_code: "three" })).toMatchObject({ body: { next: next(500) } });
  await subscribe({ promotion_code: "three" });
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([500]);
});

test("a price that does not include tax is not charged, and stripe:setup completes or reports it", async () => {
  await saveBilling("AT");
  const [month, year] = prices();
  Object.assign(month!, { tax_behavior: "unspecified" });
  Object.assign(year!, { tax_behavior: "exclusive" });
  expect(await subscribe()).toMatchObject({ status: 502 });
  expect(await subscribe({ plan: "year" })).toMatchObject({ status: 502 });
  // Stripe is not even asked.
  const reasons = loggedErrors.splice(0).map((logged) => JSON.stringify(logged).includes("has no correct price"));
  expect(reasons).toEqual([true, true]);
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: stripe.standIn.fetch, retries: 0 });
  expect((await ensurePrices(sdk)).map(({ state }) => state)).toEqual(["existing", "different"]);
  expect(await subscribe()).toMatchObject({ status: 200 });
});

test("new prices include tax", async () => {
  for (const price of prices()) price.active = false;
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: stripe.standIn.fetch, retries: 0 });
  await ensurePrices(sdk);
  expect(prices().filter(({ active, tax_behavior }) => active && tax_behavior === "inclusive")).toHaveLength(2);
});

test("tax is off by default, and a value that nobody can mean is refused", () => {
  expect(hasTax({ ...env, STRIPE_TAX: "" })).toBe(false);
  expect(hasTax({ ...env, STRIPE_TAX: "on" })).toBe(true);
  expect(() => hasTax({ ...env, STRIPE_TAX: "yes" })).toThrow('"on" or empty');
});
