import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/values/dates.ts";
import { openStripe } from "#worker/adapters/stripe.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import type { Decline } from "#worker/dev/stripe/cards.ts";
import type { Charge, Invoice, Price } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { NOW, ORIGIN } from "../support/app.ts";

// Rules of Stripe's documentation about periods and retries. Beside each test is the page that it follows.

const HOUR_S = 3600;
const DAY_S = 86_400;
const START = NOW / 1000;
const SOFT: Decline = { code: "card_declined", decline_code: "insufficient_funds", message: "No money." };

/** Returns a subscription of 30 days that is paid, unless the card says otherwise. */
async function subscribe({ card: name = "pm_card_visa" } = {}) {
  const standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  const { bank } = standIn;
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: standIn.fetch, retries: 0 });
  const { id: customer } = await sdk.customers.create({ email: "a@example.com" });
  const { id: card } = await sdk.paymentMethods.attach(name, { customer });
  const priceOf = (days: number) =>
    bank.list<Price>("price", ({ recurring }) => recurring!.interval_count === days)[0]!.id;
  const order = { customer, items: [{ price: priceOf(30) }], default_payment_method: card };
  const { id } = await sdk.subscriptions.create(order);
  const read = async () => {
    const { status, items, latest_invoice } = await sdk.subscriptions.retrieve(id);
    const { current_period_start, current_period_end } = items.data[0]!;
    return { status, latest_invoice, start: current_period_start, end: current_period_end };
  };
  return {
    bank,
    sdk,
    id,
    customer,
    card,
    priceOf,
    read,
    /** Newest first. */
    invoices: () => bank.list<Invoice>("invoice"),
    takeTypes: () => bank.state.events.splice(0).map(({ type }) => type),
    hours: (count: number) => bank.advanceBy(count * HOUR_MS),
    days: (count: number) => bank.advanceBy(count * 24 * HOUR_MS),
  };
}

// https://docs.stripe.com/billing/subscriptions/webhooks
test("a paid first period emits its events in order", async () => {
  const { takeTypes } = await subscribe();
  expect(takeTypes()).toEqual(["customer.subscription.created", "invoice.paid", "customer.subscription.updated"]);
});

// https://docs.stripe.com/billing/invoices/subscription
test("a renewal's invoice is a draft for an hour, and then it is charged", async () => {
  const { read, invoices, hours, days } = await subscribe();
  days(30);
  const finalizesAt = START + 30 * DAY_S + HOUR_S;
  expect(invoices()[0]).toMatchObject({ status: "draft", automatically_finalizes_at: finalizesAt });
  expect(await read()).toMatchObject({ status: "active", end: START + 60 * DAY_S });
  hours(1);
  expect(invoices()[0]).toMatchObject({
    status: "paid",
    billing_reason: "subscription_cycle",
    lines: { data: [{ period: { start: START + 30 * DAY_S, end: START + 60 * DAY_S } }] },
    status_transitions: { paid_at: finalizesAt },
  });
});

// https://docs.stripe.com/api/invoices/finalize
// https://docs.stripe.com/billing/revenue-recovery/smart-retries
test("Stripe tries a failed renewal eight more times within two weeks, and then cancels", async () => {
  const { bank, card, read, invoices, takeTypes, days, hours } = await subscribe();
  bank.behaviourOf(card).charge = SOFT;
  days(30);
  hours(1);
  takeTypes();
  expect(await read()).toMatchObject({ status: "past_due" });
  expect(invoices()[0]).toMatchObject({ attempt_count: 1, next_payment_attempt: bank.nowSeconds + 42 * HOUR_S });
  days(13);
  expect(await read()).toMatchObject({ status: "past_due" });
  days(1);
  expect(invoices()[0]).toMatchObject({ attempt_count: 9, status: "open", next_payment_attempt: null });
  expect(await read()).toMatchObject({ status: "canceled" });
  const failures = Array.from({ length: 8 }, () => "invoice.payment_failed");
  expect(takeTypes()).toEqual([...failures, "customer.subscription.deleted"]);
});

