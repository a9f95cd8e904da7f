import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { connect } from "#worker/db/connection.ts";
import type { Intent, Refund, Subscription } from "#worker/dev/stripe/objects.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { fakes, ORIGIN, REFUSED_MAIL } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, BERT, insertUser, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { payCall, payOnInvoicePage, saveGoodCard } from "../support/stripe.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay } = payer;
const refundMails = () => fakes.mails.filter(({ subject }) => subject.startsWith("Refund"));
const links = () => [
  `Invoice: ${stripe.invoices[0]!.hosted_invoice_url}`,
  `Invoice as PDF: ${stripe.invoices[0]!.invoice_pdf}`,
  `Receipt: ${stripe.charges[0]!.receipt_url}\n`,
];
const receipts = () => fakes.mails.filter(({ subject }) => subject.startsWith("Receipt"));
const dropEvents = () => (payer.bank.state.events.length = 0);
const reconcile = () => reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });

beforeEach(() => env.DB.exec("UPDATE sites SET name = 'Penpot'"));

/** Deletes the rows of all payments, as if the database had been restored from an old backup. */
async function forgetPayments() {
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.delete(outbox);
  fakes.mails.length = 0;
}

test("a payment sends its owner one receipt with all that was paid", async () => {
  await pay();
  expect(receipts()).toHaveLength(1);
  const [{ to, subject, text }] = receipts() as [(typeof fakes.mails)[0]];
  expect([to, subject]).toEqual([ANNA, "Receipt for €10.00: Penpot featured until 20 December 2026"]);
  expect(text).toContain(
    [
      "Featured listing: Penpot",
      "Amount: €10.00",
      "Period: 20 November 2026 to 20 December 2026, 30 days",
      "Paid on: 20 November 2026",
      "Card: Visa ending in 4242",
      ...links(),
    ].join("\n"),
  );
  expect(text).toContain(`See your payments\n${ORIGIN}/dashboard?tab=payments\n`);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(receipts()).toHaveLength(1);
  expect(await db.select().from(outbox)).toEqual([]);
});

test("each renewal sends one receipt, even if its events come often, at the same time and in the wrong order", async () => {
  await pay();
  await stripe.deliverEvents();
  stripe.advanceDays(30);
  payer.bank.change(stripe.subscriptions[0]!, { cancel_at_period_end: true });
  const events = await stripe.standIn.takeEvents();
  expect(events.length).toBeGreaterThan(1);
  const many = [...events.toReversed(), ...events, ...events];
  await Promise.all(many.map((event) => stripe.sendWebhook(event)));
  await stripe.deliverEvents(events.toReversed());
  await Promise.all([stripe.runCron(), stripe.runCron()]);
  expect(receipts().map(({ subject }) => subject)).toEqual([
    "Receipt for €10.00: Penpot featured until 20 December 2026",
    "Receipt for €10.00: Penpot featured until 19 January 2027",
  ]);
});

test("an outdated reading that finds a payment leaves its receipt to the newer one", async () => {
  await pay("pm_card_authenticationRequired");
  const [first, ...others] = await stripe.standIn.takeEvents();
  const [intent] = payer.bank.list<Intent>("payment_intent");
  payer.bank.change(stripe.subscriptions[0]!, { description: "Changed" });
  const [newer] = await stripe.standIn.takeEvents();
  // While the first event waits for Stripe, the newer one is applied, and then the owner confirms the payment.
  stripe.intercept = async (_, forward) => {
    stripe.intercept = (__, next) => next();
    await stripe.deliverEvents([newer!]);
    payer.bank.confirm(intent!, true);
    return forward();
  };
  await stripe.deliverEvents([first!]);
  expect([await db.select().from(payments), receipts()]).toEqual([[], []]);
  await stripe.deliverEvents(others);
  await stripe.deliverEvents();
  expect(receipts()).toHaveLength(1);
});

test("cron sends the receipt of a renewal whose webhook was lost", async () => {
  await pay();
  stripe.advanceDays(31);
  dropEvents();
  await stripe.runCron();
  fakes.now += 600_000;
  await stripe.runCron();
  await stripe.runCron();
  expect(receipts()).toHaveLength(2);
});

test("a payment that cannot be stored sends no receipt before it is stored", async () => {
  await env.DB.exec("CREATE TRIGGER broken BEFORE INSERT ON payments BEGIN SELECT raise(ABORT, 'No.'); END");
  expect((await pay()).status).toBe(503);
  expect(loggedErrors.splice(0)).not.toEqual([]);
  expect(receipts()).toEqual([]);
  await env.DB.exec("DROP TRIGGER broken");
  await stripe.deliverEvents();
  expect(receipts()).toHaveLength(1);
});

