import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { formatDate, MINUTE_MS, toIso } from "#schema/values/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { PROMOTION_MESSAGES } from "#schema/payments/promotions.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { ensurePortal } from "#worker/adapters/stripe/portal.ts";
import type { Price, Product, SetupIntent } from "#worker/dev/stripe/objects.ts";
import { createTaxId } from "#worker/dev/stripe/tax-ids.ts";
import { DEPLOYED, fakes, NOW, request } from "../support/app.ts";
import { ACTIVE, day, usePayer } from "../support/payer.ts";
import { ANNA, errorResponse, lastMail, logIn, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, isSubscription, responseLost, saveGoodCard } from "../support/stripe.ts";

// Situations with money, one by one.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, call, featuredUntil, overview, statuses, invoices, subjects, alerts } = payer;
const ledger = async () =>
  (await db.select().from(payments).orderBy(payments.id)).map(({ kind, amountCents }) => [kind, amountCents]);

/** Time passes at Stripe and here, events arrive, and cron runs. The session lasts no longer than that. */
async function wait(days: number) {
  stripe.advanceDays(days);
  await stripe.deliverEvents();
  await stripe.runCron();
  await stripe.deliverEvents();
  payer.anna = await logIn();
}

test("1: of two tabs that pay at once, one pays, and there is one subscription", async () => {
  const answers = await Promise.all([pay(), pay(), pay()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(statuses()).toEqual(["active"]);
});

test("3: a confirmation that is finished pays, and one that is left charges and features nothing", async () => {
  const { body } = await pay("pm_card_authenticationRequired");
  expect(body).toMatchObject({ status: "requires_action", clientSecret: /^pi_/ });
  expect([await featuredUntil(), stripe.charges]).toEqual([null, []]);
  // Left: a new try works at once.
  const { body: again } = await pay("pm_card_authenticationRequired");
  expect(statuses()).toEqual(["incomplete", "incomplete_expired"]);
  payer.bank.confirm(payer.bank.find("payment_intent", String(again["clientSecret"]).split("_secret_")[0]), true);
  expect(await call("confirm")).toEqual(ACTIVE);
  expect(await featuredUntil()).toBe(day(31));
});

test("4: a renewal that fails and is repaired on day 9 loses no day and gives none twice", async () => {
  await pay();
  await stripe.deliverEvents();
  declineCurrentCard(stripe);
  await wait(30);
  expect(await overview()).toMatchObject({ state: "failing", status: "featured", unpaid: { amount_cents: 1000 } });
  await wait(9);
  expect(await featuredUntil()).toBe(day(44));
  expect(await call("card", { payment_method_id: "pm_card_mastercard" })).toEqual({
    status: 200,
    body: { status: "active", charged: { amount_cents: 1000, currency: "eur" } },
  });
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(day(61));
  expect(await overview()).toMatchObject({ state: "renews", next_charge: { at: new Date(day(60)).toISOString() } });
  expect(subjects()).toEqual(["Featured now", "Payment failed for your featured listing"]);
});

test("5: a renewal that fails for good features until day 14 of its period, with one mail at each end", async () => {
  await pay();
  await stripe.deliverEvents();
  declineCurrentCard(stripe);
  await wait(30);
  await wait(13);
  expect(await featuredUntil()).toBe(day(44));
  await wait(2);
  expect(statuses()).toEqual(["canceled"]);
  expect(await featuredUntil()).toBeLessThan(fakes.now);
  await wait(40);
  expect(invoices()).toEqual(["void", "paid"]);
  expect(subjects()).toEqual(["Featured now", "Payment failed for your featured listing", "No longer featured"]);
});

test("5: with a gift of staff, the mails say until when the listing stays featured", async () => {
  await pay();
  await stripe.deliverEvents();
  await db.update(sites).set({ grantedUntil: day(100) });
  declineCurrentCard(stripe);
  const stays = `stays featured until ${formatDate(day(100))}`;
  await wait(30);
  expect(lastMail(ANNA)?.text).toContain(stays);
  await wait(15);
  expect(lastMail(ANNA)?.text).toContain(stays);
  expect(subjects().at(-1)).toBe("Subscription ended");
});

test("6: a cancelled place lasts to its end, can be resumed before, and paid anew after it", async () => {
  await pay();
  expect(await call("cancel")).toMatchObject({
    status: 200,
    body: { message: PAYMENT_MESSAGES.cancelled, featured_until: new Date(day(30)).toISOString() },
  });
  expect(await overview()).toMatchObject({ state: "ends", status: "basic" });
  expect(await call("resume")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.resumed } });
  expect(await featuredUntil()).toBe(day(31));
  await call("cancel");
  await wait(29);
  expect(await featuredUntil()).toBe(day(30));
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.alreadyFeatured));
  await wait(1);
  expect(await featuredUntil()).toBeLessThanOrEqual(fakes.now);
  expect(await call("resume")).toMatchObject({ status: 404 });
  expect(await pay()).toEqual(ACTIVE);
  expect(stripe.charges).toHaveLength(2);
});