// https://docs.stripe.com/api/subscriptions/object#subscription_object-status
// https://docs.stripe.com/billing/revenue-recovery/smart-retries
test("a subscription that may stay past due goes on with the next period", async () => {
  const { bank, card, read, invoices, days } = await subscribe();
  bank.state.settings.retries = { waits: [DAY_S], outcome: "past_due" };
  bank.behaviourOf(card).charge = SOFT;
  days(61);
  expect(await read()).toMatchObject({ status: "past_due", end: START + 90 * DAY_S });
  expect(invoices().map(({ status }) => status)).toEqual(["open", "open", "paid"]);
  expect(invoices()[1]).toMatchObject({ attempt_count: 2, next_payment_attempt: null });
});

// https://docs.stripe.com/billing/revenue-recovery/smart-retries#non-retryable-decline-codes
test.each([
  "incorrect_number",
  "lost_card",
  "pickup_card",
  "stolen_card",
  "revocation_of_authorization",
  "revocation_of_all_authorizations",
  "authentication_required",
  "highest_risk_level",
  "transaction_not_allowed",
])(
  "after the hard decline %s the tries are counted without a charge until there is another card",
  async (decline_code) => {
    const { bank, sdk, id, customer, card, read, invoices, days } = await subscribe();
    bank.behaviourOf(card).charge = { ...SOFT, decline_code };
    days(35);
    const charges = () => bank.list("charge").length;
    expect([invoices()[0]!.attempt_count, charges()]).toEqual([3, 2]);
    // A try with another card, which stays no default, does not bring the first one back.
    const other = await sdk.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await expect(sdk.invoices.pay(invoices()[0]!.id, { payment_method: other.id })).rejects.toMatchObject({
      code: "card_declined",
    });
    bank.behaviourOf(card).charge = "ok";
    days(2);
    expect([invoices()[0]!.attempt_count, charges()]).toEqual([4, 3]);
    const good = await sdk.paymentMethods.attach("pm_card_mastercard", { customer });
    await sdk.subscriptions.update(id, { default_payment_method: good.id });
    expect(charges()).toBe(3);
    days(2);
    expect(await read()).toMatchObject({ status: "active" });
    expect(charges()).toBe(4);
  },
);

// https://docs.stripe.com/billing/revenue-recovery/smart-retries
// https://docs.stripe.com/billing/subscriptions/webhooks
test("a renewal that the bank wants confirmed fails, and is tried again only with another card", async () => {
  const { bank, card, read, invoices, takeTypes, days, hours } = await subscribe();
  bank.behaviourOf(card).charge = "confirm";
  days(30);
  takeTypes();
  hours(1);
  expect(takeTypes()).toEqual([
    "invoice.payment_action_required",
    "invoice.payment_failed",
    "customer.subscription.updated",
  ]);
  days(3);
  expect(await read()).toMatchObject({ status: "past_due" });
  const intent = bank.intentOf(invoices()[0]!)!;
  expect(intent).toMatchObject({ status: "requires_action" });
  bank.confirm(intent, true);
  expect(await read()).toMatchObject({ status: "active" });
});

// https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count
// https://docs.stripe.com/billing/subscriptions/overview#voiding-an-invoice-generated-by-a-subscription
// https://docs.stripe.com/billing/subscriptions/overview#voiding-an-invoice-generated-by-a-subscription
// https://docs.stripe.com/api/subscriptions/object#subscription_object-status
test("a first payment is not retried, and expires after 23 hours", async () => {
  const { bank, read, invoices, hours } = await subscribe({ card: "pm_card_chargeCustomerFail" });
  hours(22);
  expect([await read(), invoices()[0]]).toMatchObject([
    { status: "incomplete" },
    { status: "open", auto_advance: false, next_payment_attempt: null },
  ]);
  hours(1);
  expect([await read(), invoices()[0]]).toMatchObject([{ status: "incomplete_expired" }, { status: "void" }]);
  expect(bank.list("charge")).toHaveLength(1);
});

