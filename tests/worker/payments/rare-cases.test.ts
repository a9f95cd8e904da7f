import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Customer } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { connect } from "#worker/db/connection.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { NOW, ORIGIN, fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, BERT, insertUser, lastMail, logIn, PASSWORD } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse, payCall, serverError, switchToBadCard } from "../support/stripe.ts";

// Rare cases: a restored backup, a clock that is ahead, a deleted customer.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, call, pay, overview, featuredUntil } = payer;
const reconcile = () => reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });
const paidCharges = () => stripe.charges.filter(({ status }) => status === "succeeded").length;

/** Restores D1 from a backup before the first payment: it has the site and its owner, and nothing from Stripe. */
async function restoreBackup() {
  await stripe.deliverEvents();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.update(users).set({ stripeCustomerId: null });
  fakes.now += 2 * DAY_MS;
  payer.anna = await logIn();
}

test("a stand-in that lost its state never gives two users the same customer id", async () => {
  expect(await call("intent")).toMatchObject({ status: 200 });
  stripe.standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  await insertUser({ email: BERT });
  expect(await payCall(await logIn(BERT), stripe, "intent")).toMatchObject({ status: 200 });
  const customers = await db.select({ id: users.stripeCustomerId }).from(users);
  expect(new Set(customers.map(({ id }) => id)).size).toBe(2);
});

test("after a restore, reconciling finds a payment that is newer than the backup, and it is not made again", async () => {
  await pay();
  await restoreBackup();
  await reconcile();
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
  expect(await pay()).toMatchObject({ status: 409 });
  expect(paidCharges()).toBe(1);
});

test("after a restore, a payment is found by the email address without regard to case", async () => {
  await pay();
  await restoreBackup();
  payer.bank.list<Customer>("customer")[0]!.email = "Anna@Example.com";
  await reconcile();
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("reconciling never assigns a subscription to another user", async () => {
  await pay();
  await restoreBackup();
  await db.update(users).set({ email: "other@example.com" });
  await reconcile();
  expect(await featuredUntil()).toBeNull();
  expect(stripe.subscriptions[0]!.status).toBe("active");
});

test("a subscription for a site that is missing after a restore is ended", async () => {
  await pay();
  await stripe.deliverEvents();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.delete(sites).where(eq(sites.id, payer.siteId));
  await reconcile();
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
});

test("after a restore, a payment does not feature another user's site with the same id", async () => {
  await pay();
  await stripe.deliverEvents();
  await db.delete(payments);
  await db.delete(subscriptions);
  const bert = await insertUser({ email: BERT });
  await db.update(sites).set({ ownerId: bert.id }).where(eq(sites.id, payer.siteId));
  await reconcile();
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await featuredUntil()).toBeNull();
});

test("an unpaid renewal that was cancelled in Stripe's portal is shown as failing, and its owner can end it", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  const [subscription] = stripe.subscriptions;
  payer.bank.change(subscription!, { cancel_at: subscription!.items.data[0]!.current_period_end });
  await stripe.deliverEvents();
  payer.anna = await logIn();
  // A subscription that is set to end has no days of grace.
  expect(await overview()).toMatchObject({ state: "failing", status: "basic" });
  await stripe.runCron();
  expect(lastMail(ANNA)!.text).toContain("The listing is free until the payment succeeds.");
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(subscription!.status).toBe("canceled");
});

test("a cancellation that takes effect at once shows a later end that staff have granted", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  const granted = NOW + 60 * DAY_MS;
  await db.update(sites).set({ grantedUntil: granted }).where(eq(sites.id, payer.siteId));
  payer.anna = await logIn();
  const featured = { featured_until: new Date(granted).toISOString() };
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended, ...featured } });
  expect(await (await payer.anna.get(`/api/sites/${payer.siteId}/`)).json()).toMatchObject(featured);
});

test("a subscription that ends in a later period is shown as renewing", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  payer.bank.change(subscription!, { cancel_at: subscription!.items.data[0]!.current_period_end + 60 * 86_400 });
  await stripe.deliverEvents();
  expect(await overview()).toMatchObject({ state: "renews", next_charge: { amount_cents: 1000 } });
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("a subscription that was cancelled in a free trial can be resumed", async () => {
  await pay();
  stripe.subscriptions[0]!.status = "trialing";
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  await call("cancel");
  expect(await call("resume")).toMatchObject({ status: 200 });
  expect(await overview()).toMatchObject({ state: "renews" });
});

test("cron finds a refund after the end within a week, without a webhook", async () => {
  await pay();
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
  payer.bank.refund(stripe.charges[0]!, 1000);
  fakes.now += 6 * DAY_MS;
  stripe.calls = [];
  await stripe.runCron();
  expect(stripe.calls).toEqual([]);
  fakes.now += 2 * DAY_MS;
  await stripe.runCron();
  expect(await featuredUntil()).toBeNull();
  stripe.calls = [];
  await stripe.runCron();
  expect(stripe.calls).toEqual([]);
});

test("a subscription that has ended at Stripe can be cancelled, but its card cannot be changed", async () => {
  await pay();
  payer.bank.cancel(stripe.subscriptions[0]!);
  stripe.standIn.bank.state.events.length = 0;
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  payer.bank.refund(stripe.charges[0]!);
  expect(await pay()).toMatchObject({ status: 200 });
  payer.bank.cancel(stripe.subscriptions[0]!);
  expect(await call("card", { payment_method_id: "pm_card_visa" })).toMatchObject({ status: 409 });
  expect(await overview()).toBeUndefined();
});

test("a cancellation while Stripe begins the next period causes no further charge", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  fakes.now += 30 * DAY_MS - 1000;
  payer.anna = await logIn();
  // Stripe's clock is ahead by a second: the next period has begun, its invoice is a draft.
  const [item] = subscription!.items.data;
  payer.bank.save({ ...stripe.invoices[0]!, id: "in_draft", status: "draft", amount_paid: 0 });
  [item!.current_period_start, item!.current_period_end] = [
    item!.current_period_end,
    item!.current_period_end + 30 * 86_400,
  ];
  subscription!.latest_invoice = "in_draft";
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(subscription!.status).toBe("canceled");
});

