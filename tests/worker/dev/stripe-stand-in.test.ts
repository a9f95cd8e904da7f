import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openStripe } from "#worker/adapters/stripe.ts";
import { openStandIn } from "#worker/dev/stripe/stand-in-state.ts";
import type { Customer, Invoice, Price, Subscription } from "#worker/dev/stripe/objects.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { NOW, ORIGIN, request } from "../support/app.ts";

// Rules of Stripe's documentation on which the product's money depends: the stand-in must follow them.

const open = () => new StripeStandIn({ now: () => NOW, origin: ORIGIN });
const sdkOf = ({ fetch }: StripeStandIn) => openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch, retries: 0 });

/** Returns a subscription with a declined renewal. */
async function withOpenRenewal(standIn = open()) {
  const { bank } = standIn;
  const sdk = sdkOf(standIn);
  const { id: customer } = await sdk.customers.create({ email: "a@example.com" });
  const { id: card } = await sdk.paymentMethods.attach("pm_card_visa", { customer });
  const { id } = await sdk.subscriptions.create({
    customer,
    items: [{ price: bank.list<Price>("price")[0]!.id }],
    default_payment_method: card,
  });
  bank.behaviourOf(card).charge = { code: "card_declined", decline_code: "generic_decline", message: "No." };
  bank.advance(30);
  return { standIn, bank, sdk, id, renewal: bank.list<Invoice>("invoice")[0]! };
}

test("cancelling leaves a finalized invoice open, and its page takes payments", async () => {
  const { bank, sdk, id, renewal } = await withOpenRenewal();
  await sdk.subscriptions.cancel(id);
  expect(renewal).toMatchObject({ status: "open", auto_advance: false });
  const card = bank.attach(bank.saveCard({ number: "1", brand: "visa", setup: "ok", charge: "ok" }), renewal.customer!);
  bank.pay(renewal, { cardId: card.id });
  expect(renewal.status).toBe("paid");
  expect((await sdk.subscriptions.retrieve(id)).status).toBe("canceled");
  await expect(sdk.invoices.voidInvoice(renewal.id)).rejects.toThrow("isn't open");
});

test("a draft is finalized after a cancellation unless it is stopped, and it cannot be voided", async () => {
  const { bank, sdk, id } = await withOpenRenewal();
  const draft = bank.beginPeriod(bank.find("subscription", id));
  await expect(sdk.invoices.voidInvoice(draft.id)).rejects.toThrow("isn't open");
  await sdk.subscriptions.cancel(id);
  bank.advance(1);
  expect(draft.status).toBe("open");
});

test("the invoice of a first payment that is not confirmed within 23 hours is voided by Stripe", async () => {
  const standIn = open();
  const sdk = sdkOf(standIn);
  const { id: customer } = await sdk.customers.create({ email: "a@example.com" });
  const { id: card } = await sdk.paymentMethods.attach("pm_card_authenticationRequired", { customer });
  const [price] = standIn.bank.list<Price>("price");
  await sdk.subscriptions.create({ customer, items: [{ price: price!.id }], default_payment_method: card });
  standIn.bank.advance(1);
  expect(standIn.bank.list<Invoice>("invoice")[0]!.status).toBe("void");
});

test("an idempotency key returns its first response for a day, even a 500, and refuses other parameters", async () => {
  const standIn = open();
  const sdk = sdkOf(standIn);
  const make = (email: string) => sdk.customers.create({ email }, { idempotencyKey: "one" });
  standIn.bank.failCall = () => "before";
  await expect(make("a@example.com")).rejects.toMatchObject({ statusCode: 500 });
  standIn.bank.failCall = () => undefined;
  await expect(make("a@example.com")).rejects.toMatchObject({ statusCode: 500 });
  await expect(make("b@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  standIn.bank.advance(1);
  expect((await make("b@example.com")).id).toMatch(/^cus_/);
  expect(standIn.bank.list<Customer>("customer")).toHaveLength(1);
});

test("a refused request does not use up its idempotency key", async () => {
  const sdk = sdkOf(open());
  const key = { idempotencyKey: "one" };
  const wrong = { colour: "red" } as { email?: string };
  await expect(sdk.customers.create(wrong, key)).rejects.toMatchObject({ code: "parameter_unknown" });
  expect((await sdk.customers.create({ email: "a@example.com" }, key)).id).toMatch(/^cus_/);
});

test("lists accept a limit of at most 100, and descriptions at most 500 characters", async () => {
  const { sdk, bank, id, renewal } = await withOpenRenewal();
  await expect(sdk.invoices.list({ limit: 101 })).rejects.toThrow("limit");
  const [price] = bank.list<Price>("price");
  const { default_payment_method: card } = bank.find<Subscription>("subscription", id);
  const order = { customer: renewal.customer!, items: [{ price: price!.id }], default_payment_method: card! };
  await expect(sdk.subscriptions.create({ ...order, description: "x".repeat(501) })).rejects.toThrow("500");
});

test("an open invoice can be paid once on its local page", async () => {
  const { bank, renewal } = await withOpenRenewal(await openStandIn(env));
  const path = `/dev/stripe/invoices/${renewal.id}`;
  expect(await (await request(path)).text()).toContain("<button>Pay with 4242");
  bank.state.events.length = 0;
  for (let tries = 0; tries < 2; tries++) {
    const paid = await request(path, { method: "POST", redirect: "manual" });
    expect([paid.status, paid.headers.get("Location")]).toEqual([303, path]);
    bank.state.events.length = 0;
  }
  expect(await (await request(path)).text()).not.toContain("Pay with 4242");
  expect(renewal).toMatchObject({ status: "paid", attempt_count: 1 });
});

test("a stand-in that lost its state does not repeat ids", async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await sdkOf(open()).customers.create({ email: "a@example.com" })).id),
  );
  expect(new Set(ids).size).toBe(20);
});
