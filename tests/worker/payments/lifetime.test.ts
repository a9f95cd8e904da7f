import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES, type LedgerEntry, type SiteSubscription } from "#schema/payments.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Charge, Dispute, Price } from "#worker/dev/stripe/objects.ts";
import { connect } from "#worker/db/connection.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { fakes, NOW, ORIGIN, runCron, REFUSED_MAIL } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, readResponse, insertUser, lastMail, logIn, errorResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, noResponse, payCall, switchToBadCard, useStripe } from "../support/stripe.ts";

const db = drizzle(env.DB);
const stripe = useStripe();
let anna: Browser;
let siteId: number;

beforeEach(async () => {
  const { id: ownerId } = await insertUser();
  anna = await logIn();
  siteId = (await insertSite({ name: "Penpot" })).id;
  await db.update(sites).set({ ownerId }).where(eq(sites.id, siteId));
  await payCall(anna, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: siteId });
  await stripe.deliverEvents();
});

const site = {
  get site_id() {
    return siteId;
  },
};
const featuredUntil = async () =>
  (await db.select({ until: sites.featuredUntil }).from(sites).where(eq(sites.id, siteId)))[0]!.until;
const isFeatured = async () => ((await featuredUntil()) ?? 0) > fakes.now;
const kinds = async () =>
  (await db.select({ kind: payments.kind }).from(payments).orderBy(asc(payments.id))).map(({ kind }) => kind);
const overview = async () =>
  (await (await anna.get("/api/payments/")).json<{ results: SiteSubscription[] }>()).results[0];
const mailsTo = (subject: RegExp) => fakes.mails.filter((mail) => subject.test(mail.subject)).length;
const keepSignedIn = async () => {
  anna = await logIn(ANNA, anna);
};

test("a renewal adds thirty days", async () => {
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
  expect(await kinds()).toEqual(["payment", "payment"]);
});

test("cron finds a renewal without a webhook, and the listing stays featured", async () => {
  stripe.advanceDays(31);
  expect(await isFeatured()).toBe(true);
  await stripe.runCron();
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
});

test("without webhooks and cron, a listing stays featured only for the paid time and the grace period", async () => {
  stripe.advanceDays(33);
  expect(await isFeatured()).toBe(false);
});

test("a failed renewal keeps the listing featured for three days, with one mail and a notice", async () => {
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  const featured = { status: "featured", featured_until: new Date(NOW + 33 * DAY_MS).toISOString() };
  expect(await overview()).toMatchObject({ state: "failing", next_charge: null, ...featured });
  await stripe.runCron();
  await stripe.runCron();
  expect(mailsTo(/Payment failed .*: Penpot/)).toBe(1);
  expect(lastMail(ANNA)!.text).toContain("The listing stays featured until 23 December 2026");
  expect(await isFeatured()).toBe(true);
  stripe.advanceDays(3);
  expect(await isFeatured()).toBe(false);
  await stripe.deliverEvents();
  expect(await isFeatured()).toBe(false);
});

test("another card pays the open invoice, and the listing stays featured", async () => {
  await switchToBadCard(anna, stripe, siteId);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  const changed = await payCall(anna, stripe, "card", { payment_method_id: "pm_card_mastercard", ...site });
  const charged = { amount_cents: 1000, currency: "eur" };
  expect(changed).toEqual({ status: 200, body: { status: "active", charged } });
  expect(await featuredUntil()).toBe(NOW + 63 * DAY_MS);
  expect(await overview()).toMatchObject({ state: "renews", card: { brand: "mastercard", last4: "4444" } });
  expect(await kinds()).toEqual(["payment", "failure", "payment"]);
});

test("a declined new card is refused with the bank's reason", async () => {
  await switchToBadCard(anna, stripe, siteId);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  const changed = await payCall(anna, stripe, "card", { payment_method_id: "pm_card_chargeCustomerFail", ...site });
  expect(changed).toEqual(
    errorResponse(402, "Failed to process payment: Your card was declined. Use another card, or ask your bank why."),
  );
});