test("a request can be retried even though Stripe repeats an error for a day under the same idempotency key", async () => {
  const failed = new Set<string | null>();
  let isDown = true;
  stripe.intercept = async (sent, forward) => {
    if (!sent.url.endsWith("/customers")) return forward();
    const key = sent.headers.get("Idempotency-Key");
    if (isDown) failed.add(key);
    return failed.has(key) ? serverError(sent, forward) : forward();
  };
  expect(await call("intent")).toMatchObject({ status: 502 });
  isDown = false;
  payer.bank.state.aheadMs += 3 * 60_000;
  expect(await call("intent")).toMatchObject({ status: 200 });
  loggedErrors.length = 0;
});

test("a subscription that always fails at Stripe does not stop cron for others", async () => {
  await pay();
  later(1000);
  const other = await insertSite({ ownerId: (await db.select().from(users))[0]!.id });
  await payCall(payer.anna, stripe, "subscribe", { site_id: other.id, payment_method_id: "pm_card_visa" });
  await stripe.deliverEvents();
  const failing = stripe.subscriptions.at(-1)!.id;
  stripe.intercept = (sent, forward) => (sent.url.includes(failing) ? serverError(sent, forward) : forward());
  stripe.advanceDays(31);
  await stripe.standIn.takeEvents();
  await stripe.runCron();
  loggedErrors.length = 0;
  const [row] = await db.select().from(sites).where(eq(sites.id, other.id));
  expect(row!.featuredUntil).toBe(NOW + 63 * DAY_MS + 1000);
});

test("an account that is deleted during a slow payment is not charged", async () => {
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (sent.method === "POST" && sent.url.endsWith("/attach")) {
      stripe.intercept = (_, go) => go();
      later(125_000);
      expect((await payer.anna.delete("/api/user/", { password: PASSWORD }, stripe.overrides())).status).toBe(200);
    }
    return answered;
  };
  expect(await pay()).toMatchObject({ status: 409 });
  expect(stripe.subscriptions).toEqual([]);
});

test("a slow payment counts as in progress from its last request to Stripe", async () => {
  stripe.intercept = async (sent, forward) => {
    if (sent.method === "GET" && sent.url.includes("/v1/payment_methods/")) later(110_000);
    if (sent.method === "POST" && sent.url.endsWith("/v1/subscriptions")) {
      stripe.intercept = (_, go) => go();
      later(20_000);
      const gone = await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides());
      expect(gone.status).toBe(409);
    }
    return forward();
  };
  expect(await pay()).toMatchObject({ status: 200 });
});

test("cron does not release a payment that is still in progress", async () => {
  const [listed, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let cron: Promise<unknown> | undefined;
  let deletion = 0;
  await call("intent");
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (sent.method === "GET" && sent.url.includes("/v1/payment_methods/")) {
      later(125_000);
      cron = stripe.runCron();
      await listed.promise;
    }
    if (sent.method === "GET" && sent.url.includes("/v1/subscriptions?")) {
      listed.resolve();
      await begun.promise;
    }
    if (sent.method === "GET" && sent.url.includes("/v1/prices?")) {
      begun.resolve();
      await cron;
      stripe.intercept = (_, go) => go();
      deletion = (await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())).status;
    }
    return answered;
  };
  expect(await pay()).toMatchObject({ status: 200 });
  expect(deletion).toBe(409);
});

test("a subscription that Stripe has paused is ended, so the listing can be paid for again", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  const [first] = stripe.subscriptions;
  Object.assign(first!, { status: "paused" });
  payer.bank.change(first!, {});
  await stripe.deliverEvents();
  expect(first!.status).toBe("canceled");
  expect(stripe.invoices.map((invoice) => invoice.status)).toEqual(["void", "paid"]);
  payer.anna = await logIn();
  expect(await pay("pm_card_mastercard")).toMatchObject({ status: 200 });
});

test("an interrupted payment does not block the deletion of a site if Stripe has lost the customer", async () => {
  stripe.intercept = (sent, forward) =>
    sent.method === "POST" && sent.url.endsWith("/v1/subscriptions") ? noResponse(sent, forward) : forward();
  expect(await pay()).toMatchObject({ status: 502 });
  loggedErrors.length = 0;
  stripe.intercept = (_, forward) => forward();
  stripe.standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  later(200_000);
  expect((await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())).status).toBe(204);
});

/** Moves the clocks of the Worker and of Stripe. */
function later(ms: number): void {
  fakes.now += ms;
  payer.bank.state.aheadMs += ms;
}
