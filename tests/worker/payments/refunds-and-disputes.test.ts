import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import type { Charge, Dispute, EventType, Price, Refund, Subscription } from "#worker/dev/stripe/objects.ts";
import { NOW, fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { loggedErrors } from "../support/setup.ts";
import { payOnInvoicePage, refuseRefunds } from "../support/stripe.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, featuredUntil } = payer;
const refunds = () => payer.bank.list<Refund>("refund");
const statuses = () => stripe.subscriptions.map(({ status }) => status);
const refundRequests = () => stripe.calls.filter((line) => line === "POST /v1/refunds").length;

/** Pays the open invoice of an ended subscription, and returns the charge, which the product must refund. */
async function payTooLate(): Promise<Charge> {
  await pay("pm_card_authenticationRequired");
  await stripe.deliverEvents();
  payer.bank.cancel(stripe.subscriptions[0]!);
  payer.bank.state.aheadMs += 1000;
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  return stripe.charges[0]!;
}

test("a refund that failed with a server error of Stripe is made a minute later", async () => {
  const charge = await payTooLate();
  const events = [await stripe.takeEvent("invoice.paid")];
  payer.bank.failCall = ({ method, path }) => (method + path === "POST/v1/refunds" ? "before" : undefined);
  for (const event of events) await stripe.sendWebhook(event);
  payer.bank.failCall = () => undefined;
  // Within the minute the idempotency key is the same, so Stripe repeats its response.
  for (const event of events) expect((await stripe.sendWebhook(event)).status).toBe(502);
  expect(charge.refunded).toBe(false);
  payer.bank.state.aheadMs += 60_000;
  await stripe.deliverEvents(await resigned(events));
  expect([charge.refunded, refunds().length]).toEqual([true, 1]);
  loggedErrors.length = 0;
});

/** Stripe signs an event each time it sends it. */
const resigned = (events: Request[]) =>
  Promise.all(events.map(async (event) => stripe.standIn.sign(toEvent(await event.clone().json()))));
type Sent = { id: string; type: EventType; created: number; data: { object: unknown } };
const toEvent = ({ id, type, created, data }: Sent) => ({ id, type, created, object: data.object });

test("a refund that was made in spite of a server error of Stripe is not made again", async () => {
  const charge = await payTooLate();
  const events = [await stripe.takeEvent("invoice.paid")];
  payer.bank.failCall = ({ method, path }) => (method + path === "POST/v1/refunds" ? "after" : undefined);
  for (const event of events) await stripe.sendWebhook(event);
  payer.bank.failCall = () => undefined;
  payer.bank.state.aheadMs += 60_000;
  await stripe.deliverEvents(await resigned(events));
  expect([charge.amount_refunded, refunds().length]).toEqual([1000, 1]);
  loggedErrors.length = 0;
});

test("two charges that are paid too late in the same minute are both refunded", async () => {
  const { id: site_id } = await insertSite({ ownerId: 1 });
  await payer.call("subscribe", { payment_method_id: "pm_card_authenticationRequired", site_id });
  await payTooLate();
  payer.bank.cancel(stripe.subscriptions[1]!);
  payer.bank.state.aheadMs += 1000;
  payOnInvoicePage(stripe, stripe.invoices[1]!);
  await stripe.deliverEvents();
  expect(stripe.charges.map((charge) => charge.amount_refunded)).toEqual([1000, 1000]);
});

test("a refund that fails for a month is left to the operator", async () => {
  await payTooLate();
  refuseRefunds(stripe);
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  stripe.intercept = (_, forward) => forward();
  stripe.advanceDays(31);
  await stripe.runCron();
  expect(refunds()).toEqual([]);
  expect(await db.select({ is: subscriptions.isUnsettled }).from(subscriptions)).toEqual([{ is: false }]);
});

test("ten events at the same time cause one refund", async () => {
  const charge = await payTooLate();
  const event = await stripe.takeEvent("invoice.paid");
  await Promise.all(Array.from({ length: 10 }, () => stripe.sendWebhook(event)));
  expect([charge.amount_refunded, refunds().length]).toEqual([1000, 1]);
});

test("a refund that the bank returns is retried on another day, three times at most", async () => {
  await payTooLate();
  await stripe.deliverEvents();
  payer.bank.failRefund(refunds()[0]!);
  await stripe.deliverEvents();
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(refunds().map(({ status }) => status)).toEqual(["failed"]);
  for (let day = 0; day < 6; day++) {
    for (const refund of refunds().filter(({ status }) => status === "succeeded")) payer.bank.failRefund(refund);
    await stripe.deliverEvents();
    stripe.advanceDays(2);
    await stripe.runCron();
    await stripe.runCron();
  }
  expect(refunds().map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  // The money is kept, so the site stays featured.
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
});

test("a refund that waits for money at Stripe is made once, and goes out later", async () => {
  payer.bank.state.settings.lowBalance = "hold";
  await payTooLate();
  await stripe.deliverEvents();
  stripe.advanceDays(3);
  await stripe.runCron();
  await stripe.runCron();
  expect(refunds().map(({ status }) => status)).toEqual(["pending"]);
  const [{ customer, default_payment_method }] = stripe.subscriptions as [Subscription];
  const [price] = payer.bank.list<Price>("price");
  payer.bank.behaviourOf(default_payment_method).charge = "ok";
  payer.bank.createSubscription({ customer, default_payment_method, metadata: {} }, price!);
  stripe.advanceDays(3);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(refunds().map(({ status }) => status)).toEqual(["succeeded"]);
  const rows = await db.select({ kind: payments.kind, cents: payments.amountCents }).from(payments);
  expect(rows.filter(({ kind }) => kind === "refund")).toEqual([{ kind: "refund", cents: 1000 }]);
});

test("a refund that waits for money fails if the payment is disputed, and is not made again", async () => {
  payer.bank.state.settings.lowBalance = "hold";
  const charge = await payTooLate();
  await stripe.deliverEvents();
  const dispute = payer.bank.openDispute(charge);
  await stripe.deliverEvents();
  payer.bank.closeDispute(dispute, "lost");
  await stripe.deliverEvents();
  stripe.advanceDays(2);
  await stripe.runCron();
  expect(refunds().map(({ status, failure_reason }) => [status, failure_reason])).toEqual([
    ["failed", "charge_for_pending_refund_disputed"],
  ]);
});

test("cron makes a refund that Stripe refused at first", async () => {
  const charge = await payTooLate();
  refuseRefunds(stripe);
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  stripe.intercept = (_, forward) => forward();
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(charge.refunded).toBe(true);
  const unsettled = () => db.select({ is: subscriptions.isUnsettled }).from(subscriptions);
  // The bank may return the refund for a month.
  expect(await unsettled()).toEqual([{ is: true }]);
  stripe.advanceDays(32);
  await stripe.runCron();
  expect(await unsettled()).toEqual([{ is: false }]);
});

test("a full refund that fails at the bank gives the paid time back", async () => {
  await pay();
  const refund = payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["canceled"], null]);
  payer.bank.failRefund(refund);
  await stripe.deliverEvents([await stripe.takeEvent("refund.failed")]);
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
  const rows = await db.select({ kind: payments.kind, detail: payments.detail }).from(payments);
  expect(rows).toContainEqual({ kind: "refund", detail: "failed" });
  stripe.calls = [];
  await stripe.runCron();
  expect(refundRequests()).toBe(0);
});

