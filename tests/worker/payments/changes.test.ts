import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { PaymentIntent } from "#worker/dev/stripe/objects.ts";
import { fakes } from "../support/app.ts";
import { ACTIVE, day, usePayer } from "../support/payer.ts";
import { ANNA, errorResponse, lastMail, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, noResponse, payOnInvoicePage } from "../support/stripe.ts";

// What owners do with a running subscription, and what happens to it without them.

const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil, invoices, subjects } = payer;

/** A renewal that the bank has refused or wants confirmed. */
async function failRenewal(charge?: "confirm") {
  await pay();
  if (charge) payer.bank.behaviourOf(stripe.subscriptions[0]!.default_payment_method).charge = charge;
  else declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.anna = await logIn();
}

test("a cancellation that fails at Stripe shows an error, and the subscription continues", async () => {
  await pay();
  stripe.intercept = (sent, forward) => (sent.method === "POST" ? noResponse(sent, forward) : forward());
  expect(await call("cancel")).toEqual(errorResponse(502, PAYMENT_MESSAGES.notCancelled));
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await overview()).toMatchObject({ state: "renews" });
});

test("to cancel twice changes nothing, and a renewal that is not paid ends at once", async () => {
  await failRenewal();
  const { body } = await call("cancel");
  expect(body).toMatchObject({ message: PAYMENT_MESSAGES.ended, featured_until: null });
  expect(invoices()).toEqual(["void", "paid"]);
  expect(await call("cancel")).toEqual(errorResponse(404, PAYMENT_MESSAGES.noSubscription));
});

test("a renewal that is charged while its owner cancels is refunded", async () => {
  await failRenewal();
  stripe.intercept = (sent, forward) => {
    if (sent.method === "DELETE") {
      stripe.intercept = (_, go) => go();
      payOnInvoicePage(stripe, stripe.invoices[0]!);
    }
    return forward();
  };
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(stripe.charges.filter(({ status }) => status === "succeeded").map(({ refunded }) => refunded)).toEqual([
    true,
    false,
  ]);
});

test("a renewal that its bank wants confirmed is mailed and confirmed", async () => {
  await failRenewal("confirm");
  expect(await overview()).toMatchObject({ state: "failing", trouble: "confirm" });
  expect(lastMail(ANNA)?.text).toContain(`/pay?siteId=${payer.siteId}&change=card`);
  const { body } = await call("confirm");
  expect(body["status"]).toBe("requires_action");
  const id = String(body["clientSecret"]).split("_secret_")[0]!;
  payer.bank.confirm(payer.bank.find<PaymentIntent>("payment_intent", id), true);
  expect(await call("confirm")).toEqual(ACTIVE);
  expect(await featuredUntil()).toBe(day(61));
});

test("a renewal that is still a draft is being processed, and names no past date", async () => {
  await pay();
  stripe.advanceHours(30 * 24);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  expect(await overview()).toMatchObject({ state: "renewing", next_charge: null, status: "featured" });
  stripe.advanceHours(2);
  await stripe.deliverEvents();
  expect(await overview()).toMatchObject({ state: "renews", next_charge: { at: new Date(day(60)).toISOString() } });
});

test("another card pays the next renewal, and a bank account is refused", async () => {
  const message = PAYMENT_MESSAGES.cardUnknown;
  const refused = errorResponse(400, message, { payment_method_id: message });
  expect(await pay("pm_sepa_debit")).toEqual(refused);
  expect([stripe.subscriptions, stripe.invoices, stripe.charges, await featuredUntil()]).toEqual([[], [], [], null]);
  expect(await pay()).toMatchObject({ status: 200 });
  const card = "pm_card_mastercard";
  expect(await call("card", { payment_method_id: card })).toMatchObject({ body: { status: "active", charged: null } });
  expect(await call("card", { payment_method_id: "pm_sepa_debit" })).toEqual(refused);
  expect(await overview()).toMatchObject({ card: { brand: "mastercard", last4: "4444" } });
});

test("a card that is declined for an open renewal says why, and neither pays nor replaces the one before", async () => {
  await failRenewal();
  const { default_payment_method: before } = stripe.subscriptions[0]!;
  const { status, body } = await call("card", { payment_method_id: "pm_card_chargeCustomerFail" });
  expect([status, body["error"]]).toEqual([402, expect.stringContaining("declined")]);
  expect(await overview()).toMatchObject({ state: "failing", unpaid: { amount_cents: 1000 } });
  expect(stripe.subscriptions[0]!.default_payment_method).toBe(before);
});

test("a date at which the dashboard ends it is the end of the place", async () => {
  await pay();
  payer.bank.change(stripe.subscriptions[0]!, { cancel_at: day(12) / 1000 });
  await stripe.deliverEvents();
  expect([await featuredUntil(), await overview()]).toMatchObject([day(12), { state: "ends" }]);
  expect(await call("resume")).toMatchObject({ status: 200 });
  expect(await featuredUntil()).toBe(day(31));
});

test("each cancellation and each resumption is mailed once, with what follows and how to take it back", async () => {
  await pay();
  for (const name of ["cancel", "cancel", "resume", "resume", "cancel", "resume"]) {
    await call(name);
    await stripe.deliverEvents();
  }
  const [cancelled, resumed] = ["Subscription cancelled", "Subscription resumed"];
  expect(subjects()).toEqual(["Featured now", cancelled, resumed, cancelled, resumed]);
  expect(fakes.mails[1]!.text).toMatch(
    /not be charged again[^]*Featured until: 20 December 2026[^]*Resume subscription\n/,
  );
  expect(fakes.mails[2]!.text).toMatch(/Next payment: €10\.00 on 20 December 2026[^]*Cancel subscription\n/);
});

test("an owner who cancels at Stripe's portal gets the same mail, with the day that ends the place", async () => {
  await pay();
  payer.bank.change(stripe.subscriptions[0]!, { cancel_at: day(12) / 1000 });
  for (let time = 0; time < 2; time++) await stripe.deliverEvents();
  expect(subjects()).toEqual(["Featured now", "Subscription cancelled"]);
  expect(lastMail(ANNA)?.text).toContain("Featured until: 2 December 2026");
});

test("a cancellation is mailed once its period is paid, and names the later day of a gift of staff", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  await drizzle(env.DB)
    .update(sites)
    .set({ grantedUntil: day(70) });
  payer.bank.beginPeriod(subscription!);
  payer.bank.change(subscription!, { cancel_at_period_end: true });
  await stripe.deliverEvents();
  expect(subjects()).toEqual(["Featured now"]);
  // Stripe charges a renewal after an hour.
  stripe.advanceHours(2);
  await stripe.deliverEvents();
  expect(subjects()).toEqual(["Featured now", "Subscription cancelled"]);
  expect(lastMail(ANNA)?.text).toContain("Featured until: 29 January 2027");
});

test("an owner who is told of the end by one mail gets no second one", async () => {
  await pay();
  await stripe.deliverEvents();
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  fakes.now += DAY_MS;
  for (let run = 0; run < 2; run++) await stripe.runCron();
  expect(subjects()).toEqual(["Featured now", "No longer featured"]);
});

test("a subscription that is gone at Stripe stays as it was, and the operator is told", async () => {
  await pay();
  delete payer.bank.state.objects[stripe.subscriptions[0]!.id];
  fakes.now += 40 * DAY_MS;
  await stripe.runCron();
  expect(await drizzle(env.DB).select({ status: subscriptions.status }).from(subscriptions)).toEqual([
    { status: "active" },
  ]);
  expect(fakes.mails.at(-1)?.subject).toContain("A subscription is missing at Stripe");
});