test("7: to cancel while the first payment asks for a confirmation charges nothing", async () => {
  await pay("pm_card_authenticationRequired");
  expect(await overview()).toMatchObject({ state: "unconfirmed" });
  expect(await call("cancel")).toMatchObject({ status: 200, body: { message: PAYMENT_MESSAGES.ended } });
  expect([statuses(), stripe.charges, invoices()]).toEqual([["incomplete_expired"], [], ["void"]]);
});

test("8: a full refund in the dashboard ends the place at once", async () => {
  await pay();
  await stripe.deliverEvents();
  payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["canceled"], NOW]);
  expect(await ledger()).toEqual([
    ["payment", 1000],
    ["refund", 1000],
  ]);
});

test("10: a withdrawal in the dashboard ends the place at once, and the owner can pay anew", async () => {
  await pay();
  payer.bank.refund(stripe.charges[0]!, 900);
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW);
  expect(await pay()).toEqual(ACTIVE);
});

test("11: a dispute ends the place at once, and one that is won later is in the ledger alone", async () => {
  await pay();
  await stripe.deliverEvents();
  const dispute = payer.bank.openDispute(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect([statuses(), await featuredUntil()]).toEqual([["canceled"], NOW]);
  payer.bank.closeDispute(dispute, "won");
  await stripe.deliverEvents();
  expect(statuses()).toEqual(["canceled"]);
  expect((await db.select().from(payments)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["payment", ""],
    ["dispute", "won"],
  ]);
});

test("11: an inquiry ends nothing, unless it becomes a dispute", async () => {
  await pay();
  const inquiry = payer.bank.openDispute(stripe.charges[0]!, "warning_needs_response");
  await stripe.deliverEvents();
  expect(statuses()).toEqual(["active"]);
  payer.bank.moveDispute(inquiry, "needs_response");
  await stripe.deliverEvents();
  expect(statuses()).toEqual(["canceled"]);
});

test("12: an early warning of fraud refunds, ends and mails", async () => {
  await pay();
  await stripe.deliverEvents();
  payer.bank.warnOfFraud(stripe.charges[0]!);
  await stripe.deliverEvents();
  await stripe.deliverEvents();
  expect([statuses(), stripe.charges[0]!.refunded]).toEqual([["canceled"], true]);
  expect(await ledger()).toContainEqual(["refund", 1000]);
  expect(subjects()).toEqual(["Featured now", "No longer featured"]);
});

test("13: a deleted listing and a deleted account end the place without a refund", async () => {
  await pay();
  expect((await payer.deleteSite()).status).toBe(204);
  expect([statuses(), stripe.charges[0]!.amount_refunded]).toEqual([["canceled"], 0]);
  expect((await payer.deleteAccount()).status).toBe(200);
  await stripe.deliverEvents();
  expect(await ledger()).toEqual([["payment", 1000]]);
});

const staff = () => logInNew({ email: "staff@example.com", isStaff: true });

test("14: staff see until when a listing is paid; to delete it refunds the unused share and mails the reason", async () => {
  await pay();
  stripe.advanceDays(12);
  const colleague = await staff();
  const list = await colleague.get("/api/get_model/sites/site/");
  const { results } = await list.json<{ results: { paid_until: string }[] }>();
  expect(results[0]!.paid_until).toBe(toIso(day(30)));
  const path = `/api/sites/site/${payer.siteId}/`;
  const reason = "The site is gone.";
  expect((await colleague.delete(path, { reason }, stripe.overrides())).status).toBe(204);
  expect([statuses(), stripe.charges[0]!.amount_refunded]).toEqual([["canceled"], 600]);
  await stripe.deliverEvents();
  expect(subjects()).toEqual(["Featured now", "Your listing was removed"]);
  expect(lastMail(ANNA)?.text).toContain(
    `${reason}\n\nIts subscription has ended, and you will not be charged again. If you have paid for days that are left, we refund them.`,
  );
});

test("14: to hide a paid listing ends it with a mail, also without a reason", async () => {
  await pay();
  stripe.advanceDays(3);
  const hidden = await (
    await staff()
  ).patch(`/api/sites/site/${payer.siteId}/`, { review: "pending" }, stripe.overrides());
  expect(hidden.status).toBe(200);
  expect([statuses(), stripe.charges[0]!.amount_refunded]).toEqual([["canceled"], 900]);
  expect(await featuredUntil()).toEqual(day(3));
  expect(lastMail(ANNA)?.text).toContain("If you have paid for days that are left, we refund them.");
});

test("15: a listing that is hidden while its renewal fails is not charged later", async () => {
  await pay();
  declineCurrentCard(stripe);
  await wait(31);
  const colleague = await staff();
  await colleague.patch(`/api/sites/site/${payer.siteId}/`, { refusal: "No." }, stripe.overrides());
  expect([statuses(), invoices()]).toEqual([["canceled"], ["void", "paid"]]);
  await wait(20);
  expect(stripe.charges.filter(({ status }) => status === "succeeded").map((charge) => charge.amount_refunded)).toEqual(
    [0],
  );
});

test("16: a wrong price at Stripe closes payments with one alert, and charges nothing", async () => {
  payer.bank.list<Price>("price").find(({ unit_amount }) => unit_amount === 1000)!.active = false;
  for (let tries = 0; tries < 2; tries++) expect(await pay()).toEqual(errorResponse(503, PAYMENT_MESSAGES.wrongSetup));
  expect(alerts()).toEqual(["Stripe is not set up right"]);
  expect([stripe.charges, loggedErrors.splice(0).length]).toEqual([[], 2]);
});

test("17: test keys are refused by a deployed Worker, and health says so", async () => {
  const keys = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  };
  const health = await request(`${DEPLOYED.SITE_URL}/api/health/`, {}, { env: { ...DEPLOYED, ...keys } });
  const problems = { payments: "are closed: Stripe's keys are test keys" };
  expect(await health.json()).toMatchObject({ status: "ok", problems });
});

