import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { paymentMails, payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { connect } from "#worker/db/connection.ts";
import type { PaymentIntent, Refund } from "#worker/dev/stripe/objects.ts";
import { reconcile } from "#worker/features/payments/sync/reconcile.ts";
import { syncSubscription } from "#worker/features/payments/sync/sync.ts";
import { queueNotice } from "#worker/features/payments/sync/write.ts";
import { fakes, runCron } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { ACTIVE, usePayer } from "../support/payer.ts";
import { errorResponse, logIn, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, isSubscription, responseLost, serverError } from "../support/stripe.ts";

// Where two things happen at once, or where this database and Stripe do not know of each other.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, call, overview, featuredUntil, statuses, refunded, subjects, alerts, deleteSite } = payer;

async function deleteAsStaff() {
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  return staff.delete(`/api/sites/site/${payer.siteId}/`, undefined, stripe.overrides());
}

test("events that arrive while staff delete a listing do not refund it twice", async () => {
  await pay();
  stripe.advanceDays(12);
  expect((await deleteAsStaff()).status).toBe(204);
  await stripe.deliverEvents();
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(refunded()).toEqual([600]);
});

test("a refund that the operator made with the end is not repeated when staff delete the listing", async () => {
  await pay();
  stripe.advanceDays(12);
  payer.bank.refund(stripe.charges[0]!, 500);
  payer.bank.cancel(stripe.subscriptions[0]!);
  // No event has arrived.
  expect((await deleteAsStaff()).status).toBe(204);
  expect(refunded()).toEqual([500]);
});

test("a first payment that the bank has not decided is left alone", async () => {
  await pay("pm_card_authenticationRequired");
  const [intent] = payer.bank.list<PaymentIntent>("payment_intent");
  intent!.status = "processing";
  expect(await call("confirm")).toEqual(errorResponse(409, PAYMENT_MESSAGES.inProgress));
  expect(statuses()).toEqual(["incomplete"]);
  intent!.status = "requires_action";
  payer.bank.confirm(intent!, true);
  expect(await call("confirm")).toEqual(ACTIVE);
});

test("a first payment that is confirmed while another tab gives it up is refunded", async () => {
  await pay("pm_card_authenticationRequired");
  const [intent] = payer.bank.list<PaymentIntent>("payment_intent");
  stripe.intercept = async (sent, forward) => {
    if (sent.method === "DELETE" && intent!.status === "requires_action") payer.bank.confirm(intent!, true);
    return forward();
  };
  expect(await pay()).toEqual(ACTIVE);
  expect([statuses().toSorted(), refunded().toSorted()]).toEqual([
    ["active", "canceled"],
    [0, 1000],
  ]);
});

test("more events than a run applies are all applied by the next ones", async () => {
  await pay();
  const [known] = payer.bank.state.events;
  for (let at = 0; at < 60; at++)
    payer.bank.state.events.push({
      ...known!,
      id: `evt_other_${at}`,
      type: "invoice.paid",
      data: { object: {} },
    } as never);
  payer.bank.refund(stripe.charges[0]!);
  fakes.now += HOUR_MS / 2;
  for (let run = 0; run < 5; run++) await stripe.runCron();
  expect((await db.select().from(stripeEvents)).length).toBe(payer.bank.state.events.length);
  expect(statuses()).toEqual(["canceled"]);
});

test("a payment whose answer was lost is refunded if its listing is deleted", async () => {
  stripe.intercept = (sent, forward) => (isSubscription(sent) ? responseLost(sent, forward) : forward());
  expect((await pay()).status).toBe(502);
  stripe.intercept = async (_, forward) => forward();
  loggedErrors.splice(0);
  expect((await deleteSite()).status, "the payment may go on").toBe(409);
  fakes.now += 2 * MINUTE_MS;
  expect((await deleteSite()).status).toBe(204);
  expect([statuses(), refunded()]).toEqual([["canceled"], [1000]]);
});

test("an end that Stripe did not carry out leaves nothing to be refunded later", async () => {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  stripe.intercept = async (sent, forward) => (sent.method === "DELETE" ? serverError(sent, forward) : forward());
  expect((await call("cancel")).status).toBe(502);
  stripe.intercept = async (_, forward) => forward();
  loggedErrors.splice(0);
  expect((await call("card", { payment_method_id: "pm_card_mastercard" })).status).toBe(200);
  expect((await deleteSite()).status).toBe(204);
  expect([statuses(), refunded()]).toEqual([["canceled"], [0, 0, 0]]);
});

test("an owner who deletes a listing gets no mail that invites to feature it again", async () => {
  await pay();
  expect((await deleteSite()).status).toBe(204);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(subjects()).toEqual(["Featured now"]);
});

test("a listing that staff hide while it is paid for is refunded, and its owner is told", async () => {
  await pay("pm_card_authenticationRequired");
  await db.update(sites).set({ review: "pending" }).where(eq(sites.id, payer.siteId));
  payer.bank.confirm(payer.bank.list<PaymentIntent>("payment_intent")[0]!, true);
  expect(await call("confirm")).toEqual(ACTIVE);
  await stripe.runCron();
  expect([statuses(), refunded()]).toEqual([["canceled"], [1000]]);
  expect(fakes.mails.at(-1)?.text).toContain("We refund the days that were left.");
});

test("staff who hide a listing end its place alone; what another one needs waits for cron, with its mail", async () => {
  await pay();
  const other = await insertSite({ ownerId: 1, name: "Other" });
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", site_id: other.id })).toEqual(ACTIVE);
  await db.update(sites).set({ review: "pending" }).where(eq(sites.id, other.id));
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  await staff.patch(`/api/sites/site/${payer.siteId}/`, { review: "pending" }, stripe.overrides());
  expect(statuses().toSorted()).toEqual(["active", "canceled"]);
  await stripe.runCron();
  expect(statuses()).toEqual(["canceled", "canceled"]);
  expect(fakes.mails.filter(({ subject }) => /^No longer featured: .*Other/.test(subject))).toHaveLength(1);
});

const reconcileParts = async () => ({
  db: connect(env.DB),
  payments: await stripe.ports().payments!(),
  now: fakes.now,
  alert: async () => {},
});

test("from empty tables, reconciling gives the rows that the running product wrote, without mails", async () => {
  await pay();
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.bank.refund(stripe.charges[1]!);
  payer.bank.refund(stripe.charges[0]!, 400);
  const { id: site_id } = await insertSite({ ownerId: 1, name: "Gone" });
  payer.anna = await logIn();
  expect(await call("subscribe", { payment_method_id: "pm_card_visa", site_id })).toEqual(ACTIVE);
  payer.bank.openDispute(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect((await payer.anna.delete(`/api/sites/${site_id}/`, undefined, stripe.overrides())).status).toBe(204);
  const rows = async () => ({
    all: [
      ...(await db.select().from(subscriptions).orderBy(subscriptions.id)).map((row) => ({ ...row, reading: 0 })),
      ...(await db.select().from(payments).orderBy(payments.stripeId)).map((row) => ({ ...row, id: 0, reading: 0 })),
    ],
    featuredUntil: await featuredUntil(),
  });
  const written = await rows();
  // 2 subscriptions, 3 payments, 2 refunds and a dispute.
  expect(written.all).toHaveLength(8);
  for (const table of [subscriptions, payments, paymentMails]) await db.delete(table);
  expect(await reconcile(await reconcileParts())).toEqual({ count: 2, read: 2 });
  expect([await rows(), await db.select().from(outbox)]).toEqual([written, []]);
});

test("two readings at the same time queue a mail once", async () => {
  const parts = { ...(await reconcileParts()), config: null };
  const notice = { key: "began:sub_1", compose: () => ({ to: "", subject: "", text: "", html: "" }) };
  await Promise.all([queueNotice(parts, 1, notice), queueNotice(parts, 1, notice)]);
  expect(await db.select({ key: paymentMails.key }).from(paymentMails)).toEqual([{ key: "began:sub_1" }]);
});

test("a mail is not queued if a newer reading was stored in between", async () => {
  await pay();
  await db.delete(paymentMails);
  const [subscription] = stripe.subscriptions;
  payer.bank.change(subscription!, { cancel_at_period_end: true });
  const parts = { ...(await reconcileParts()), config: null };
  const config = { name: "Directory", origin: "https://directory.example", supportEmail: "help@directory.example" };
  // The first mail says that the place began. Then its owner resumes.
  const onMail = async () => {
    payer.bank.change(subscription!, { cancel_at_period_end: false });
    await syncSubscription(parts, subscription!.id);
  };
  await syncSubscription({ ...parts, config, onMail }, subscription!.id);
  expect(await db.select({ key: paymentMails.key }).from(paymentMails)).toEqual([{ key: `began:${subscription!.id}` }]);
});

test("a refund that fails later is the operator's to repair, and is not made again", async () => {
  await pay();
  expect((await deleteAsStaff()).status).toBe(204);
  payer.bank.endRefund(payer.bank.list<Refund>("refund")[0]!, "failed");
  for (let run = 0; run < 4; run++) {
    await stripe.deliverEvents();
    stripe.advanceHours(13);
    await stripe.runCron();
  }
  expect(payer.bank.list<Refund>("refund")).toHaveLength(1);
  expect(alerts()).toEqual(["A refund failed"]);
});

test("a payment whose dispute is not known yet is not refunded, and nobody is alarmed", async () => {
  await pay();
  payer.bank.openDispute(stripe.charges[0]!);
  expect((await deleteAsStaff()).status).toBe(204);
  expect([statuses(), refunded(), alerts()]).toEqual([["canceled"], [0], []]);
  expect((await db.select().from(subscriptions))[0]!.readAgainAt).toBeNull();
});

test("a warning of fraud whose refund Stripe refuses is applied again", async () => {
  await pay();
  await stripe.deliverEvents();
  payer.bank.warnOfFraud(stripe.charges[0]!);
  stripe.intercept = async (sent, forward) =>
    sent.url.endsWith("/refunds")
      ? Response.json({ error: { type: "invalid_request_error", code: "balance_insufficient" } }, { status: 400 })
      : forward();
  await expect(stripe.deliverEvents()).rejects.toThrow();
  loggedErrors.splice(0);
  expect(alerts()).toEqual(["Stripe refused a refund", "An event of Stripe was not applied"]);
  stripe.intercept = async (_, forward) => forward();
  await stripe.runCron();
  expect([statuses(), refunded()]).toEqual([["canceled"], [1000]]);
});

test("the first run of cron reads all events that Stripe lists", async () => {
  await pay();
  payer.bank.openDispute(stripe.charges[0]!);
  payer.bank.state.waiting = [];
  stripe.advanceDays(20);
  await stripe.runCron();
  expect(statuses()).toEqual(["canceled"]);
});

test("a subscription of a listing that this database does not know is left alone, with an alert", async () => {
  await pay();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.delete(sites);
  await stripe.deliverEvents();
  expect([statuses(), refunded(), await db.select().from(subscriptions)]).toEqual([["active"], [0], []]);
  expect(alerts()).toEqual(["A subscription at Stripe is of a listing that is not here"]);
});

test("a listing whose subscription is missing at Stripe cannot be paid for twice, but can be deleted; a renewal is refunded", async () => {
  await pay();
  const { objects } = payer.bank.state;
  const { id } = stripe.subscriptions[0]!;
  const subscription = objects[id]!;
  delete objects[id];
  expect(await pay()).toEqual(errorResponse(409, PAYMENT_MESSAGES.alreadyFeatured));
  expect(stripe.charges).toHaveLength(1);
  expect((await deleteSite()).status).toBe(204);
  // The key was that of another account.
  objects[id] = subscription;
  stripe.advanceDays(31);
  await stripe.deliverEvents();
  // Newest first.
  expect([statuses(), refunded()]).toEqual([["canceled"], [1000, 0]]);
});

test("a warning of fraud about a payment that is refunded ends the place all the same", async () => {
  await pay();
  payer.bank.refund(stripe.charges[0]!, 1000);
  payer.bank.state.waiting = [];
  payer.bank.warnOfFraud(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect([statuses(), refunded()]).toEqual([["canceled"], [1000]]);
});

test("a refund of the payment before a free period changes nothing", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  // The operator gives the next period for free.
  const price = subscription!.items.data[0]!.price;
  price.unit_amount = 0;
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect(statuses()).toEqual(["active"]);
});

test("a paused subscription says so, and to cancel it refunds the days that are left", async () => {
  await pay();
  stripe.advanceDays(12);
  payer.bank.pause(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect([await featuredUntil(), await overview()]).toMatchObject([null, { state: "paused", next_charge: null }]);
  expect(await call("cancel")).toMatchObject({ status: 200 });
  expect([statuses(), refunded()]).toEqual([["canceled"], [600]]);
});

test("cron does its other work if Stripe's list of events cannot be read", async () => {
  await pay();
  await db.update(sites).set({ review: "pending" }).where(eq(sites.id, payer.siteId));
  stripe.intercept = async (sent, forward) =>
    sent.url.includes("/v1/events")
      ? Response.json({ error: { type: "invalid_request_error" } }, { status: 403 })
      : forward();
  await expect(runCron(stripe.ports())).rejects.toThrow();
  expect(statuses()).toEqual(["canceled"]);
  loggedErrors.splice(0);
});
