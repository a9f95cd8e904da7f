import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { type LedgerEntry, PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { Page } from "#schema/sites.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { fakes, NOW } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { errorResponse, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, payOnInvoicePage, serverError } from "../support/stripe.ts";

// A payment that arrives late buys whole days from its own time, and Stripe's next charge waits for their end.

const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil } = payer;
const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

/** The renewal on day 30 is declined. Another card pays it on day 35. */
async function payLate() {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(35);
  await stripe.deliverEvents();
  expect((await featuredUntil())! < fakes.now).toBe(true);
  payer.anna = await logIn();
}

test("a renewal on day 35 is featured to day 65, and the next charge is made then", async () => {
  await payLate();
  expect(await call("card", { payment_method_id: "pm_card_mastercard" })).toMatchObject({ status: 200 });
  expect(await overview()).toMatchObject({ state: "renews", paid_until: iso(65), next_charge: { at: iso(65) } });
  expect(stripe.subscriptions[0]).toMatchObject({ status: "trialing", trial_end: (NOW + 65 * DAY_MS) / 1000 });
  await stripe.deliverEvents();

  stripe.advanceDays(29);
  const paid = () => stripe.charges.filter(({ status }) => status === "succeeded").length;
  expect(paid()).toBe(2);
  stripe.advanceDays(1);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  expect([paid(), stripe.subscriptions[0]!.status]).toEqual([3, "active"]);
  expect(await overview()).toMatchObject({ state: "renews", paid_until: iso(95) });
});

test("the ledger shows the days that a late payment bought", async () => {
  await payLate();
  await call("card", { payment_method_id: "pm_card_mastercard" });
  const periods = async () => {
    const { results } = await (await payer.anna.get("/api/payments/ledger/")).json<Page<LedgerEntry>>();
    return results.filter(({ kind }) => kind === "payment").map((one) => [one.period_start, one.period_end]);
  };
  const bought = [
    [iso(35), iso(65)],
    [iso(0), iso(30)],
  ];
  expect(await periods()).toEqual(bought);
  await env.DB.prepare("UPDATE payments SET period_end = period_end - 1, invoice_pdf = ''").run();
  fakes.now += 8 * DAY_MS;
  await stripe.runCron();
  payer.anna = await logIn();
  expect(await periods()).toEqual(bought);
});

test("a late payment that Stripe reports while it refuses to move the charge counts, and cron moves the charge", async () => {
  await payLate();
  stripe.intercept = (sent, forward) =>
    sent.method === "POST" && /\/subscriptions\/\w+$/.test(sent.url)
      ? Promise.resolve(
          Response.json({ error: { type: "invalid_request_error", message: "Not now." } }, { status: 400 }),
        )
      : forward();
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  expect(await overview()).toMatchObject({ paid_until: iso(65) });
  stripe.intercept = (_, forward) => forward();
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(stripe.subscriptions[0]!.trial_end).toBe((NOW + 65 * DAY_MS) / 1000);
});

test.each(["before", "after"] as const)(
  "a move of the charge that fails %s its effect is made once by the next event",
  async (when) => {
    await payLate();
    payOnInvoicePage(stripe, stripe.invoices[0]!);
    const events = await stripe.standIn.takeEvents();
    let failures = 0;
    stripe.intercept = async (sent, forward) => {
      if (sent.method !== "POST" || failures > 0) return forward();
      failures += 1;
      if (when === "after") await forward();
      return serverError(sent, forward);
    };
    for (const event of events) await stripe.sendWebhook(event);
    loggedErrors.length = 0;
    await stripe.deliverEvents(events);
    await stripe.deliverEvents();
    expect(stripe.subscriptions[0]).toMatchObject({ status: "trialing", trial_end: (NOW + 65 * DAY_MS) / 1000 });
    expect(stripe.invoices.filter(({ billing_reason }) => billing_reason === "subscription_update")).toHaveLength(1);
    expect(await featuredUntil()).toBe(NOW + 68 * DAY_MS);
  },
);

test("a cancelled subscription keeps its late paid days, and gets them as its period when it is resumed", async () => {
  await payLate();
  await call("card", { payment_method_id: "pm_card_mastercard" });
  await call("cancel");
  expect(await featuredUntil()).toBe(NOW + 65 * DAY_MS);
  expect(await call("resume")).toMatchObject({ status: 200 });
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 98 * DAY_MS);
});

/** The subscription is more than two years old and never moved, so Stripe refuses to move its charge. */
async function payOldLate() {
  await pay();
  stripe.advanceDays(749);
  await stripe.deliverEvents();
  declineCurrentCard(stripe);
  stripe.advanceDays(6);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  expect(await call("card", { payment_method_id: "pm_card_mastercard" })).toMatchObject({ status: 200 });
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
}

test("a late payment of an old subscription loses no days, although Stripe refuses to move its charge", async () => {
  await payOldLate();
  const old = { state: "renews", paid_until: iso(785) };
  expect(await overview()).toMatchObject(old);
  const [{ isUnsettled } = {}] = await drizzle(env.DB).select().from(subscriptions);
  expect(isUnsettled).toBe(true);

  stripe.advanceHours(25 * 24);
  await stripe.deliverEvents();
  expect(stripe.invoices[0]).toMatchObject({ status: "draft", auto_advance: true });
  payer.anna = await logIn();
  expect(await overview()).toMatchObject(old);

  stripe.advanceHours(24);
  await stripe.deliverEvents();
  expect(stripe.invoices[0]).toMatchObject({ status: "paid", amount_paid: 1000 });
  expect(await overview()).toMatchObject({ state: "renews", paid_until: iso(815) });
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
});

test("an old subscription does not switch, and its owner reads what to do", async () => {
  await pay();
  stripe.advanceDays(749);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  const answer = await call("plan", { plan: "year" });
  expect(answer).toEqual(errorResponse(409, PAYMENT_MESSAGES.tooOldToSwitch));
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await overview()).toMatchObject({ plan: "month", paid_until: iso(750) });
});
