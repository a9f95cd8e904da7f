import { expect, test } from "vitest";
import { methodOfName } from "#worker/dev/stripe/methods.ts";
import { openWorld } from "../support/stand-in.ts";

// https://docs.stripe.com/payments/sepa-debit and https://docs.stripe.com/billing/subscriptions/overview

const EXPANDED = { expand: ["data.balance_transaction", "data.failure_balance_transaction"] };

/** The status of the subscription, of its newest invoice and of its newest charge. */
async function states({ sdk }: ReturnType<typeof openWorld>, id: string) {
  const { status } = await sdk.subscriptions.retrieve(id);
  const [invoice] = (await sdk.invoices.list()).data;
  const [charge] = (await sdk.charges.list()).data;
  return [status, invoice!.status, charge!.status];
}

test("a first debit is processing for five days, longer than a card may be unconfirmed, and then succeeds", async () => {
  const world = openWorld();
  const { id } = await world.subscribe("pm_sepa_success");
  expect(await states(world, id)).toEqual(["incomplete", "open", "pending"]);
  const began = world.bank.nowSeconds;
  world.bank.advance(4);
  expect(await states(world, id)).toEqual(["incomplete", "open", "pending"]);
  world.bank.advance(1);
  expect(await states(world, id)).toEqual(["active", "paid", "succeeded"]);
  const [charge] = (await world.sdk.charges.list(EXPANDED)).data;
  expect(charge).toMatchObject({
    created: began,
    paid: true,
    balance_transaction: { type: "payment", amount: 1000, fee: 35 },
    payment_method_details: { type: "sepa_debit", sepa_debit: { country: "DE", last4: "3000" } },
  });
  expect(world.eventTypes()).toEqual(
    expect.arrayContaining(["charge.pending", "payment_intent.processing", "invoice.paid"]),
  );
});

test("a first debit that fails ends the subscription, and the balance gives the money back", async () => {
  const world = openWorld();
  const { id } = await world.subscribe("pm_sepa_failed");
  world.bank.advance(5);
  expect(await states(world, id)).toEqual(["incomplete_expired", "void", "failed"]);
  const [charge] = (await world.sdk.charges.list(EXPANDED)).data;
  expect(charge).toMatchObject({
    failure_code: "debit_not_authorized",
    failure_balance_transaction: {
      type: "payment_failure_refund",
      reporting_category: "charge_failure",
      amount: -1000,
    },
  });
});

test("Stripe may let a subscription run while its first debit is processing", async () => {
  const world = openWorld();
  world.bank.state.settings.firstDebit = "active";
  const { id } = await world.subscribe("pm_sepa_failed");
  expect(await states(world, id)).toEqual(["active", "open", "pending"]);
  world.bank.advance(5);
  expect(await states(world, id)).toEqual(["past_due", "open", "failed"]);
});

// https://docs.stripe.com/billing/revenue-recovery/smart-retries#direct-debit-retries
test("a renewal stays active while its debit is processing, and a failed one is not retried with the same account", async () => {
  const world = openWorld();
  const { id, default_payment_method: method } = await world.subscribe("pm_sepa_success");
  world.bank.advance(6);
  world.bank.behaviourOf(String(method)).charge = methodOfName("pm_sepa_insufficient_funds")!.charge;
  world.bank.advance(24);
  expect(await states(world, id)).toEqual(["active", "open", "pending"]);
  const [invoice] = (await world.sdk.invoices.list()).data;
  expect(invoice).toMatchObject({ attempt_count: 1, next_payment_attempt: null });
  const processing = "is processing";
  await expect(world.sdk.invoices.pay(invoice!.id)).rejects.toThrow(processing);
  await expect(world.sdk.invoices.voidInvoice(invoice!.id)).rejects.toThrow(processing);
  world.bank.advance(5);
  expect(await states(world, id)).toEqual(["past_due", "open", "failed"]);
  world.bank.behaviourOf(String(method)).charge = "ok";
  world.bank.advance(8);
  expect(await states(world, id)).toEqual(["past_due", "open", "failed"]);
  expect((await world.sdk.invoices.list()).data[0]!.attempt_count).toBeGreaterThan(1);
  const card = await world.sdk.paymentMethods.attach("pm_card_visa", { customer: String(invoice!.customer) });
  await world.sdk.subscriptions.update(id, { default_payment_method: card.id });
  world.bank.advance(2);
  expect(await states(world, id)).toEqual(["active", "paid", "succeeded"]);
});

test.each(["pm_paypal", "pm_link"])("%s pays at once", async (method) => {
  const world = openWorld();
  const { id } = await world.subscribe(method);
  expect(await states(world, id)).toEqual(["active", "paid", "succeeded"]);
  const [charge] = (await world.sdk.charges.list(EXPANDED)).data;
  expect(charge).toMatchObject({ balance_transaction: { type: "payment", fee: 40 } });
});

test("a SetupIntent offers what the account has, or fewer", async () => {
  const { sdk } = openWorld();
  const { id: customer } = await sdk.customers.create({});
  const all = await sdk.setupIntents.create({ customer, automatic_payment_methods: { enabled: true } });
  expect(all.payment_method_types).toEqual(["card", "link", "paypal", "sepa_debit"]);
  const cards = await sdk.setupIntents.create({ customer, allowed_payment_method_types: ["card"] });
  expect(cards.payment_method_types).toEqual(["card"]);
});

test("a subscription for cards refuses a bank account", async () => {
  const payment_settings = { payment_method_types: ["card" as const] };
  await expect(openWorld().subscribe("pm_sepa_success", { payment_settings })).rejects.toThrow("payment_method_types");
});
