import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { openStripe } from "#worker/adapters/stripe.ts";
import { ensurePrices } from "#worker/adapters/stripe/price.ts";
import type { Customer, Intent, Price, Refund } from "#worker/dev/stripe/objects.ts";
import { newCustomer } from "#worker/dev/stripe/objects/customers.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import { NOW, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, logIn, errorResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { switchToBadCard } from "../support/stripe.ts";

// Changes in the Stripe account by its operator, by the portal or by another product.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, call, pay, overview, featuredUntil } = payer;
const active = { status: 200, body: { status: "active" } };
const statuses = () => db.select({ status: subscriptions.status }).from(subscriptions);
const sdk = () => openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: stripe.standIn.fetch, retries: 0 });

test("a user with a non-ASCII name can pay", async () => {
  await db.update(users).set({ firstName: "Łucja", lastName: "日本" });
  expect(await pay()).toEqual(active);
  expect(payer.bank.list<Customer>("customer")[0]!.name).toBe("Łucja 日本");
});

test("a subscription of another directory in the same Stripe account is ignored", async () => {
  await pay();
  const own = stripe.subscriptions[0]!;
  const theirs = payer.bank.save(newCustomer({ id: "cus_other", created: payer.bank.nowSeconds, email: ANNA }));
  const [price] = payer.bank.list<Price>("price");
  payer.bank.createSubscription({ ...own, id: "sub_other", customer: theirs.id }, price!);
  const elsewhere = { ...own.metadata, site_id: "999" };
  payer.bank.createSubscription({ ...own, id: "sub_elsewhere", customer: theirs.id, metadata: elsewhere }, price!);
  await stripe.deliverEvents();
  expect(stripe.subscriptions.map(({ status }) => status)).toEqual(["active", "active", "active"]);
  expect(stripe.charges.some(({ refunded }) => refunded)).toBe(false);
  expect(await statuses()).toHaveLength(1);
  expect(await db.select().from(payments)).toHaveLength(1);
});

test("an invoice event in the format of an older API version works", async () => {
  await pay();
  await db.delete(payments);
  await db.delete(subscriptions);
  const paid = payer.bank.state.events.find(({ type }) => type === "invoice.paid");
  const { parent: _, ...invoice } = paid!.object as { parent: unknown };
  const old = { ...paid!, object: { ...invoice, subscription: stripe.subscriptions[0]!.id } };
  await stripe.deliverEvents([await stripe.standIn.sign(old)]);
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("a cancellation in Stripe's portal, which sets a date, counts and can be resumed", async () => {
  await pay();
  const subscription = stripe.subscriptions[0]!;
  payer.bank.change(subscription, { cancel_at: subscription.items.data[0]!.current_period_end });
  await stripe.deliverEvents();
  expect(await overview()).toMatchObject({ state: "ends", status: "basic", next_charge: null });
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
  expect(await call("resume")).toMatchObject({ status: 200 });
  expect(subscription.cancel_at).toBeNull();
  expect(await overview()).toMatchObject({ state: "renews", status: "featured" });
});

test("a user whose customer was deleted at Stripe gets a new customer", async () => {
  await call("intent");
  const [first] = payer.bank.list<Customer>("customer");
  delete payer.bank.state.objects[first!.id];
  expect(await call("intent")).toMatchObject({ status: 200 });
  expect(await pay()).toEqual(active);
  const [customer] = payer.bank.list<Customer>("customer");
  expect(customer!.id).not.toBe(first!.id);
  expect(stripe.subscriptions[0]!.customer).toBe(customer!.id);
});

test("a subscription that Stripe does not know any more does not block the deletion of its site", async () => {
  await pay();
  delete payer.bank.state.objects[stripe.subscriptions[0]!.id];
  expect((await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())).status).toBe(204);
  expect(await statuses()).toEqual([{ status: "canceled" }]);
});

test("a new payment works after the operator ended and refunded a subscription without a webhook", async () => {
  await pay();
  payer.bank.cancel(stripe.subscriptions[0]!);
  payer.bank.refund(stripe.charges[0]!);
  expect(await pay()).toEqual(active);
  expect(await statuses()).toEqual([{ status: "canceled" }, { status: "active" }]);
  expect(stripe.charges.map(({ refunded }) => refunded)).toEqual([false, true]);
});

test("days that are paid are not charged again after the operator has ended the subscription at Stripe", async () => {
  await pay();
  payer.bank.cancel(stripe.subscriptions[0]!);
  const refusal = { error: PAYMENT_MESSAGES.paidUntil("20 December 2026") };
  expect(await pay()).toMatchObject({ status: 409, body: refusal });
  expect(stripe.charges).toHaveLength(1);
  stripe.advanceDays(30);
  payer.anna = await logIn();
  expect(await pay()).toEqual(active);
});

test("a second subscription is kept if the first one ended at Stripe without a webhook", async () => {
  await pay();
  const first = { ...stripe.subscriptions[0]! };
  payer.bank.cancel(stripe.subscriptions[0]!);
  stripe.standIn.bank.state.events.length = 0;
  payer.bank.createSubscription({ ...first, id: "sub_second" }, payer.bank.list<Price>("price")[0]!);
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("active");
  expect(await statuses()).toEqual([{ status: "canceled" }, { status: "active" }]);
});

test("the amount of the next charge comes from Stripe's price", async () => {
  await pay();
  stripe.subscriptions[0]!.items.data[0]!.price = { ...payer.bank.list<Price>("price")[0]!, unit_amount: 800 };
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  expect(await overview()).toMatchObject({ next_charge: { amount_cents: 800, currency: "eur" } });
});

test("a cancellation after the end of a period and before the next charge prevents the charge", async () => {
  await pay();
  fakes.now += 30 * DAY_MS;
  payer.anna = await logIn();
  expect(await call("cancel")).toEqual({
    status: 200,
    body: { message: PAYMENT_MESSAGES.ended, featured_until: null },
  });
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await featuredUntil()).toBe(fakes.now);
});