test("18: a running subscription that this database does not know is found at Stripe", async () => {
  await pay();
  await db.delete(subscriptions);
  await db.delete(payments);
  await db.update(users).set({ stripeCustomerId: null }).where(eq(users.email, ANNA));
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.alreadyFeatured));
  expect([statuses(), await featuredUntil()]).toEqual([["active"], day(31)]);
});

test("19: of a person with two customers, each subscription's own is used", async () => {
  await pay();
  const { customer } = stripe.subscriptions[0]!;
  await db.update(users).set({ stripeCustomerId: null }).where(eq(users.email, ANNA));
  fakes.now += 2 * MINUTE_MS;
  await call("intent", { site_id: payer.siteId });
  expect(payer.bank.list<SetupIntent>("setup_intent")[0]!.customer).toBe(customer);
  expect((await call("card", { payment_method_id: "pm_card_mastercard" })).status).toBe(200);
  // Without our configuration it would open with features that are not ours.
  expect(await call("portal")).toEqual(errorResponse(503, PAYMENT_MESSAGES.wrongSetup));
  expect([alerts().length, loggedErrors.splice(0).length]).toEqual([1, 1]);
  const configuration = await ensurePortal(stripe.standIn.payments().stripe);
  let asked = "";
  stripe.intercept = async (sent, forward) => {
    if (sent.url.endsWith("/billing_portal/sessions")) asked = await sent.clone().text();
    return forward();
  };
  const { body } = await call("portal");
  expect(new URL(String(body["url"])).searchParams.get("customer")).toBe(customer);
  expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({ customer, configuration });
});

