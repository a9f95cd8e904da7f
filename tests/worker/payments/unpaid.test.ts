import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { errorResponse, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, payOnInvoicePage, serverError } from "../support/stripe.ts";

// Stripe has given up, but keeps the subscription: the operator may choose “unpaid” or “past due” for that.

const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil } = payer;
const WAITS = [3 * 86_400, 3 * 86_400];
const paid = () => stripe.charges.filter(({ status }) => status === "succeeded").length;
const openOrDraft = () => stripe.invoices.filter(({ status }) => status === "open" || status === "draft");

/** The renewal on day 30 and all its tries fail. Returns on day 30 + `days`. */
async function giveUp(outcome: "unpaid" | "past_due", days: number) {
  await pay();
  payer.bank.state.settings.retries = { waits: WAITS, outcome };
  declineCurrentCard(stripe);
  stripe.advanceDays(30 + days);
  await stripe.deliverEvents();
  payer.anna = await logIn();
}

const isFeatured = async () => ((await featuredUntil()) ?? 0) > fakes.now;
const newCard = () => call("card", { payment_method_id: "pm_card_mastercard" });

test("an unpaid subscription stays, its listing is basic, and a new card brings thirty days at once", async () => {
  await giveUp("unpaid", 10);
  expect(stripe.subscriptions[0]!.status).toBe("unpaid");
  expect(await isFeatured()).toBe(false);
  expect(await overview()).toMatchObject({
    state: "failing",
    trouble: "stopped",
    unpaid: { amount_cents: 1000, currency: "eur", next_try: null },
  });
  const answer = { status: "active", charged: { amount_cents: 1000, currency: "eur" } };
  expect(await newCard()).toEqual({ status: 200, body: answer });
  expect(await overview()).toMatchObject({ state: "renews", trouble: null, unpaid: null });
  expect(Math.abs((await featuredUntil())! - fakes.now - 33 * DAY_MS)).toBeLessThan(2000);
});

test.each(["unpaid", "past_due"] as const)(
  "after three months without a payment (%s), a new card pays once, and nothing else stays open",
  async (outcome) => {
    await giveUp(outcome, 65);
    expect(stripe.subscriptions[0]!.status).toBe(outcome);
    expect(openOrDraft().length).toBeGreaterThan(1);
    expect(await newCard()).toMatchObject({ status: 200, body: { charged: { amount_cents: 1000 } } });
    await stripe.deliverEvents();
    expect(paid()).toBe(2);
    expect(openOrDraft().filter(({ status, auto_advance }) => status === "open" || auto_advance)).toEqual([]);
    const until = (await overview())!.paid_until!;
    expect(Math.abs(Date.parse(until) - fakes.now - 30 * DAY_MS)).toBeLessThan(2000);
    expect(await overview()).toMatchObject({ state: "renews", next_charge: { at: until } });
    stripe.advanceDays(29);
    expect(paid()).toBe(2);
    stripe.advanceDays(2);
    expect(paid()).toBe(3);
  },
);

test("a declined new card leaves an unpaid subscription as it is", async () => {
  await giveUp("unpaid", 10);
  expect(await call("card", { payment_method_id: "pm_card_chargeCustomerFail" })).toMatchObject({ status: 402 });
  expect(await overview()).toMatchObject({ state: "failing", trouble: "stopped" });
  expect(await newCard()).toMatchObject({ status: 200, body: { charged: { amount_cents: 1000 } } });
});

test.each(["finalize", "pay"])("a change of card that is cut at %s can be repeated and charges once", async (step) => {
  await giveUp("unpaid", 65);
  let isDown = true;
  stripe.intercept = async (sent, forward) => {
    if (!isDown || !sent.url.endsWith(`/${step}`)) return forward();
    isDown = false;
    await forward();
    return serverError(sent, forward);
  };
  expect(await newCard()).toMatchObject({ status: 502 });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await newCard()).toMatchObject({ status: 200, body: { status: "active" } });
  expect(paid()).toBe(2);
  expect(await isFeatured()).toBe(true);
});

test("two tabs that change the card of an unpaid subscription charge once", async () => {
  await giveUp("unpaid", 65);
  const answers = await Promise.all([newCard(), newCard()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(paid()).toBe(2);
});

test("an old invoice that is paid by its link brings an unpaid subscription back", async () => {
  await giveUp("unpaid", 40);
  payOnInvoicePage(
    stripe,
    stripe.invoices.findLast(({ status }) => status === "open")!,
  );
  await stripe.deliverEvents();
  expect(await isFeatured()).toBe(true);
  expect(await overview()).toMatchObject({ state: "renews", unpaid: null });
});

test("a renewal that waits for its owner's confirmation says so, and the confirmation buys thirty days", async () => {
  await pay();
  payer.bank.behaviourOf(stripe.subscriptions[0]!.default_payment_method).charge = "confirm";
  stripe.advanceDays(32);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  expect(await overview()).toMatchObject({ state: "failing", trouble: "confirm", unpaid: { amount_cents: 1000 } });
  const { body } = await call("confirm");
  expect(body).toMatchObject({ status: "requires_action", clientSecret: expect.any(String) });
  const intent = payer.bank.intentOf(stripe.invoices.find(({ status }) => status === "open")!)!;
  payer.bank.confirm(intent, true);
  expect(await call("confirm")).toMatchObject({ status: 200, body: { status: "active" } });
  expect(Math.abs(Date.parse((await overview())!.paid_until!) - fakes.now - 30 * DAY_MS)).toBeLessThan(2000);
});

test("a new card pays nothing for a listing that waits for review", async () => {
  await giveUp("unpaid", 10);
  await drizzle(env.DB).update(sites).set({ review: "pending" });
  expect(await newCard()).toEqual(errorResponse(409, PAYMENT_MESSAGES.pendingReview));
  expect(paid()).toBe(1);
});