test("a subscription that has ended at Stripe cannot be resumed", async () => {
  await pay();
  await call("cancel");
  payer.bank.cancel(stripe.subscriptions[0]!);
  expect(await call("resume")).toEqual(errorResponse(409, PAYMENT_MESSAGES.cannotResume));
});

test("a new card that needs confirmation pays the open invoice after the confirmation", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  const { body } = await call("card", { payment_method_id: "pm_card_authenticationRequired" });
  expect(body["status"]).toBe("requires_action");
  payer.bank.confirm(payer.bank.find("payment_intent", String(body["clientSecret"]).split("_secret_")[0]), true);
  expect(await call("confirm")).toEqual(active);
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
});

test("a card can be changed while the next invoice is still a draft", async () => {
  await pay();
  const [invoice] = stripe.invoices;
  payer.bank.save({ ...invoice!, id: "in_draft", status: "draft" });
  stripe.subscriptions[0]!.latest_invoice = "in_draft";
  expect(await call("card", { payment_method_id: "pm_card_mastercard" })).toMatchObject(active);
  expect(await overview()).toMatchObject({ card: { brand: "mastercard" } });
});

test("two card changes at the same time charge once", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  payer.anna = await logIn();
  const change = () => call("card", { payment_method_id: "pm_card_mastercard" });
  const answers = await Promise.all([change(), change()]);
  expect(answers).toMatchObject([active, active]);
  expect(answers.filter(({ body }) => body["charged"] !== null)).toHaveLength(1);
  expect(stripe.charges.filter(({ status }) => status === "succeeded")).toHaveLength(2);
});

test("a payment that the bank still processes is neither declined nor made again", async () => {
  await pay("pm_card_authenticationRequired");
  const [intent] = payer.bank.list<Intent>("payment_intent");
  intent!.status = "processing";
  expect(await call("confirm")).toEqual({ status: 200, body: { status: "processing" } });
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.inProgress));
  expect(stripe.subscriptions.map(({ status }) => status)).toEqual(["incomplete"]);
});

test("a refund that failed is shown as failed, and the listing stays paid", async () => {
  await pay();
  const [charge] = stripe.charges;
  Object.assign(payer.bank.refund(charge!, 400), { status: "failed" } satisfies Partial<Refund>);
  charge!.amount_refunded = 0;
  await stripe.deliverEvents();
  const rows = await db.select({ kind: payments.kind, detail: payments.detail }).from(payments);
  expect(rows).toContainEqual({ kind: "refund", detail: "failed" });
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("a free trial is shown as renewing, not as failing", async () => {
  await pay();
  stripe.subscriptions[0]!.status = "trialing";
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  expect(await overview()).toMatchObject({ state: "renews" });
});

test("cron finds a refund within a week, without a webhook", async () => {
  await pay();
  payer.bank.refund(stripe.charges[0]!, 1000);
  stripe.advanceDays(6);
  await stripe.runCron();
  expect(await featuredUntil()).not.toBeNull();
  stripe.advanceDays(2);
  await stripe.runCron();
  expect(await featuredUntil()).toBeNull();
});

test("stripe:setup creates each price once, replaces an archived one, and keeps a different one", async () => {
  const [month, year] = payer.bank.list<Price>("price");
  const states = async () => (await ensurePrices(sdk())).map(({ plan, id, state }) => [plan, id, state]);
  expect(await states()).toEqual([
    ["month", month!.id, "existing"],
    ["year", year!.id, "existing"],
  ]);
  month!.unit_amount = 900;
  expect((await states())[0]).toEqual(["month", month!.id, "different"]);
  month!.active = false;
  const [[, madeId, state]] = (await states()) as [string[]];
  expect(state).toBe("created");
  expect((await states())[0]).toEqual(["month", madeId, "existing"]);
  const made = payer.bank.find<Price>("price", madeId);
  expect(made).toMatchObject({ unit_amount: 1000, product: year!.product, tax_behavior: "inclusive" });
  expect(await pay()).toEqual(active);
});

test("the stand-in refuses unknown parameters, calls and expansions, as Stripe does", async () => {
  const unknown = { email: ANNA, colour: "red" } as { email: string };
  await expect(sdk().customers.create(unknown)).rejects.toMatchObject({ code: "parameter_unknown" });
  await expect(sdk().subscriptions.list({ expand: ["data.payment_intent"] })).rejects.toThrow();
  await expect(sdk().quotes.list()).rejects.toThrow("Unrecognized request URL");
  expect(loggedErrors).toEqual([]);
});

test("a user can set up at most 30 cards an hour", async () => {
  const answers = await Promise.all(Array.from({ length: 31 }, () => call("intent")));
  expect(
    answers
      .map(({ status }) => status)
      .toSorted()
      .slice(-2),
  ).toEqual([200, 429]);
});
