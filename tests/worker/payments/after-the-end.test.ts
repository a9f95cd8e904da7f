import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import type { Intent } from "#worker/dev/stripe/objects.ts";
import { connect } from "#worker/db/connection.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { NOW, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { declineCurrentCard, noResponse, payOnInvoicePage, serverError } from "../support/stripe.ts";

// An ended subscription must not be paid any more. Late payments are refunded.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, call, pay, featuredUntil } = payer;
const active = { status: 200, body: { status: "active" } };
const unsettled = async () => (await db.select().from(subscriptions)).filter(({ isUnsettled }) => isUnsettled).length;
const collectable = () =>
  stripe.invoices.filter(({ status, auto_advance }) => status === "open" || (status === "draft" && auto_advance));
const moneyKept = () =>
  stripe.charges.reduce(
    (sum, { status, amount, amount_refunded }) => sum + (status === "succeeded" ? amount - amount_refunded : 0),
    0,
  );

/** Pays for thirty days, then declines the renewal, and returns its invoice. */
async function failRenewal() {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payer.anna = await logIn();
  return stripe.invoices[0]!;
}

test("an unpaid renewal cannot be paid on its invoice page after a cancellation, so no days are paid twice", async () => {
  const renewal = await failRenewal();
  await call("cancel");
  expect(await pay()).toEqual(active);
  expect(() => payOnInvoicePage(stripe, renewal)).toThrow("not open");
  await stripe.deliverEvents();
  expect(moneyKept()).toBe(2000);
  // The second card has paid an hour after the end of the first thirty days: its invoice was a draft before.
  expect(await featuredUntil()).toBe(NOW + 60 * DAY_MS + HOUR_MS + 0.5 * DAY_MS);
});

test("a renewal that is paid on its invoice page while Stripe fails to void it is refunded", async () => {
  const renewal = await failRenewal();
  stripe.intercept = (sent, forward) => (sent.url.endsWith("/void") ? serverError(sent, forward) : forward());
  expect(await call("cancel")).toMatchObject({ status: 502 });
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(loggedErrors.splice(0)).toHaveLength(1);
  stripe.standIn.bank.state.aheadMs += 3_600_000;
  payOnInvoicePage(stripe, renewal);
  stripe.intercept = (_, forward) => forward();
  await stripe.deliverEvents();
  await stripe.deliverEvents();
  expect(stripe.charges[0]!.refunded).toBe(true);
  expect(moneyKept()).toBe(1000);
  expect(await pay()).toEqual(active);
});

test.each<[string, () => Promise<unknown>]>([
  ["its listing is deleted", () => payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())],
  [
    "the account is deleted",
    () => payer.anna.delete("/api/user/", { password: "correct horse 1" }, stripe.overrides()),
  ],
  ["Stripe gives up", async () => stripe.advanceDays(15)],
  ["the operator ends it at Stripe", async () => payer.bank.cancel(stripe.subscriptions[0]!)],
  [
    "its owner was suspended",
    async () => {
      await db.update(users).set({ suspendedAt: NOW });
      await stripe.runCron();
    },
  ],
])("no invoice can be paid after %s", async (_, end) => {
  await failRenewal();
  expect(collectable()).toHaveLength(1);
  await end();
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(collectable()).toEqual([]);
  expect(await unsettled()).toBe(0);
});

test("cron and reconciling settle a subscription that ended at Stripe without a webhook", async () => {
  await failRenewal();
  payer.bank.cancel(stripe.subscriptions[0]!);
  payer.bank.state.events.length = 0;
  fakes.now += 7 * 3_600_000;
  await stripe.runCron();
  expect(collectable()).toEqual([]);
  stripe.calls = [];
  await reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });
  await reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });
  expect(stripe.calls.filter((line) => line.startsWith("POST"))).toEqual([]);
});

test("a draft invoice of a period that has begun is stopped at the end, and never charges", async () => {
  await pay();
  const draft = payer.bank.beginPeriod(stripe.subscriptions[0]!);
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect(draft).toMatchObject({ status: "draft", auto_advance: false });
  stripe.advanceDays(2);
  expect(moneyKept()).toBe(1000);
});

test("a draft invoice that opens while it is being stopped is voided", async () => {
  await pay();
  declineCurrentCard(stripe);
  const draft = payer.bank.beginPeriod(stripe.subscriptions[0]!);
  payer.bank.cancel(stripe.subscriptions[0]!);
  stripe.intercept = (sent, forward) => {
    if (sent.url.endsWith(draft.id) && draft.status === "draft") payer.bank.finalize(draft);
    return forward();
  };
  await stripe.deliverEvents();
  expect(draft.status).toBe("void");
});

test("a renewal that the operator has marked uncollectible cannot be paid after the end", async () => {
  const renewal = await failRenewal();
  renewal.status = "uncollectible";
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect(renewal.status).toBe("void");
});

test("five cancellations, webhooks and cron at the same time end a subscription once, without errors", async () => {
  const renewal = await failRenewal();
  payer.bank.state.aheadMs += 1000;
  const events = await stripe.standIn.takeEvents();
  const cancels = Array.from({ length: 5 }, () => call("cancel"));
  const [answers] = await Promise.all([Promise.all(cancels), stripe.deliverEvents(events), stripe.runCron()]);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  await stripe.deliverEvents();
  expect(renewal.status).toBe("void");
  const ends = (await db.select().from(payments)).filter(({ kind }) => kind === "cancellation");
  expect(ends).toHaveLength(1);
});