test("20: events that are lost, doubled or late give the same end", async () => {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  payer.bank.refund(stripe.charges.at(-1)!, 100);
  const events = await stripe.standIn.takeEvents();
  await stripe.deliverEvents([...events, ...events].toReversed());
  const rows = async () => ({
    subscriptions: (await db.select().from(subscriptions)).map((row) => ({ ...row, reading: 0 })),
    books: (await ledger()).toSorted(),
    events: (await db.select().from(stripeEvents)).length,
  });
  const told = await rows();
  for (const table of [subscriptions, payments, stripeEvents]) await db.delete(table);
  await stripe.runCron();
  expect(await rows()).toEqual(told);
});

test("21: a subscription whose creation was not answered is found by the next try", async () => {
  stripe.intercept = (sent, forward) => (isSubscription(sent) ? responseLost(sent, forward) : forward());
  expect(await pay()).toEqual(errorResponse(502, PAYMENT_MESSAGES.failed));
  stripe.intercept = (_, forward) => forward();
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.inProgress));
  fakes.now += 2 * 60_000;
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.alreadyFeatured));
  expect([statuses(), stripe.charges.length, await featuredUntil()]).toEqual([["active"], 1, day(31)]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

/** Makes a code in Stripe's dashboard. */
async function makeCode(code: string, coupon: object, more: object = {}) {
  const { stripe: sdk } = await stripe.ports().payments!();
  const { id } = await sdk.coupons.create(coupon);
  await sdk.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, code, ...more });
}

test("22: codes for all payments and for the first one discount them", async () => {
  await makeCode("HALF", { percent_off: 50, duration: "forever" });
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: "half" })).toEqual(ACTIVE);
  expect(await overview()).toMatchObject({ next_charge: { amount_cents: 500 } });
  await wait(30);
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([500, 500]);
});

test("22: after a free first period, the next one costs the price", async () => {
  await makeCode("FREE", { percent_off: 100, duration: "once" });
  const promotion = { code: "FREE", percent_off: 100, amount_off: null, duration: "once" };
  expect(await call("promotion", { promotion_code: "free" })).toEqual({ status: 200, body: promotion });
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: "FREE" })).toEqual(ACTIVE);
  expect([await featuredUntil(), stripe.charges, await ledger()]).toEqual([day(31), [], []]);
  expect(fakes.mails[0]?.text).toMatch(/Next payment: €10\.00 on [^]*The discount was for this payment/);
  await wait(30);
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([1000]);
});

test("22: other codes are refused with a sentence, and nothing is charged", async () => {
  const [month] = payer.bank.list<Price>("price");
  const other = payer.bank.save({ ...payer.bank.list<Product>("product")[0]!, id: "prod_other" });
  await makeCode("MONTHS", { percent_off: 50, duration: "repeating", duration_in_months: 3 });
  await makeCode("GONE", { percent_off: 50, duration: "once" }, { expires_at: NOW / 1000 + 60 });
  await makeCode("USED", { percent_off: 50, duration: "once" }, { max_redemptions: 1 });
  await makeCode("OTHER", { percent_off: 50, duration: "once", applies_to: { products: [other.id] } });
  await makeCode("OURS", { percent_off: 50, duration: "once", applies_to: { products: [String(month!.product)] } });
  Object.assign(
    payer.bank.list("promotion_code").find((one) => "code" in one && one.code === "USED")!,
    {
      times_redeemed: 1,
    },
  );
  payer.bank.advanceBy(60_000);
  fakes.now += 60_000;
  for (const [code, message] of [
    ["MONTHS", PROMOTION_MESSAGES.months],
    ["GONE", PROMOTION_MESSAGES.ended],
    ["USED", PROMOTION_MESSAGES.usedUp],
    ["OTHER", PROMOTION_MESSAGES.otherProduct],
    ["NONE", PROMOTION_MESSAGES.unknown],
  ]) {
    const refused = errorResponse(400, message!, { promotion_code: message! });
    expect(await call("promotion", { promotion_code: code })).toEqual(refused);
    expect(await call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: code })).toEqual(refused);
  }
  expect([statuses(), stripe.charges]).toEqual([[], []]);
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: "OURS" })).toEqual(ACTIVE);
});

test("23: a VAT number that its register refuses is deleted, and its owner and the operator are told", async () => {
  await pay();
  const customer = String(stripe.subscriptions[0]!.customer);
  const { id } = createTaxId(payer.bank, customer, "ATU111111111");
  stripe.advanceHours(1);
  await stripe.deliverEvents();
  expect(payer.bank.state.objects[id]).toBeUndefined();
  expect(lastMail(ANNA)).toMatchObject({ subject: "Your VAT number was refused", text: /ATU111111111/ });
  expect(alerts()).toEqual(["A VAT number was refused"]);
});

