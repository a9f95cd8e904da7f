import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { paymentLocks, payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Price } from "#worker/dev/stripe/objects.ts";
import { NOW, fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { readResponse, BERT, errorResponse, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { ACTIVE, usePayer } from "../support/payer.ts";
import { isSubscription, noResponse, payCall, serverError } from "../support/stripe.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, featuredUntil, deleteSite, deleteAccount } = payer;
const ledger = () => db.select({ kind: payments.kind, cents: payments.amountCents }).from(payments);

test("the call that sets up a card returns Stripe's secret and the price", async () => {
  const { status, body } = await payer.call("intent");
  expect([status, body["amount"], body["currency"]]).toEqual([200, 10, "eur"]);
  expect(body["clientSecret"]).toMatch(/^seti_\w+_secret_\w+$/);
  expect(await payCall(payer.anna, stripe, "intent")).toMatchObject({ status: 200 });
});

test("a card that pays makes the listing featured at once, for 30 days and one for the renewal", async () => {
  expect(await pay()).toEqual(ACTIVE);
  expect(await featuredUntil()).toBe(NOW + 31 * DAY_MS);
  expect(await ledger()).toEqual([{ kind: "payment", cents: 1000 }]);
  const listed = await (await payer.anna.get("/api/saas/")).json<{ results: { status: string }[] }>();
  expect(listed.results[0]!.status).toBe("featured");
  const { results } = await (await payer.anna.get("/api/payments/")).json<{ results: unknown[] }>();
  expect(results).toMatchObject([
    {
      site_id: payer.siteId,
      status: "featured",
      state: "renews",
      next_charge: { at: new Date(NOW + 30 * DAY_MS).toISOString(), amount_cents: 1000, currency: "eur" },
      card: { brand: "visa", last4: "4242" },
    },
  ]);
});

test.each([
  ["pm_card_chargeDeclined", "Your card was declined. Use another card, or ask your bank why"],
  ["pm_card_chargeCustomerFail", "Your card was declined. Use another card, or ask your bank why"],
])("%s is declined with the bank's reason, and another card can be tried", async (card, reason) => {
  expect(await pay(card)).toEqual(errorResponse(402, `Failed to process payment: ${reason}.`));
  expect(await featuredUntil()).toBeNull();
  expect(await pay()).toEqual(ACTIVE);
  expect(stripe.charges.filter(({ status }) => status === "succeeded")).toHaveLength(1);
});

test.each([
  [{}, "payment_method_id"],
  [{ payment_method_id: "4242", site_id: 1 }, "payment_method_id"],
  [{ payment_method_id: "pm_card_visa" }, "site_id"],
  [{ payment_method_id: "pm_card_visa", site_id: "1" }, "site_id"],
])("a body of %j is refused", async (body, field) => {
  const refused = await payCall(payer.anna, stripe, "subscribe", body);
  expect([refused.status, Object.keys(refused.body["fields"] as object)]).toEqual([
    400,
    expect.arrayContaining([field]),
  ]);
});

test("an unknown card or one of another customer is refused, and nothing is charged", async () => {
  const bert = await logInNew({ email: BERT });
  await payCall(bert, stripe, "intent");
  const { bank } = stripe.standIn;
  const [theirs] = bank.list("customer");
  const card = bank.saveCard({ number: "4242424242424242", brand: "visa", setup: "ok", charge: "ok" });
  bank.attach(card, theirs!.id);
  for (const id of [card.id, "pm_none"]) {
    expect(await pay(id)).toMatchObject({ status: 400, body: { error: PAYMENT_MESSAGES.cardUnknown } });
  }
  expect(stripe.charges).toHaveLength(0);
});

test("payments for another user's site or for a pending or closed site are refused", async () => {
  const other = await insertSite();
  expect(await payer.call("subscribe", { payment_method_id: "pm_card_visa", site_id: other.id })).toEqual(
    errorResponse(404, PAYMENT_MESSAGES.siteUnknown),
  );
  await db.update(sites).set({ review: "pending" }).where(eq(sites.id, payer.siteId));
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.pendingReview));
  // It would be in no featured place.
  await db.update(sites).set({ review: "active", standing: "may_be_closed" }).where(eq(sites.id, payer.siteId));
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.mayBeClosed));
});

test("without Stripe's keys, every payment call answers that featured listings are not available", async () => {
  const { db: _, ...body } = { db: 1, payment_method_id: "pm_card_visa", site_id: payer.siteId };
  for (const call of ["intent", "subscribe", "confirm"]) {
    const response = await readResponse(await payer.anna.post(`/api/payments/${call}/`, body));
    expect(response, call).toEqual(errorResponse(503, PAYMENT_MESSAGES.notOpen));
  }
  expect((await payer.anna.post("/api/stripe/webhook/", {})).status).toBe(503);
});