test("after the last retry the subscription ends and the listing is basic", async () => {
  await switchToBadCard(anna, stripe, siteId);
  stripe.advanceDays(45);
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await featuredUntil()).toBe(NOW + 30 * DAY_MS);
  // The first try and Stripe's eight retries.
  expect(await kinds()).toEqual(["payment", ...Array.from({ length: 9 }, () => "failure"), "cancellation"]);
});

test("a cancelled listing stays featured for the paid time, is basic to its owner at once, and can be resumed", async () => {
  const until = new Date(NOW + 30 * DAY_MS).toISOString();
  const cancelled = { status: 200, body: { message: PAYMENT_MESSAGES.cancelled, featured_until: until } };
  expect(await payCall(anna, stripe, "cancel", site)).toEqual(cancelled);
  expect(await payCall(anna, stripe, "cancel")).toEqual(cancelled);
  expect(await isFeatured()).toBe(true);
  expect(await overview()).toMatchObject({ state: "ends", status: "basic", paid_until: until, next_charge: null });

  expect(await payCall(anna, stripe, "resume", site)).toMatchObject({ status: 200 });
  expect(await overview()).toMatchObject({ state: "renews", status: "featured" });
});

test("a cancellation that fails at Stripe shows an error, and the subscription continues", async () => {
  stripe.intercept = noResponse;
  expect(await payCall(anna, stripe, "cancel", site)).toEqual(
    errorResponse(502, "Failed to cancel subscription. Please try again later."),
  );
  expect(loggedErrors.splice(0)).toHaveLength(1);
  stripe.intercept = (_, forward) => forward();
  expect(await overview()).toMatchObject({ state: "renews", status: "featured" });
});

test("a cancelled listing is announced once, three days before it becomes basic", async () => {
  await payCall(anna, stripe, "cancel", site);
  stripe.advanceDays(26);
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(0);
  stripe.advanceDays(2);
  await Promise.all([stripe.runCron(), stripe.runCron()]);
  expect(lastMail(ANNA)!.text).toContain("To keep Penpot featured after 20 December 2026, resume its subscription");
  expect(mailsTo(/No longer featured/)).toBe(1);
  stripe.advanceDays(2);
  expect(await isFeatured()).toBe(false);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(await kinds()).toEqual(["payment", "cancellation"]);
  expect(await payCall(await logIn(), stripe, "resume", site)).toEqual(
    errorResponse(404, PAYMENT_MESSAGES.noSubscription),
  );
});

test("the mail about a subscription that Stripe has ended early says so, and is sent once", async () => {
  stripe.standIn.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  stripe.advanceDays(26);
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(0);
  stripe.advanceDays(2);
  await stripe.runCron();
  fakes.now += 15 * 60_000;
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(1);
  expect(lastMail(ANNA)!.text).toContain("The subscription has ended");
  expect(lastMail(ANNA)!.text).toContain("To feature Penpot again after 20 December 2026, start a new subscription");
});

test("a listing with a new subscription gets no mail about the end of the old one", async () => {
  const first = stripe.subscriptions[0]!;
  stripe.standIn.bank.cancel(first);
  // The operator begins another one at Stripe.
  const [price] = stripe.standIn.bank.list<Price>("price", ({ unit_amount }) => unit_amount === 1000);
  stripe.standIn.bank.createSubscription({ ...first, id: "sub_second" }, price!);
  await stripe.deliverEvents();
  stripe.advanceDays(28);
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(0);
});

test("a cancelled listing that staff granted a later end gets no mail about the end of the paid time", async () => {
  await payCall(anna, stripe, "cancel", site);
  await db
    .update(sites)
    .set({ grantedUntil: NOW + 90 * DAY_MS })
    .where(eq(sites.id, siteId));
  stripe.advanceDays(28);
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(0);
});

