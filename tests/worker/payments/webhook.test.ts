import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import type { Bank } from "#worker/dev/stripe/bank.ts";
import type { Price } from "#worker/dev/stripe/objects.ts";
import { broken, fakes, NOW } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";
import { usePayer } from "../support/payer.ts";
import { noResponse, serverError } from "../support/stripe.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, featuredUntil } = payer;
let bank: Bank;

beforeEach(async () => {
  await payer.pay();
  bank = payer.bank;
});

const count = async (table: typeof payments | typeof stripeEvents) => (await db.select().from(table)).length;

/** Deletes the rows of the payment, as if the subscribe call had been interrupted. */
async function deletePayments() {
  await db.delete(payments);
  await db.delete(subscriptions);
  expect(await featuredUntil()).toBeNull();
}

test("the same event sent twenty times at the same time counts once", async () => {
  const event = await stripe.takeEvent("customer.subscription.created");
  const answers = await Promise.all(Array.from({ length: 20 }, () => stripe.sendWebhook(event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await count(stripeEvents), await count(payments)]).toEqual([1, 1]);
});

test("an event that has already arrived causes no request to Stripe", async () => {
  const event = await stripe.takeEvent("customer.subscription.created");
  await stripe.deliverEvents([event]);
  stripe.calls = [];
  await stripe.deliverEvents([event]);
  expect(stripe.calls).toEqual([]);
});

test.each([
  [301, 400],
  [299, 200],
  [-301, 400],
])("a signature %i seconds old answers %i", async (age, status) => {
  const [event] = bank.state.events;
  const request = await stripe.standIn.sign(event!, bank.nowSeconds - age);
  expect((await stripe.sendWebhook(request)).status).toBe(status);
});

test("a signature from the future stays refused with a second, current timestamp", async () => {
  const [event] = bank.state.events;
  const signed = await stripe.standIn.sign(event!, bank.nowSeconds + 3600);
  signed.headers.set("Stripe-Signature", `t=${bank.nowSeconds},${signed.headers.get("Stripe-Signature")}`);
  expect((await stripe.sendWebhook(signed)).status).toBe(400);
});

test("a wrong or missing signature answers 400 and changes nothing", async () => {
  await deletePayments();
  const event = await stripe.takeEvent("customer.subscription.created");
  const body = await event.clone().text();
  const signature = event.headers.get("Stripe-Signature")!;
  const attempts = [
    new Request(event.url, { method: "POST", body }),
    new Request(event.url, {
      method: "POST",
      body,
      headers: { "Stripe-Signature": signature.replace(/v1=./, "v1=x") },
    }),
    new Request(event.url, { method: "POST", body: `${body} `, headers: { "Stripe-Signature": signature } }),
    new Request(event.url, { method: "POST", body: "{", headers: { "Stripe-Signature": "t=1,v1=x" } }),
  ];
  for (const attempt of attempts) {
    expect((await stripe.sendWebhook(attempt)).status).toBe(400);
  }
  expect(await featuredUntil()).toBeNull();
});

test.each([
  ["does not answer", noResponse],
  ["answers 500", serverError],
])("the webhook fails if Stripe %s, so that the event is sent again", async (_, way) => {
  await deletePayments();
  const events = await stripe.standIn.takeEvents();
  stripe.intercept = way;
  expect((await stripe.sendWebhook(events[0]!)).status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await count(stripeEvents)).toBe(0);
  stripe.intercept = (__, forward) => forward();
  await stripe.deliverEvents(events);
  expect(await featuredUntil()).toBe(NOW + 31 * DAY_MS);
});

test("the webhook fails if D1 does not answer", async () => {
  const event = await stripe.takeEvent("customer.subscription.created");
  const down = {
    ...stripe.overrides(),
    env: { DB: { withSession: () => broken<D1DatabaseSession>() } as unknown as D1Database },
  };
  expect((await stripe.sendWebhook(event, down)).status).toBeGreaterThanOrEqual(500);
  loggedErrors.length = 0;
});

test("a second subscription of a site is ended and refunded", async () => {
  await stripe.deliverEvents();
  const [price] = bank.list<Price>("price");
  bank.createSubscription({ ...stripe.subscriptions[0]!, id: "sub_second" }, price!);
  await stripe.deliverEvents();
  await stripe.deliverEvents();
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  expect(stripe.subscriptions.map(({ id, status }) => [id, status])).toEqual([
    ["sub_second", "canceled"],
    [expect.any(String), "active"],
  ]);
  expect(stripe.charges.map(({ refunded }) => refunded)).toEqual([true, false]);
  expect(await featuredUntil()).toBe(NOW + 31 * DAY_MS);
});

test("of two reads from Stripe, the one that began last is stored", async () => {
  await stripe.deliverEvents();
  const subscription = stripe.subscriptions[0]!;
  bank.change(subscription, { cancel_at_period_end: true });
  const [first] = await stripe.standIn.takeEvents();
  bank.change(subscription, { cancel_at_period_end: false });
  const [second] = await stripe.standIn.takeEvents();

  // The response to the first reading is held back until the second one is written.
  Object.assign(subscription, { status: "canceled", ended_at: subscription.created });
  let isFirst = true;
  stripe.intercept = async (_, forward) => {
    const response = await forward();
    if (!isFirst) return response;
    isFirst = false;
    Object.assign(subscription, { status: "active", ended_at: null });
    await stripe.deliverEvents([second!]);
    return response;
  };
  await stripe.deliverEvents([first!]);
  expect((await db.select().from(subscriptions))[0]!.status).toBe("active");
  expect(fakes.mails.map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/^No longer/));
});

test("an event that cannot be applied is mailed to the operator, once an hour; one with a wrong signature is not", async () => {
  const event = await stripe.takeEvent("customer.subscription.created");
  fakes.mails.length = 0;
  const forged = new Request(event.clone(), { headers: { "Stripe-Signature": "t=1,v1=00" } });
  expect((await stripe.sendWebhook(forged)).status).toBe(400);
  expect(fakes.mails).toEqual([]);
  stripe.intercept = serverError;
  expect((await stripe.sendWebhook(event)).status).toBe(502);
  expect(fakes.mails).toMatchObject([
    { to: env.SUPPORT_EMAIL, subject: `${env.SITE_NAME}: An event of Stripe was not applied` },
  ]);
  const { text } = fakes.mails[0]!;
  expect(text).toContain("run `npm run stripe:reconcile -- --remote`");
  expect(text).toContain(`Event: customer.subscription.created\nWaits since: ${new Date(NOW).toISOString()}`);
  await stripe.sendWebhook(event);
  expect(fakes.mails).toHaveLength(1);
  loggedErrors.length = 0;
});