test("a receipt that the mail service refuses is sent once by cron, and the payment succeeds", async () => {
  const down = { ports: { ...stripe.ports(), ...REFUSED_MAIL.ports } };
  const body = { payment_method_id: "pm_card_visa", site_id: payer.siteId };
  expect((await payer.anna.post("/api/payments/subscribe/", body, down)).status).toBe(200);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  await stripe.deliverEvents();
  expect(receipts()).toEqual([]);
  fakes.now += 15 * 60_000;
  await Promise.all([stripe.runCron(), stripe.runCron()]);
  expect(receipts()).toHaveLength(1);
});

test("reconciling rebuilds payments without receipts, and later events and cron runs send none either", async () => {
  await pay();
  stripe.advanceDays(30);
  await forgetPayments();
  await reconcile();
  expect((await db.select().from(payments)).length).toBe(2);
  await stripe.deliverEvents();
  fakes.now += 8 * DAY_MS;
  await stripe.runCron();
  await stripe.runCron();
  expect([receipts(), await db.select().from(outbox)]).toEqual([[], []]);
});

test("an event about an old subscription sends no receipts of its old payments", async () => {
  await pay();
  await stripe.deliverEvents();
  stripe.advanceDays(31);
  fakes.now += 14 * DAY_MS;
  await forgetPayments();
  await stripe.deliverEvents();
  expect((await db.select().from(payments)).length).toBe(2);
  expect(receipts()).toEqual([]);
});

test("a receipt names no card if the current card has not paid", async () => {
  await pay();
  await forgetPayments();
  const card = saveGoodCard(stripe);
  const [subscription] = stripe.subscriptions;
  payer.bank.attach(card, subscription!.customer);
  payer.bank.change(subscription!, { default_payment_method: card.id });
  await stripe.deliverEvents();
  expect(receipts()).toHaveLength(1);
  expect(receipts()[0]!.text).not.toContain("Card:");
});

test("a declined payment, and one that is refunded because it bought no days, send no receipt", async () => {
  await pay("pm_card_chargeDeclined");
  await stripe.deliverEvents();
  expect(receipts()).toEqual([]);
  await pay();
  await forgetPayments();
  const [subscription] = stripe.subscriptions as [Subscription];
  await stripe.ports().payments!.markDuplicate(subscription.id, fakes.now);
  await stripe.deliverEvents();
  expect((await db.select().from(payments)).map(({ kind }) => kind)).toContain("refund");
  expect(receipts()).toEqual([]);
});

test("each refund sends one mail: a part leaves the place, the rest ends it", async () => {
  await pay();
  fakes.now += DAY_MS;
  payer.bank.state.aheadMs += DAY_MS;
  const [charge] = stripe.charges;
  payer.bank.refund(charge!, 250);
  const events = await stripe.standIn.takeEvents();
  await Promise.all([...events, ...events].map((event) => stripe.sendWebhook(event)));
  expect(refundMails()).toHaveLength(1);
  const [part] = refundMails() as [(typeof fakes.mails)[0]];
  expect([part.to, part.subject]).toEqual([ANNA, "Refund of €2.50: Penpot"]);
  expect(part.text).toContain(
    [
      "Featured listing: Penpot",
      "Refund: €2.50",
      "Refunded on: 21 November 2026",
      "Payment: €10.00 on 20 November 2026",
      ...links(),
    ].join("\n"),
  );
  expect(part.text).toContain("stays featured until 20 December 2026");
  payer.bank.refund(charge!);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(refundMails().map(({ subject }) => subject)).toEqual(["Refund of €2.50: Penpot", "Refund of €7.50: Penpot"]);
  expect(refundMails()[1]!.text).toContain("The featured days that you paid for have ended.");
});

test("a refund that is pending sends its mail when it succeeds, and one that fails later sends no second one", async () => {
  await pay();
  await stripe.deliverEvents();
  const refund = payer.bank.refund(stripe.charges[0]!, 250);
  refund.status = "pending";
  await stripe.deliverEvents();
  expect(refundMails()).toEqual([]);
  refund.status = "succeeded";
  payer.bank.emit("refund.updated", refund);
  await stripe.deliverEvents();
  expect(refundMails()).toHaveLength(1);
  payer.bank.failRefund(refund);
  await stripe.deliverEvents();
  expect(refundMails()).toHaveLength(1);
});

test("the refund of a payment that bought no days says that nothing changes", async () => {
  await pay("pm_card_authenticationRequired");
  await stripe.deliverEvents();
  payer.bank.cancel(stripe.subscriptions[0]!);
  payer.bank.state.aheadMs += 1000;
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  await stripe.deliverEvents();
  expect(payer.bank.list<Refund>("refund")).toHaveLength(1);
  expect(refundMails()).toHaveLength(1);
  expect(refundMails()[0]!.text).toContain("The payment bought no featured days");
});

test("only the owner gets the receipt, at the email address of the account", async () => {
  await insertUser({ email: BERT });
  await env.DB.exec(`UPDATE sites SET owner_id = (SELECT id FROM users WHERE email = '${BERT}')`);
  const bert = await logIn(BERT);
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: payer.siteId });
  expect(receipts().map(({ to }) => to)).toEqual([BERT]);
});