test("cron stops after three failures of Stripe, and reconciling reads all subscriptions that do not fail", async () => {
  const [subscription] = stripe.subscriptions;
  const { bank } = stripe.standIn;
  const ids = ["sub_a", "sub_b", "sub_c", "sub_d"];
  for (const id of ids) bank.save({ ...subscription!, id, latest_invoice: null });
  for (const id of ids) {
    const times = { createdAt: NOW, updatedAt: NOW };
    await db
      .insert(subscriptions)
      .values({ id, siteId: (await insertSite()).id, siteName: "", status: "incomplete", ...times });
  }
  fakes.now += DAY_MS;
  stripe.calls = [];
  stripe.intercept = noResponse;
  await stripe.runCron();
  expect(stripe.calls).toHaveLength(3);

  stripe.intercept = async ({ url }, forward) =>
    new URL(url).pathname.endsWith("/subscriptions/sub_b")
      ? Response.json({ error: { type: "invalid_request_error", message: "No." } }, { status: 400 })
      : forward();
  const { payments: port } = stripe.ports();
  expect(await reconcileAll({ db: connect(env.DB), payments: port!, now: fakes.now })).toEqual({ count: 5, read: 4 });
  expect(loggedErrors.splice(0)).toHaveLength(4);
});

test("a mail that cannot be sent is sent by the next cron run", async () => {
  await payCall(anna, stripe, "cancel", site);
  stripe.advanceDays(28);
  await runCron({ ...stripe.ports(), ...REFUSED_MAIL.ports });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.now += 15 * 60_000;
  await stripe.runCron();
  expect(mailsTo(/No longer featured/)).toBe(1);
});

test("a full refund ends the subscription at once, and a partial one does not", async () => {
  const { bank } = stripe.standIn;
  bank.refund(stripe.charges[0]!, 300);
  await stripe.deliverEvents();
  expect(await isFeatured()).toBe(true);
  bank.refund(stripe.charges[0]!, 700);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBeNull();
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect((await kinds()).toSorted()).toEqual(["cancellation", "payment", "refund", "refund"]);
});

test("a dispute ends the featured time only if it is lost", async () => {
  const { bank } = stripe.standIn;
  const dispute: Dispute = bank.openDispute(stripe.charges[0] as Charge);
  await stripe.deliverEvents();
  expect(await isFeatured()).toBe(true);
  bank.closeDispute(dispute, "lost");
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBeNull();
  expect(await kinds()).toContain("dispute");
});

test("the time that staff granted stays after a full refund", async () => {
  await db
    .update(sites)
    .set({ grantedUntil: NOW + 50 * DAY_MS })
    .where(eq(sites.id, siteId));
  stripe.standIn.bank.refund(stripe.charges[0]!, 1000);
  await stripe.deliverEvents();
  expect(await featuredUntil()).toBe(NOW + 50 * DAY_MS);
  await db.update(sites).set({ grantedUntil: null }).where(eq(sites.id, siteId));
  expect(await featuredUntil()).toBeNull();
});

test("owners see all their own payments with Stripe's invoices, and no others", async () => {
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  await keepSignedIn();
  const { results, count } = await (
    await anna.get(`/api/payments/ledger/?site_id=${siteId}`)
  ).json<{
    results: LedgerEntry[];
    count: number;
  }>();
  expect(count).toBe(2);
  expect(results.map(({ amount_cents }) => amount_cents)).toEqual([1000, 1000]);
  expect(results[1]).toMatchObject({
    kind: "payment",
    site_name: "Penpot",
    amount_cents: 1000,
    currency: "eur",
    period_start: new Date(NOW).toISOString(),
    period_end: new Date(NOW + 30 * DAY_MS).toISOString(),
    invoice_url: expect.stringMatching(/^http.*\/invoice\/$/),
  });
  await insertUser({ email: "eve@example.com" });
  const eve = await logIn("eve@example.com");
  expect(await (await eve.get("/api/payments/ledger/")).json()).toMatchObject({ results: [], count: 0 });
  expect((await anna.get("/api/payments/ledger/?page=0")).status).toBe(400);
});

