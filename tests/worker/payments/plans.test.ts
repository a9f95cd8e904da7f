import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { fakes, NOW } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { errorResponse, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, serverError } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil } = payer;
const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
const paidCents = () =>
  stripe.charges.filter(({ status }) => status === "succeeded").reduce((sum, { amount }) => sum + amount, 0);
const pass = async (days: number) => {
  stripe.advanceDays(days);
  await stripe.deliverEvents();
  payer.anna = await logIn();
};

test("a year costs 100 euro for 365 days", async () => {
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", plan: "year" })).toMatchObject({ status: 200 });
  expect(paidCents()).toBe(10_000);
  expect(await overview()).toMatchObject({
    plan: "year",
    paid_until: iso(365),
    next_charge: { at: iso(365), amount_cents: 10_000 },
  });
});

test("a month becomes a year at the end of the paid time, and nothing is charged before", async () => {
  await pay();
  await pass(10);
  const next_charge = { at: iso(30), amount_cents: 10_000, currency: "eur" };
  expect(await call("plan", { plan: "year" })).toEqual({
    status: 200,
    body: { message: PAYMENT_MESSAGES.planChanged("year"), featured_until: iso(30), next_charge },
  });
  expect(await overview()).toMatchObject({ plan: "year", state: "renews", next_charge });
  expect([paidCents(), stripe.subscriptions[0]!.cancel_at_period_end]).toEqual([1000, false]);
  await pass(20);
  expect(paidCents()).toBe(11_000);
  expect(await overview()).toMatchObject({ plan: "year", paid_until: iso(395) });
});

test("a year becomes a month, also if its owner has changed the plan twice", async () => {
  await call("subscribe", { payment_method_id: "pm_card_visa", plan: "year" });
  for (const plan of ["month", "year", "month", "month"]) {
    expect(await call("plan", { plan })).toMatchObject({ status: 200 });
  }
  await pass(365);
  expect(paidCents()).toBe(11_000);
  expect(await overview()).toMatchObject({ plan: "month", paid_until: iso(395) });
});

test.each<[string, () => Promise<unknown>]>([
  ["is cancelled", () => call("cancel")],
  [
    "could not be charged",
    async () => {
      declineCurrentCard(stripe);
      await pass(30);
    },
  ],
  [
    "has begun a period that is not paid",
    async () => {
      fakes.now += 30 * DAY_MS - 1000;
      payer.anna = await logIn();
      payer.bank.beginPeriod(stripe.subscriptions[0]!);
    },
  ],
])("a subscription that %s keeps its plan", async (_, happen) => {
  await pay();
  await happen();
  expect(await call("plan", { plan: "year" })).toEqual(errorResponse(409, PAYMENT_MESSAGES.cannotSwitch));
  expect(await overview()).toMatchObject({ plan: "month" });
});

test("a subscription that has ended has no plan to switch", async () => {
  await pay();
  payer.bank.cancel(stripe.subscriptions[0]!);
  expect(await call("plan", { plan: "year" })).toEqual(errorResponse(409, PAYMENT_MESSAGES.cannotSwitch));
  expect(await call("plan", { plan: "year" })).toEqual(errorResponse(404, PAYMENT_MESSAGES.noSubscription));
});

test.each(["before", "after"] as const)("a switch that fails %s its effect can be repeated", async (when) => {
  await pay();
  stripe.intercept = async (sent, forward) => {
    if (sent.method !== "POST") return forward();
    if (when === "after") await forward();
    return serverError(sent, forward);
  };
  expect(await call("plan", { plan: "year" })).toMatchObject({ status: 502 });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  stripe.intercept = (_, forward) => forward();
  expect(await call("plan", { plan: "year" })).toMatchObject({ status: 200 });
  expect(await overview()).toMatchObject({ plan: "year", next_charge: { at: iso(30), amount_cents: 10_000 } });
});

test("two tabs that switch at once charge nothing and leave one plan", async () => {
  await pay();
  const answers = await Promise.all([call("plan", { plan: "year" }), call("plan", { plan: "year" })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await stripe.deliverEvents();
  await pass(30);
  expect(paidCents()).toBe(11_000);
  expect(await featuredUntil()).toBe(NOW + 398 * DAY_MS);
});

test("a full refund ends a subscription also after a switch, for which Stripe made a free invoice", async () => {
  await call("subscribe", { payment_method_id: "pm_card_visa" });
  await call("plan", { plan: "year" });
  stripe.standIn.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect(await overview()).toBeUndefined();
});