// https://docs.stripe.com/api/subscriptions/cancel and …/object#subscription_object-status
test("an ended subscription takes metadata only, an incomplete one also another card", async () => {
  const { sdk, id, card, read } = await subscribe({ card: "pm_card_chargeCustomerFail" });
  await expect(sdk.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 });
  await sdk.subscriptions.update(id, { default_payment_method: card, metadata: { a: "1", b: "2" } });
  await sdk.subscriptions.cancel(id);
  await expect(sdk.subscriptions.update(id, { default_payment_method: card })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(sdk.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  expect((await sdk.subscriptions.update(id, { metadata: { a: "" } })).metadata).toEqual({ b: "2" });
  expect(await read()).toMatchObject({ status: "incomplete_expired" });
});

// https://docs.stripe.com/api/subscriptions/object#subscription_object-canceled_at
test("a cancellation at the end of the period says when it was asked for, and can be taken back", async () => {
  const { sdk, id, read, invoices, days } = await subscribe();
  days(3);
  const ending = await sdk.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ canceled_at: START + 3 * DAY_S, cancel_at: START + 30 * DAY_S, ended_at: null });
  const resumed = await sdk.subscriptions.update(id, { cancel_at_period_end: false });
  expect(resumed).toMatchObject({ canceled_at: null, cancel_at: null });
  await sdk.subscriptions.update(id, { cancel_at_period_end: true });
  days(27);
  expect(await read()).toMatchObject({ status: "canceled" });
  expect(invoices()).toHaveLength(1);
});

// https://docs.stripe.com/api/disputes/object#dispute_object-is_charge_refundable
test("a disputed charge cannot be refunded, unless it is only an inquiry or the dispute is won", async () => {
  const { bank } = await subscribe();
  const charge = bank.list<Charge>("charge")[0]!;
  const dispute = bank.openDispute(charge, "warning_needs_response");
  bank.refund(charge, 100);
  bank.moveDispute(dispute, "needs_response");
  expect(() => bank.refund(charge, 100)).toThrow("charged back");
  bank.closeDispute(dispute, "won");
  expect(bank.refund(charge, 100).status).toBe("succeeded");
});

// https://docs.stripe.com/rate-limits and https://docs.stripe.com/api/idempotent_requests
test.each([
  ["rate_limit", 429],
  ["lock_timeout", 429],
  ["idempotency_key_in_use", 409],
] as const)("a refusal by %s does nothing and does not use up the idempotency key", async (failure, statusCode) => {
  const standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  let replayed: string | null = null;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await standIn.fetch(input, init);
    replayed = response.headers.get("Idempotent-Replayed");
    return response;
  };
  // Other than the product's client, this one does not send again.
  const sdk = new Stripe(STRIPE_STAND_IN_KEYS.secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch),
    maxNetworkRetries: 0,
  });
  const create = () => sdk.customers.create({ email: "a@example.com" }, { idempotencyKey: "one" });
  standIn.bank.failCall = () => failure;
  await expect(create()).rejects.toMatchObject({ statusCode, code: failure });
  expect(standIn.bank.list("customer")).toEqual([]);
  standIn.bank.failCall = () => undefined;
  const { id } = await create();
  expect(replayed).toBeNull();
  expect([(await create()).id, replayed]).toEqual([id, "true"]);
});

// https://docs.stripe.com/testing#declined-payments
test("the cards that Stripe documents for declines are declined with their codes", async () => {
  const { sdk, customer } = await subscribe();
  const codes = {
    LostCard: "lost_card",
    StolenCard: "stolen_card",
    ExpiredCard: "expired_card",
    IncorrectCvc: "incorrect_cvc",
    ProcessingError: "processing_error",
    Fraudulent: "fraudulent",
  };
  for (const [name, decline_code] of Object.entries(codes)) {
    const attach = sdk.paymentMethods.attach(`pm_card_chargeDeclined${name}`, { customer });
    await expect(attach).rejects.toMatchObject({ statusCode: 402, decline_code });
  }
});