test("the links of the ledger lead to new links of Stripe, also a year later", async () => {
  await payCall(anna, stripe, "cancel", site);
  const ledger = await (await anna.get("/api/payments/ledger/")).json<{ results: LedgerEntry[] }>();
  const { invoice_url, invoice_pdf, receipt_url } = ledger.results.find(({ kind }) => kind === "payment")!;
  const open = async (url: string, by = anna) => {
    stripe.calls = [];
    const response = await by.get(new URL(url).pathname, stripe.overrides());
    return [response.status, response.headers.get("Location"), stripe.calls.length > 0];
  };
  const { hosted_invoice_url: page, invoice_pdf: pdf } = stripe.invoices[0]!;
  expect(await open(invoice_url)).toEqual([302, page, false]);
  await env.DB.prepare(
    "UPDATE payments SET invoice_url = 'https://old.example/', invoice_pdf = 'https://old.example/'",
  ).run();

  stripe.advanceDays(365);
  await keepSignedIn();
  expect(await open(invoice_url)).toEqual([302, page, true]);
  expect(await open(invoice_pdf)).toEqual([302, pdf, false]);
  expect(await open(receipt_url)).toEqual([302, stripe.charges[0]!.receipt_url, false]);

  // If Stripe does not answer, its page for the old link says what to do.
  stripe.advanceDays(10);
  await keepSignedIn();
  stripe.intercept = () => Promise.reject(new TypeError("network"));
  expect(await open(invoice_url)).toEqual([302, page, expect.any(Boolean)]);
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);

  await insertUser({ email: "eve@example.com" });
  const eve = await logIn("eve@example.com");
  expect((await eve.get(new URL(invoice_url).pathname)).status).toBe(404);
  expect((await anna.get("/api/payments/ledger/999/invoice/")).status).toBe(404);
  expect((await anna.get(new URL(invoice_url).pathname.replace("invoice", "secret"))).status).toBe(404);
});

test("staff open the invoice of a payment by a link that does not expire", async () => {
  await insertUser({ email: "staff@example.com", isStaff: true });
  const staff = await logIn("staff@example.com");
  const records = await staff.get("/api/get_model/payments/payment/");
  const { results } = await records.json<{ results: { kind: string; invoice_url: string }[] }>();
  const { invoice_url } = results.find(({ kind }) => kind === "payment")!;
  const response = await staff.get(new URL(invoice_url, ORIGIN).pathname, stripe.overrides());
  expect([invoice_url, response.status, response.headers.get("Location")]).toEqual([
    expect.stringMatching(/^\/api\/payments\/ledger\/\d+\/invoice\/$/),
    302,
    stripe.invoices[0]!.hosted_invoice_url,
  ]);
  await env.DB.exec("UPDATE users SET is_staff = 0");
  expect((await staff.get(invoice_url)).status).toBe(404);
});

test("a customer gets the URL of Stripe's portal", async () => {
  const { status, body } = await payCall(anna, stripe, "portal");
  expect([status, String(body["url"])]).toEqual([200, expect.stringContaining("/dev/stripe/portal?")]);
});

test("deleting an account first cancels at Stripe, and deletes nothing if Stripe does not answer", async () => {
  const remove = (overrides = stripe.overrides()) =>
    anna.delete("/api/user/", { password: "correct horse 1" }, overrides);
  expect((await remove({})).status).toBe(503);
  stripe.intercept = noResponse;
  expect(await readResponse(await remove())).toEqual(errorResponse(502, PAYMENT_MESSAGES.deleteNeedsPayments));
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await isFeatured()).toBe(true);
  stripe.intercept = (_, forward) => forward();
  expect((await remove()).status).toBe(200);
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  const rows = await db
    .select({ kind: payments.kind, siteName: payments.siteName, userId: payments.userId })
    .from(payments);
  expect(rows).toEqual([
    { kind: "payment", siteName: "Penpot", userId: null },
    { kind: "cancellation", siteName: "Penpot", userId: null },
  ]);
});
