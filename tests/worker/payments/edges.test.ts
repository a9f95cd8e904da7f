import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { PAYMENT_MESSAGES, type SiteSubscription } from "#schema/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Bank } from "#worker/features/dev/stripe/bank.ts";
import { connect } from "#worker/http/database.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { DAY_MS, NOW, outside } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, BERT, insertUser, lastMail, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { payCall, serverError, useBadCard, useStripe } from "../support/stripe.ts";

const db = drizzle(env.DB);
const stripe = useStripe();
let anna: Browser;
let siteId: number;
let ownerId: number;
let bank: Bank;

beforeEach(async () => {
  ownerId = (await insertUser()).id;
  anna = await logIn();
  siteId = (await insertSite()).id;
  await db.update(sites).set({ ownerId }).where(eq(sites.id, siteId));
  bank = stripe.standIn.bank;
});

const pay = (card = "pm_card_visa") => payCall(anna, stripe, "subscribe", { payment_method_id: card, site_id: siteId });
const call = (name: string, body: object = {}) => payCall(anna, stripe, name, { site_id: siteId, ...body });
const overview = async () =>
  (await (await anna.get("/api/payments/")).json<{ results: SiteSubscription[] }>()).results[0];
const until = async (id = siteId) =>
  (await db.select({ until: sites.featuredUntil }).from(sites).where(eq(sites.id, id)))[0]!.until;
const reconcile = () => reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: outside.now });
const paidCharges = () => stripe.charges.filter(({ status }) => status === "succeeded").length;

/** D1 as it was before the first payment: the site and its owner are there, nothing of Stripe is. */
async function restoreBackup() {
  await stripe.deliver();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.update(users).set({ stripeCustomerId: null });
  outside.now += 2 * DAY_MS;
  anna = await logIn();
}

test("a first payment after the backup that was restored is found, and not made a second time", async () => {
  await pay();
  await restoreBackup();
  await reconcile();
  expect(await until()).toBe(NOW + 33 * DAY_MS);
  expect(await pay()).toMatchObject({ status: 409 });
  expect(paidCharges()).toBe(1);
});

test("reconciling gives nobody the subscription of another person", async () => {
  await pay();
  await restoreBackup();
  await db.update(users).set({ email: "other@example.com" });
  await reconcile();
  expect(await until()).toBeNull();
  expect(stripe.subscriptions[0]!.status).toBe("active");
});

test("what is paid for a site that a restored backup does not hold is ended, not charged for ever", async () => {
  await pay();
  await stripe.deliver();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.delete(sites).where(eq(sites.id, siteId));
  await reconcile();
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
});

test("what was paid for a site does not feature another's that has its number since a backup was restored", async () => {
  await pay();
  await stripe.deliver();
  await db.delete(payments);
  await db.delete(subscriptions);
  const bert = await insertUser({ email: BERT });
  await db.update(sites).set({ ownerId: bert.id }).where(eq(sites.id, siteId));
  await reconcile();
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await until()).toBeNull();
});

test("cancelled in the portal while the renewal is unpaid, it is still tried, which its owner sees and can end", async () => {
  await pay();
  await useBadCard(anna, stripe, siteId);
  stripe.pass(30);
  await stripe.deliver();
  const [subscription] = stripe.subscriptions;
  bank.change(subscription!, { cancel_at: subscription!.items.data[0]!.current_period_end });
  await stripe.deliver();
  anna = await logIn();
  // No days of grace for what ends.
  expect(await overview()).toMatchObject({ state: "failing", status: "basic" });
  await stripe.cron();
  expect(lastMail(ANNA)!.text).toContain("The listing is basic until it is paid.");
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(subscription!.status).toBe("canceled");
});

test("cancelling what ends at once says until when staff granted more", async () => {
  await pay();
  await useBadCard(anna, stripe, siteId);
  stripe.pass(30);
  await stripe.deliver();
  const granted = NOW + 60 * DAY_MS;
  await db.update(sites).set({ grantedUntil: granted }).where(eq(sites.id, siteId));
  anna = await logIn();
  const featured = { featured_until: new Date(granted).toISOString() };
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended, ...featured } });
  expect(await (await anna.get(`/api/sites/${siteId}/`)).json()).toMatchObject(featured);
});

test("one that ends after later periods renews until then", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  bank.change(subscription!, { cancel_at: subscription!.items.data[0]!.current_period_end + 60 * 86_400 });
  await stripe.deliver();
  expect(await overview()).toMatchObject({ state: "renews", next_charge: { amount_cents: 1000 } });
  expect(await until()).toBe(NOW + 33 * DAY_MS);
});

test("what was cancelled in days that were given for free can be resumed", async () => {
  await pay();
  stripe.subscriptions[0]!.status = "trialing";
  bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliver();
  await call("cancel");
  expect(await call("resume")).toMatchObject({ status: 200 });
  expect(await overview()).toMatchObject({ state: "renews" });
});

test("money that is given back after the end, of which no webhook tells, is found by cron within a week", async () => {
  await pay();
  bank.end(stripe.subscriptions[0]!);
  await stripe.deliver();
  expect(await until()).toBe(NOW + 30 * DAY_MS);
  bank.refund(stripe.charges[0]!, 1000);
  outside.now += 6 * DAY_MS;
  stripe.calls = [];
  await stripe.cron();
  expect(stripe.calls).toEqual([]);
  outside.now += 2 * DAY_MS;
  await stripe.cron();
  expect(await until()).toBeNull();
  stripe.calls = [];
  await stripe.cron();
  expect(stripe.calls).toEqual([]);
});

test("what ended at Stripe meanwhile is cancelled, and takes no other card", async () => {
  await pay();
  bank.end(stripe.subscriptions[0]!);
  stripe.standIn.bank.state.events.length = 0;
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(await pay()).toMatchObject({ status: 200 });
  bank.end(stripe.subscriptions[0]!);
  expect(await call("card", { payment_method_id: "pm_card_visa" })).toMatchObject({ status: 409 });
  expect(await overview()).toBeUndefined();
});

test("cancelling in the second in which Stripe begins the next period charges nothing more", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  outside.now += 30 * DAY_MS - 1000;
  anna = await logIn();
  // Stripe's clock is ahead by a second: the next period has begun, its invoice is a draft.
  const [item] = subscription!.items.data;
  bank.keep({ ...stripe.invoices[0]!, id: "in_draft", status: "draft", amount_paid: 0 });
  [item!.current_period_start, item!.current_period_end] = [
    item!.current_period_end,
    item!.current_period_end + 30 * 86_400,
  ];
  subscription!.latest_invoice = "in_draft";
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect(subscription!.status).toBe("canceled");
});

test("a failure of Stripe, which it repeats for a day under one idempotency key, can be tried again", async () => {
  const failed = new Set<string | null>();
  let isDown = true;
  stripe.way = async (asked, pass) => {
    if (!asked.url.endsWith("/customers")) return pass();
    const key = asked.headers.get("Idempotency-Key");
    if (isDown) failed.add(key);
    return failed.has(key) ? serverError(asked, pass) : pass();
  };
  expect(await call("intent")).toMatchObject({ status: 502 });
  isDown = false;
  bank.state.aheadMs += 3 * 60_000;
  expect(await call("intent")).toMatchObject({ status: 200 });
  loggedErrors.length = 0;
});
