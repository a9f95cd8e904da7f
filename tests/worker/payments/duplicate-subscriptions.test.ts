import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import type { Intent, Price, Refund, Subscription } from "#worker/dev/stripe/objects.ts";
import { connect } from "#worker/db/connection.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { NOW, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, noResponse, payOnInvoicePage, refuseRefunds, saveGoodCard } from "../support/stripe.ts";

// Of two subscriptions of a site one is cancelled, and the same days are paid once.

const payer = usePayer();
const { stripe, pay, call, featuredUntil } = payer;
const refunds = () => payer.bank.list<Refund>("refund");
const statuses = () => stripe.subscriptions.map(({ status }) => status);
const moneyKept = () =>
  stripe.charges.reduce(
    (sum, { status, amount, amount_refunded }) => sum + (status === "succeeded" ? amount - amount_refunded : 0),
    0,
  );

/** Creates a second subscription for the site at Stripe, which the database does not know. */
function beginSecond(isPaid = true): Subscription {
  const { id: _, items: __, latest_invoice: ___, status: ____, ...first } = stripe.subscriptions[0]!;
  const card = payer.bank.attach(saveGoodCard(stripe), first.customer);
  const own = isPaid ? { default_payment_method: card.id } : {};
  return payer.bank.createSubscription({ ...first, ...own, id: "sub_second" }, payer.bank.list<Price>("price")[0]!);
}

test("of two subscriptions the paid one stays, and nothing is refunded", async () => {
  await pay("pm_card_authenticationRequired");
  beginSecond();
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect(stripe.subscriptions.map(({ id, status }) => [id === "sub_second", status])).toEqual([
    [true, "active"],
    [false, "incomplete_expired"],
  ]);
  expect(stripe.invoices.map(({ status }) => status)).toEqual(["paid", "void"]);
  expect(refunds()).toEqual([]);
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("cron refunds a second paid subscription after Stripe refused the refund at first", async () => {
  await pay();
  beginSecond();
  refuseRefunds(stripe);
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect([statuses(), refunds()]).toEqual([["canceled", "active"], []]);
  stripe.intercept = (_, forward) => forward();
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(stripe.charges.map((charge) => charge.amount_refunded)).toEqual([1000, 0]);
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("the refund of a second subscription is retried on another day if the bank returns it", async () => {
  await pay();
  beginSecond();
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  payer.bank.failRefund(refunds()[0]!);
  await stripe.deliverEvents();
  stripe.advanceDays(2);
  await stripe.runCron();
  expect(refunds().map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  expect([stripe.charges.map((charge) => charge.refunded), statuses()]).toEqual([
    [true, false],
    ["canceled", "active"],
  ]);
});

test("of two unpaid subscriptions the first stays, and the other cannot be paid any more", async () => {
  await pay("pm_card_authenticationRequired");
  beginSecond(false);
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect(statuses()).toEqual(["incomplete_expired", "incomplete"]);
  expect(stripe.invoices.map(({ status }) => status)).toEqual(["void", "open"]);
});

test("a paid duplicate stays even if Stripe fails at any step", async () => {
  await pay("pm_card_authenticationRequired");
  beginSecond();
  const events = await stripe.standIn.takeEvents();
  for (let failsAt = 1; failsAt < 20; failsAt++) {
    let asked = 0;
    stripe.intercept = (request, forward) => (++asked === failsAt ? noResponse(request, forward) : forward());
    for (const event of events) await stripe.sendWebhook(event);
  }
  stripe.intercept = (_, forward) => forward();
  await stripe.deliverEvents(events);
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  expect(statuses()).toEqual(["active", "incomplete_expired"]);
  expect([stripe.charges.length, refunds().length]).toEqual([1, 0]);
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("an unpaid first subscription that is confirmed just before its end is refunded", async () => {
  await pay("pm_card_authenticationRequired");
  await stripe.deliverEvents();
  const [first] = stripe.subscriptions;
  beginSecond();
  stripe.intercept = (sent, forward) => {
    if (sent.method === "DELETE" && sent.url.endsWith(first!.id)) {
      payer.bank.confirm(payer.bank.list<Intent>("payment_intent").at(-1)!, true);
    }
    return forward();
  };
  await stripe.deliverEvents();
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  expect([moneyKept(), refunds().length]).toEqual([1000, 1]);
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("a duplicate subscription that ends keeps the money for a period that is over", async () => {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("past_due");
  beginSecond();
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  expect([statuses(), moneyKept()]).toEqual([["active", "canceled"], 3000]);
});

test.each([
  ["needs_response", "won"],
  ["warning_needs_response", "warning_closed"],
] as const)("a second payment with a dispute (%s) is refunded after the dispute is %s", async (opened, closed) => {
  await pay();
  beginSecond();
  const dispute = payer.bank.openDispute(stripe.charges[0]!, opened);
  await stripe.deliverEvents();
  loggedErrors.length = 0;
  stripe.advanceDays(20);
  stripe.advanceDays(20);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(refunds()).toEqual([]);
  payer.bank.closeDispute(dispute, closed);
  await stripe.standIn.takeEvents();
  fakes.now += DAY_MS;
  await stripe.runCron();
  expect(refunds().map(({ status }) => status)).toEqual(["succeeded"]);
});

test("after a restore, an owner who opens the payment screen before reconciling gets the old subscription back", async () => {
  await pay();
  await restoreBackup();
  await call("intent");
  await reconcile();
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
  expect(await pay()).toMatchObject({ status: 409 });
});

test("after a restore, an owner who pays before reconciling pays only once", async () => {
  await pay();
  await restoreBackup();
  expect(await pay()).toMatchObject({ status: 200 });
  await reconcile();
  loggedErrors.length = 0;
  expect(statuses().toSorted()).toEqual(["active", "canceled"]);
  expect(moneyKept()).toBe(1000);
});

const reconcile = () => reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });

/** Restores a backup from before the payment, one hour after it. */
async function restoreBackup(): Promise<void> {
  await stripe.deliverEvents();
  const db = drizzle(env.DB);
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.update(users).set({ stripeCustomerId: null });
  fakes.now += 3_600_000;
  payer.bank.state.aheadMs += 3_600_000;
}