test.each([
  ["does not answer", noResponse],
  ["answers 500", serverError],
])("a payment fails with status 502 if Stripe %s, and can be made later", async (_, way) => {
  stripe.intercept = way;
  expect(await payCall(payer.anna, stripe, "intent")).toEqual(errorResponse(502, PAYMENT_MESSAGES.setupFailed));
  expect(await pay()).toEqual(errorResponse(502, PAYMENT_MESSAGES.failed));
  expect(loggedErrors.splice(0)).toHaveLength(2);
  stripe.intercept = (__, forward) => forward();
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.inProgress));
  fakes.now += 3 * 60_000;
  expect(await pay()).toEqual(ACTIVE);
});

test("a request to Stripe times out after ten seconds, and its payment is found later", async () => {
  await payCall(payer.anna, stripe, "intent");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (!isSubscription(sent)) return answered;
    vi.advanceTimersByTime(10_000);
    sent.signal.throwIfAborted();
    return answered;
  };
  expect(await pay()).toEqual(errorResponse(502, PAYMENT_MESSAGES.failed));
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.now += 3 * 60_000;
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.alreadyFeatured));
  expect(stripe.charges).toHaveLength(1);
});

test("a site and its owner cannot be deleted during a payment", async () => {
  const removals: number[] = [];
  stripe.intercept = async (sent, forward) => {
    if (isSubscription(sent)) removals.push((await deleteSite()).status, (await deleteAccount()).status);
    return forward();
  };
  expect(await pay()).toEqual(ACTIVE);
  expect(removals).toEqual([409, 409]);
  expect(await featuredUntil()).toBe(NOW + 31 * DAY_MS);
});

test.each([
  ["site", deleteSite],
  ["owner", () => deleteAccount()],
])("a payment that begins during the deletion of its %s stops the deletion", async (_, remove) => {
  await pay();
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (sent.method === "DELETE") {
      stripe.intercept = (_sent, next) => next();
      await db.insert(paymentLocks).values({
        siteId: payer.siteId,
        userId: (await db.select().from(users))[0]!.id,
        key: "another tab",
        createdAt: fakes.now,
      });
    }
    return answered;
  };
  expect((await remove()).status).toBe(409);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await db.select({ id: sites.id }).from(sites)).toEqual([{ id: payer.siteId }]);
});

const recurring = { meter: null, trial_period_days: null, usage_type: "licensed" } as const;

test.each<[string, Partial<Price>]>([
  ["amount", { unit_amount: 10_000 }],
  ["currency", { currency: "usd" }],
  ["kind of period", { recurring: { ...recurring, interval: "month", interval_count: 30 } }],
  ["length", { recurring: { ...recurring, interval: "day", interval_count: 31 } }],
])(
  "a price at Stripe with another %s than on the page charges nothing, and a later payment works",
  async (_, wrong) => {
    await payCall(payer.anna, stripe, "intent");
    const [price] = stripe.standIn.bank.list<Price>("price");
    const right = { ...price! };
    Object.assign(price!, wrong);
    expect(await pay()).toEqual(errorResponse(503, PAYMENT_MESSAGES.wrongSetup));
    expect(loggedErrors.splice(0)).toHaveLength(1);
    expect(stripe.charges).toHaveLength(0);
    Object.assign(price!, right);
    expect(await pay()).toEqual(ACTIVE);
  },
);

test("a webhook that arrives before the subscribe call returns changes nothing", async () => {
  stripe.intercept = async (sent, forward) => {
    const response = await forward();
    if (isSubscription(sent)) {
      stripe.intercept = (_, go) => go();
      await stripe.deliverEvents();
    }
    return response;
  };
  expect(await pay()).toEqual(ACTIVE);
  await stripe.deliverEvents();
  expect(await ledger()).toEqual([{ kind: "payment", cents: 1000 }]);
  expect(await db.select({ status: subscriptions.status }).from(subscriptions)).toEqual([{ status: "active" }]);
});

test("of two calls that create a customer, both use the one that was saved first", async () => {
  const customer = async () => (await db.select({ id: users.stripeCustomerId }).from(users))[0]!.id;
  let first: string | null = null;
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (!sent.url.endsWith("/customers")) return answered;
    stripe.intercept = (_, go) => go();
    stripe.standIn.bank.state.aheadMs += 120_000;
    expect((await payCall(payer.anna, stripe, "intent")).status).toBe(200);
    first = await customer();
    return answered;
  };
  expect((await payCall(payer.anna, stripe, "intent")).status).toBe(200);
  expect(first).toMatch(/^cus_/);
  expect(await customer()).toBe(first);
});

test("a user gets one customer, even by two calls at the same time", async () => {
  await Promise.all([payCall(payer.anna, stripe, "intent"), payCall(payer.anna, stripe, "intent")]);
  expect(stripe.standIn.bank.list("customer", (one) => !("deleted" in one))).toHaveLength(1);
  expect((await db.select({ id: users.stripeCustomerId }).from(users))[0]!.id).toMatch(/^cus_/);
});
