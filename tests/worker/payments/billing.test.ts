import { expect, test } from "vitest";
import { BILLING_MESSAGES, type BillingDetails } from "#schema/payments.ts";
import type { Customer, TaxId } from "#worker/dev/stripe/objects.ts";
import { LIMITS } from "#worker/limits.ts";
import { fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse } from "../support/stripe.ts";

const payer = usePayer();
const { stripe } = payer;

const DETAILS: BillingDetails = {
  name: "Lind & Co",
  line1: "Ring 1",
  line2: "",
  city: "Wien",
  postal_code: "1010",
  state: "",
  country: "AT",
  tax_id: { type: "eu_vat", value: "ATU12345678" },
};
const NONE = { ...DETAILS, name: "", line1: "", city: "", postal_code: "", country: "", tax_id: null };
const GERMAN = { type: "eu_vat", value: "DE123456789" };

const read = async () => (await payer.anna.get("/api/payments/billing/", stripe.overrides())).json();
const save = async (change: object = {}, overrides = stripe.overrides()) =>
  readResponse(await payer.anna.put("/api/payments/billing/", { ...DETAILS, ...change }, overrides));
const taxIds = () => payer.bank.list<TaxId>("tax_id").map(({ value }) => value);

test("billing details are empty at first, and Stripe alone keeps what is saved", async () => {
  expect(await read()).toEqual(NONE);
  expect(stripe.calls).toEqual([]);
  expect(await save()).toMatchObject({ status: 200, body: DETAILS });
  expect(await read()).toEqual(DETAILS);
  expect(payer.bank.list<Customer>("customer")).toHaveLength(1);
  expect(await save({ tax_id: null, line1: "" })).toMatchObject({ body: { ...DETAILS, line1: "", tax_id: null } });
  expect(taxIds()).toEqual([]);
});

test("a tax number that Stripe refuses changes nothing", async () => {
  await save();
  const refused = await save({ city: "Graz", tax_id: { type: "eu_vat", value: "12" } });
  expect(refused).toMatchObject({ status: 400, body: { fields: { tax_id: BILLING_MESSAGES.tax_id } } });
  expect(await read()).toEqual(DETAILS);
});

test("an address that Stripe refuses changes nothing", async () => {
  await save();
  const taxed = { ports: { payments: stripe.standIn.payments({ tax: true }) } };
  const refused = await save({ country: "US", postal_code: "", tax_id: GERMAN }, taxed);
  expect(refused).toMatchObject({ status: 400, body: { fields: { country: BILLING_MESSAGES.country } } });
  expect(await read()).toEqual(DETAILS);
});

test("a change that is cut off after the new tax number counts with the new one, and the next save completes it", async () => {
  await save();
  payer.bank.advance(1);
  fakes.now += 1000;
  stripe.intercept = (sent, forward) => (sent.method === "DELETE" ? noResponse(sent, forward) : forward());
  expect((await save({ tax_id: GERMAN })).status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  stripe.intercept = (_, forward) => forward();
  expect(taxIds()).toEqual([GERMAN.value, DETAILS.tax_id!.value]);
  expect(await read()).toMatchObject({ tax_id: GERMAN });
  await save({ tax_id: GERMAN });
  expect(taxIds()).toEqual([GERMAN.value]);
});

test("a customer that was deleted at Stripe has no details, and gets a new one with the next save", async () => {
  await save();
  const [customer] = payer.bank.list<Customer>("customer");
  delete payer.bank.state.objects[customer!.id];
  expect(await read()).toEqual(NONE);
  expect(await save()).toMatchObject({ status: 200, body: DETAILS });
});

test("nobody can keep Stripe busy with reading and saving", { tags: "long" }, async () => {
  const { max } = LIMITS.paymentCallsOfUser;
  const get = () => payer.anna.get("/api/payments/billing/", stripe.overrides());
  for (let calls = 0; calls < max; calls += 25) {
    await Promise.all(Array.from({ length: 25 }, get));
  }
  expect((await get()).status).toBe(429);
  expect((await save()).status).toBe(429);
  expect((await payer.call("plan", { plan: "year" })).status).toBe(404);
  expect((await payer.pay()).status).toBe(429);
  expect(stripe.calls).toEqual([]);
});