test("an invoice that the operator created by hand is neither voided nor refunded", async () => {
  await pay();
  const own = payer.bank.beginPeriod(stripe.subscriptions[0]!, "manual");
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  expect(own).toMatchObject({ status: "draft", auto_advance: true });
  payer.bank.finalize(own);
  fakes.now += 1000;
  await stripe.deliverEvents();
  expect(moneyKept()).toBe(2000);
});

test("a renewal that is paid after its thirty days are over buys thirty days from the payment, and the next charge waits for them", async () => {
  await pay();
  declineCurrentCard(stripe);
  const subscription = stripe.subscriptions[0]!;
  stripe.advanceDays(30);
  const old = stripe.invoices[0]!;
  // The account's setting leaves the subscription past due, and the next period begins.
  old.next_payment_attempt = null;
  stripe.advanceDays(30);
  payOnInvoicePage(stripe, old);
  await stripe.deliverEvents();
  expect(subscription.ended_at).toBeNull();
  expect(moneyKept()).toBe(2000);
  expect(await featuredUntil()).toBe(NOW + 93 * DAY_MS + HOUR_MS);
  // The period that began in between is not charged.
  expect(collectable()).toEqual([]);
  expect(subscription).toMatchObject({ status: "trialing", trial_end: (NOW + 90 * DAY_MS + HOUR_MS) / 1000 });
});

test("a first payment that the bank completes after the end is refunded", async () => {
  await pay("pm_card_authenticationRequired");
  const [invoice] = stripe.invoices;
  const intent = payer.bank.intentOf(invoice!)!;
  intent.status = "processing";
  payer.bank.cancel(stripe.subscriptions[0]!);
  await stripe.deliverEvents();
  // Stripe refuses to void an invoice whose payment is processing.
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  expect(await unsettled()).toBe(1);
  payer.bank.state.aheadMs += 60_000;
  payer.bank.confirm(intent, true);
  await stripe.deliverEvents();
  expect(moneyKept()).toBe(0);
  // The bank may return the refund for a month.
  expect(await unsettled()).toBe(1);
  expect(await featuredUntil()).toBeNull();
});

test("a first payment that is confirmed while its listing is being deleted is refunded", async () => {
  await pay("pm_card_authenticationRequired");
  await stripe.deliverEvents();
  const [intent] = payer.bank.list<Intent>("payment_intent");
  stripe.intercept = async (sent, forward) => {
    const answered = await forward();
    if (sent.method === "DELETE" && intent!.status === "requires_action") payer.bank.confirm(intent!, true);
    return answered;
  };
  expect((await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())).status).toBe(204);
  await stripe.deliverEvents();
  expect([stripe.charges.length, moneyKept()]).toEqual([1, 0]);
});

test("the amount charged is right if any request of a cancellation fails at Stripe", { tags: "long" }, async () => {
  for (let failsAt = 1; failsAt <= 12; failsAt++) {
    const renewal = await failRenewal();
    let asked = 0;
    stripe.intercept = (request, forward) => (++asked === failsAt ? noResponse(request, forward) : forward());
    await call("cancel");
    const isOpen = renewal.status === "open";
    payer.bank.state.aheadMs += 1000;
    if (isOpen) payOnInvoicePage(stripe, renewal);
    stripe.intercept = (_, forward) => forward();
    await stripe.deliverEvents();
    fakes.now += 7 * 3_600_000;
    await stripe.runCron();
    const own = payments.subscriptionId;
    const rows = await db.select().from(payments).where(eq(own, stripe.subscriptions[0]!.id));
    const sum = (kind: string) =>
      rows.filter((row) => row.kind === kind).reduce((all, row) => all + row.amountCents, 0);
    const isOver = stripe.subscriptions[0]!.status === "canceled";
    expect([collectable().length, sum("payment") - sum("refund")], `fails at ${failsAt}`).toEqual([
      0,
      isOver ? 1000 : 2000,
    ]);
    payer.anna = await logIn();
    if (!isOver) await call("cancel");
    payer.bank.cancel(stripe.subscriptions[0]!);
    await stripe.deliverEvents();
    // What is paid must be over before the next payment.
    stripe.advanceDays(31);
    payer.anna = await logIn();
  }
  loggedErrors.length = 0;
});

test.each(["cancel", "resume", "plan", "card"])("%s of a listing that is being deleted answers 409", async (what) => {
  await pay();
  await stripe.deliverEvents();
  if (what === "resume") await call("cancel");
  stripe.intercept = async (sent, forward) => {
    const isChange = sent.method === "POST" || (sent.method === "DELETE" && what === "cancel");
    if (!isChange) return forward();
    stripe.intercept = (_, next) => next();
    expect((await payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides())).status).toBe(204);
    return forward();
  };
  const more = { plan: { plan: "year" }, card: { payment_method_id: "pm_card_mastercard" } }[what];
  const path = `/api/payments/${what}/`;
  const answer = await payer.anna.post(path, { site_id: payer.siteId, ...more }, stripe.overrides());
  expect([answer.status, await answer.json()]).toEqual([409, { error: PAYMENT_MESSAGES.cannotResume }]);
});