test("25: a subscription of another product is left alone after one look", async () => {
  const { id: customer } = await (await stripe.ports().payments!()).stripe.customers.create({ email: "b@example.com" });
  const card = payer.bank.attach(saveGoodCard(stripe), customer);
  const { id } = payer.bank.createSubscription(
    { customer, default_payment_method: card.id, metadata: {} },
    payer.bank.list<Price>("price")[0]!,
  );
  const [charge] = stripe.charges;
  payer.bank.warnOfFraud(charge!);
  payer.bank.refund(charge!, 400);
  payer.bank.openDispute(charge!);
  createTaxId(payer.bank, customer, "ATU111111111");
  stripe.advanceHours(1);
  const look = `GET /v1/subscriptions/${id}`;
  // Neither a charge nor a warning names its subscription.
  const looks = ["GET /v1/invoice_payments", look];
  const asked: unknown[] = [];
  for (const event of await stripe.standIn.takeEvents()) {
    stripe.calls = [];
    await stripe.deliverEvents([event]);
    asked.push([(await event.json<{ type: string }>()).type, ...stripe.calls]);
  }
  expect(asked).toEqual([
    ["customer.subscription.created", look],
    ["invoice.paid", look],
    ["customer.subscription.updated", look],
    ["radar.early_fraud_warning.created", ...looks],
    ["refund.created", ...looks],
    ["charge.refunded", ...looks],
    ["charge.dispute.created", ...looks],
    ["customer.tax_id.updated"],
  ]);
  expect([await db.select().from(subscriptions), await ledger(), statuses()]).toEqual([[], [], ["active"]]);
});

test("26: a year is paid at once, and the month can be chosen when it is over", async () => {
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", plan: "year" })).toEqual(ACTIVE);
  expect([await featuredUntil(), stripe.charges[0]!.amount]).toEqual([day(366), 10_000]);
  await call("cancel");
  await wait(334);
  expect(await pay()).toMatchObject({ status: 409 });
  await wait(31);
  expect(await pay()).toEqual(ACTIVE);
  expect(stripe.charges[0]!.amount).toBe(1000);
});

test("a yearly renewal is announced 30 days before, once", async () => {
  await call("subscribe", { payment_method_id: "pm_card_visa", plan: "year" });
  await wait(334);
  expect(subjects()).toEqual(["Featured now"]);
  await wait(1);
  await wait(1);
  expect(subjects()).toEqual(["Featured now", "Renews on 20 November 2027 for €100.00"]);
});

test("a year that is resumed within 30 days of its renewal gets one mail with the day and the price", async () => {
  await call("subscribe", { payment_method_id: "pm_card_visa", plan: "year" });
  await call("cancel");
  await wait(336);
  payer.anna = await logIn();
  await call("resume");
  await wait(1);
  expect(subjects()).toEqual(["Featured now", "Subscription cancelled", "Subscription resumed"]);
});

test("27: a renewal that is a draft for a day, and one that cannot be finalized, are alerts", async () => {
  await pay();
  const draft = payer.bank.beginPeriod(stripe.subscriptions[0]!);
  payer.bank.setCollection(draft, false);
  stripe.advanceHours(32 * 24);
  await stripe.runCron();
  expect(alerts()).toEqual(["A renewal at Stripe is still a draft"]);
  payer.anna = await logIn();
  expect(await overview()).toMatchObject({ state: "renewing", next_charge: null });
  fakes.mails.length = 0;
  payer.bank.emit("invoice.finalization_failed", draft);
  await stripe.deliverEvents();
  expect(alerts()).toContain("Stripe could not finalize an invoice");
});

test("28: a dispute after the account is deleted is in the ledger, without a person and a mail", async () => {
  await pay();
  await payer.deleteAccount();
  await stripe.deliverEvents();
  const mails = fakes.mails.length;
  payer.bank.openDispute(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect(await db.select().from(sites)).toEqual([]);
  expect(await db.select({ kind: payments.kind, userId: payments.userId }).from(payments)).toEqual([
    { kind: "payment", userId: null },
    { kind: "dispute", userId: null },
  ]);
  expect(fakes.mails.length).toBe(mails);
});
