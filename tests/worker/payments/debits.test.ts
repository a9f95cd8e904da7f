import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { balanceMoves, payments } from "#schema/tables/payments.ts";
import type { PaymentIntent } from "#worker/dev/stripe/objects.ts";
import { fakes, NOW } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, errorResponse, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard } from "../support/stripe.ts";

// A SEPA direct debit: the bank decides days after the charge.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil } = payer;
const isFeatured = async () => ((await featuredUntil()) ?? 0) > fakes.now;
const pass = async (days: number) => {
  stripe.advanceDays(days);
  await stripe.deliverEvents();
  payer.anna = await logIn();
};

test.each(["incomplete", "active"] as const)(
  "a first debit features the site when it succeeds (Stripe's status before: %s)",
  async (firstDebit) => {
    payer.bank.state.settings.firstDebit = firstDebit;
    expect(await pay("pm_sepa_success")).toEqual({ status: 200, body: { status: "processing" } });
    expect(await isFeatured()).toBe(false);
    expect(await overview()).toMatchObject({ state: "processing", card: { brand: "sepa_debit", last4: "3000" } });
    expect(await pay()).toMatchObject({ status: 409 });
    await pass(7);
    expect(await isFeatured()).toBe(true);
    const { paid_until } = (await overview())!;
    expect(Date.parse(paid_until!)).toBeGreaterThan(NOW + 34 * DAY_MS);
    expect(await overview()).toMatchObject({ state: "renews", next_charge: { at: paid_until } });
  },
);

test.each(["incomplete", "active"] as const)("a first debit that fails buys nothing (%s)", async (firstDebit) => {
  payer.bank.state.settings.firstDebit = firstDebit;
  await pay("pm_sepa_failed");
  await pass(20);
  expect(await isFeatured()).toBe(false);
  const kinds = (await db.select().from(payments)).map(({ kind }) => kind);
  expect(kinds).toContain("failure");
  expect(kinds).not.toContain("payment");
  const moves = await db.select().from(balanceMoves);
  expect(moves.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
  const failures = (await db.select().from(payments)).filter(({ kind }) => kind === "failure");
  const ids = new Set(failures.map(({ stripeId }) => stripeId));
  expect(moves.every(({ ledgerId }) => ids.has(ledgerId))).toBe(true);
});

test("the owner of a first debit that fails gets one mail, and can pay again", async () => {
  await pay("pm_sepa_failed");
  await pass(6);
  fakes.mails.length = 0;
  await stripe.runCron();
  await stripe.runCron();
  expect(fakes.mails.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([[ANNA, "Your bank did not pay"]]);
  expect(fakes.mails[0]!.text).toContain("You were not charged");
  expect(fakes.mails[0]!.text).toContain(`/pay?siteId=${payer.siteId}`);
  expect(await pay()).toMatchObject({ status: 200, body: { status: "active" } });
});

test("a first debit that fails before Stripe ends the subscription is no longer on its way", async () => {
  await pay("pm_sepa_failed");
  // The bank answers within the 23 hours for which Stripe keeps an incomplete subscription.
  const charge = stripe.charges[0]!;
  const [intent] = payer.bank.list<PaymentIntent>("payment_intent", ({ latest_charge }) => latest_charge === charge.id);
  Object.assign(charge, { status: "failed", failure_code: "debit_not_authorized" });
  intent!.status = "requires_payment_method";
  expect(await overview()).toMatchObject({ state: "processing" });
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(await overview()).toMatchObject({ state: "unconfirmed", trouble: "stopped" });
  expect(await pay()).toMatchObject({ status: 200, body: { status: "active" } });
});

test("a renewal by debit keeps the site featured while the bank decides", async () => {
  await pay();
  await call("card", { payment_method_id: "pm_sepa_success" });
  await pass(34);
  expect(stripe.charges.map(({ status }) => status)).toEqual(["pending", "succeeded"]);
  expect(await overview()).toMatchObject({ state: "renews", paid_until: new Date(NOW + 60 * DAY_MS).toISOString() });
  await pass(10);
  expect(await overview()).toMatchObject({ state: "renews", paid_until: new Date(NOW + 60 * DAY_MS).toISOString() });
  expect(stripe.subscriptions[0]!.trial_end).toBeNull();
});

test("debits that always fail do not feature a listing again and again, and a card pays thirty days from its payment", async () => {
  await pay();
  await call("card", { payment_method_id: "pm_sepa_failed" });
  await pass(34);
  for (let days = 0; days < 12; days += 1) {
    await pass(1);
    if (days > 2) expect(await isFeatured()).toBe(false);
  }
  expect(await call("card", { payment_method_id: "pm_card_visa" })).toMatchObject({ status: 200 });
});

test("a renewal by debit that fails makes the listing basic, and a card pays thirty days from then", async () => {
  payer.bank.state.settings.retries = { waits: [], outcome: "past_due" };
  await pay();
  await call("card", { payment_method_id: "pm_sepa_failed" });
  await pass(34);
  expect(await isFeatured()).toBe(true);
  await pass(6);
  expect(await isFeatured()).toBe(false);
  expect(await overview()).toMatchObject({ state: "failing", unpaid: { amount_cents: 1000 } });
  expect(await call("card", { payment_method_id: "pm_card_visa" })).toMatchObject({ status: 200 });
  const { paid_until } = (await overview())!;
  expect(Math.abs(Date.parse(paid_until!) - fakes.now - 30 * DAY_MS)).toBeLessThan(2000);
});

test("a debit for a late renewal moves the next charge only when it has succeeded", async () => {
  await pay();
  declineCurrentCard(stripe);
  await pass(33);
  expect(await call("card", { payment_method_id: "pm_sepa_success" })).toMatchObject({
    status: 200,
    body: { status: "processing", charged: null },
  });
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.trial_end).toBeNull();
  await pass(3);
  expect(await isFeatured()).toBe(false);
  await pass(5);
  expect(await isFeatured()).toBe(true);
  const paidAt = stripe.invoices.find(({ billing_reason }) => billing_reason === "subscription_cycle")!;
  const until = paidAt.status_transitions.paid_at! * 1000 + 30 * DAY_MS;
  expect(stripe.subscriptions[0]!.trial_end! * 1000).toBe(until);
  expect(await overview()).toMatchObject({ state: "renews" });
});

test("the plan waits for a debit, so a debit that fails is told and paid as the month that it was for", async () => {
  await pay();
  await call("card", { payment_method_id: "pm_sepa_failed" });
  await pass(34);
  expect(await overview()).toMatchObject({ state: "renews" });
  expect(await call("plan", { plan: "year" })).toEqual(errorResponse(409, PAYMENT_MESSAGES.cannotSwitch));
  await pass(8);
  expect(await overview()).toMatchObject({ state: "failing", plan: "month", unpaid: { amount_cents: 1000 } });
});

test.each(["incomplete", "active"] as const)(
  "cancelling during a first debit tells of its refund (%s)",
  async (firstDebit) => {
    payer.bank.state.settings.firstDebit = firstDebit;
    await pay("pm_sepa_success");
    expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.endedInDebit } });
    loggedErrors.splice(0);
    await pass(7);
    await stripe.runCron();
    const [charge] = stripe.charges;
    expect(charge).toMatchObject({ status: "succeeded", amount: 1000, refunded: true });
    expect(await isFeatured()).toBe(false);
  },
);