test("refunding the oldest of three periods keeps the current one", async () => {
  await pay();
  stripe.advanceDays(30);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.bank.refund(stripe.charges.at(-1)!);
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["active"], NOW + 93 * DAY_MS]);
  payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["canceled"], NOW + 60 * DAY_MS]);
});

test("a lost dispute about an old period stops the next charge and keeps the current period", async () => {
  await pay();
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.bank.closeDispute(payer.bank.openDispute(stripe.charges[1]!), "lost");
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["canceled"], NOW + 60 * DAY_MS]);
});

test.each<[string, boolean, (dispute: Dispute) => void]>([
  ["needs_response", true, () => {}],
  ["under_review", true, (one) => payer.bank.moveDispute(one, "under_review")],
  ["won", true, (one) => payer.bank.closeDispute(one, "won")],
  ["lost", false, (one) => payer.bank.closeDispute(one, "lost")],
  ["appeal_needs_response", false, (one) => payer.bank.moveDispute(one, "appeal_needs_response")],
  ["appeal_under_review", false, (one) => payer.bank.moveDispute(one, "appeal_under_review")],
  ["prevented", false, (one) => payer.bank.closeDispute(one, "prevented")],
])("a dispute that is %s: featured is %s", async (status, isFeatured, change) => {
  await pay();
  const dispute = payer.bank.openDispute(stripe.charges[0]!);
  change(dispute);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(isFeatured ? NOW + 33 * DAY_MS : null);
  const rows = await db.select({ kind: payments.kind, detail: payments.detail }).from(payments);
  expect(rows).toContainEqual({ kind: "dispute", detail: status });
});

test.each(["warning_needs_response", "warning_under_review", "warning_closed", "prevented"] as const)(
  "an inquiry that is %s keeps the listing featured",
  async (status) => {
    await pay();
    payer.bank.moveDispute(payer.bank.openDispute(stripe.charges[0]!, "warning_needs_response"), status);
    await stripe.deliverEvents();
    expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
    const rows = await db.select({ detail: payments.detail }).from(payments);
    expect(rows).toContainEqual({ detail: status === "prevented" ? "blocked" : status });
  },
);

test.each<[string, () => () => unknown]>([
  [
    "a refund that fails",
    () => {
      const refund = payer.bank.refund(stripe.charges[0]!);
      return () => payer.bank.failRefund(refund);
    },
  ],
  [
    "an appeal that is won",
    () => {
      const dispute = payer.bank.openDispute(stripe.charges[0]!);
      payer.bank.moveDispute(dispute, "appeal_under_review");
      return () => payer.bank.closeDispute(dispute, "won");
    },
  ],
])("%s after a new payment moves the days of that payment", async (_, takeMoney) => {
  await pay();
  const giveBack = takeMoney();
  await stripe.deliverEvents();
  stripe.advanceDays(5);
  await pay();
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 38 * DAY_MS);

  giveBack();
  await stripe.deliverEvents();
  expect(statuses().toSorted()).toEqual(["canceled", "trialing"]);
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
  expect(Math.max(...stripe.subscriptions.map(({ trial_end: end }) => end ?? 0)) * 1000).toBe(NOW + 60 * DAY_MS);

  // The money goes again: the new payment has its own days, and Stripe charges after them.
  payer.bank.refund(stripe.charges.find(({ created }) => created * 1000 === NOW)!);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 38 * DAY_MS);
  expect(Math.max(...stripe.subscriptions.map(({ trial_end: end }) => end ?? 0)) * 1000).toBe(NOW + 35 * DAY_MS);
});

test("if Stripe fails after money came back, its event is sent again and moves the days of the new payment", async () => {
  await pay();
  const refund = payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  stripe.advanceDays(5);
  await pay();
  await stripe.deliverEvents();
  const newest = stripe.subscriptions.find(({ ended_at: end }) => end === null);
  payer.bank.failRefund(refund);
  const event = await stripe.takeEvent("refund.failed");
  payer.bank.failCall = ({ path }) => (path === `/v1/subscriptions/${newest!.id}` ? "before" : undefined);
  expect((await stripe.sendWebhook(event)).status).toBe(502);
  payer.bank.failCall = () => undefined;
  await stripe.deliverEvents(await resigned([event]));
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
  loggedErrors.length = 0;
});

test("an appeal that is won makes the listing featured again", async () => {
  await pay();
  const dispute = payer.bank.openDispute(stripe.charges[0]!);
  payer.bank.moveDispute(dispute, "appeal_under_review");
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBeNull();
  payer.bank.closeDispute(dispute, "won");
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
});
