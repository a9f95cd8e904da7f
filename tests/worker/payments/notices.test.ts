import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { newCoupon } from "#worker/dev/stripe/objects/promotions.ts";
import { redeem } from "#worker/dev/stripe/promotions.ts";
import { listUnsentNotices } from "#worker/features/payments/cron-queries.ts";
import { fakes, NOW, ORIGIN } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { ANNA, logIn } from "../support/people.ts";
import { declineCurrentCard } from "../support/stripe.ts";

// The mails of cron about renewals that come or fail. What is stored is set directly: other tests show how it gets there.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay } = payer;
type Row = typeof subscriptions.$inferInsert;

beforeEach(async () => {
  await env.DB.exec("UPDATE sites SET name = 'Penpot'");
  await pay();
  await stripe.deliverEvents();
  fakes.mails.length = 0;
});

/** Stores what a reading would have stored at this moment. */
const store = (fields: Partial<Row>) => db.update(subscriptions).set({ updatedAt: fakes.now, ...fields });

/** Runs cron twice at the same time and once more, and returns what the owner gets. */
async function mailed() {
  fakes.mails.length = 0;
  await Promise.all([stripe.runCron(), stripe.runCron()]);
  await stripe.runCron();
  return fakes.mails.map(({ to, subject, text }) => ({ to, subject, text }));
}
const subjects = async () => (await mailed()).map(({ subject }) => subject);

/** A renewal that Stripe tries to collect. */
const failing = { status: "past_due", unpaidInvoice: "in_2", trouble: "retry", attempts: 1 } as const;

test.each([
  ["needs another card", "retry", "Update card", "change=card"],
  ["waits for the bank's confirmation", "confirm", "Confirm payment", "confirm=1"],
] as const)("a renewal that %s sends one mail with one button", async (_, trouble, button, query) => {
  fakes.now = NOW + 30 * DAY_MS + HOUR_MS;
  await store({ ...failing, trouble, nextTryAt: fakes.now + 5 * DAY_MS });
  const [mail, ...others] = await mailed();
  expect([mail!.to, mail!.subject, others]).toEqual([ANNA, "Payment failed for your featured listing: Penpot", []]);
  expect(mail!.text).toContain(`${button}\n${ORIGIN}/pay?siteId=${payer.siteId}&${query}\n`);
  expect(mail!.text).toContain(
    "The payment for the next 30 days of Penpot failed. We will try again on 25 December 2026.",
  );
  expect(mail!.text).toContain("The listing stays featured until 23 December 2026.");
});

test("the last try is mailed once, two days before it", async () => {
  fakes.now = NOW + 40 * DAY_MS;
  const nextTryAt = fakes.now + 2 * DAY_MS;
  await store({ ...failing, attempts: 6, nextTryAt: fakes.now + HOUR_MS, mailedInvoice: "in_2" });
  expect(await subjects()).toEqual([]);
  await store({ ...failing, attempts: 7, nextTryAt });
  expect(await subjects()).toEqual([]);
  fakes.now += HOUR_MS;
  await store({ ...failing, attempts: 7, nextTryAt });
  const [mail, ...others] = await mailed();
  expect([mail!.subject, others]).toEqual(["The last try to charge your card: Penpot", []]);
  expect(mail!.text).toContain("Please update your card before 1 January 2027:");
  expect(mail!.text).toContain("The listing is free until the payment succeeds.");
});

test("if cron was missed, the last try is mailed alone, and a try that is over is not mailed", async () => {
  fakes.now = NOW + 42 * DAY_MS;
  await store({ ...failing, attempts: 7, nextTryAt: fakes.now + DAY_MS });
  expect(await subjects()).toEqual(["The last try to charge your card: Penpot"]);
  await store({ ...failing, unpaidInvoice: "in_3", mailedInvoice: "in_3", attempts: 7, nextTryAt: fakes.now - 1 });
  expect(await subjects()).toEqual([]);
});

test("the end of all tries is mailed once, also if the subscription ends afterwards", async () => {
  fakes.now = NOW + 44 * DAY_MS;
  await store({ ...failing, status: "unpaid", trouble: "stopped", attempts: 8 });
  const [mail, ...others] = await mailed();
  expect([mail!.subject, others]).toEqual(["Now a free listing: Penpot", []]);
  expect(mail!.text).toContain(`Update card\n${ORIGIN}/pay?siteId=${payer.siteId}&change=card\n`);
  await store({ status: "canceled", trouble: "stopped", unpaidInvoice: null });
  expect(await subjects()).toEqual([]);
});

test(
  "an owner whose card fails again and again gets a mail at the start and one at the end",
  { tags: "long" },
  async () => {
    declineCurrentCard(stripe);
    const sent: string[] = [];
    // Cron runs once a day, without a webhook.
    for (let day = 0; day < 60; day++) {
      stripe.advanceDays(1);
      if (stripe.subscriptions[0]!.status === "canceled") {
        stripe.subscriptions[0]!.cancellation_details!.reason = "payment_failed";
      }
      fakes.mails.length = 0;
      await stripe.runCron();
      sent.push(...fakes.mails.map(({ subject }) => subject.split(":")[0]!));
    }
    expect(sent.filter((subject) => !subject.startsWith("The last try"))).toEqual([
      "Renews on 20 December 2026 for €10.00",
      "Payment failed for your featured listing",
      "Now a free listing",
    ]);
  },
);

test("a subscription that ended after all tries sends one mail, which leads to a new payment", async () => {
  fakes.now = NOW + 44 * DAY_MS;
  await store({
    status: "canceled",
    trouble: "stopped",
    unpaidInvoice: null,
    mailedInvoice: "in_2",
    mailedTry: "in_2",
  });
  const [mail, ...others] = await mailed();
  expect([mail!.subject, others]).toEqual(["Now a free listing: Penpot", []]);
  expect(mail!.text).toContain(`Feature it again\n${ORIGIN}/pay?siteId=${payer.siteId}\n`);
});

test("an owner who ends a subscription while its renewal fails gets no mail about the end of all tries", async () => {
  declineCurrentCard(stripe);
  stripe.advanceDays(31);
  await stripe.deliverEvents();
  await stripe.runCron();
  payer.anna = await logIn();
  expect(await payer.call("cancel")).toMatchObject({ status: 200 });
  await stripe.deliverEvents();
  expect(stripe.subscriptions[0]!.status).toBe("canceled");
  expect(await subjects()).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ["long ago", async () => (fakes.now = NOW + 61 * DAY_MS)],
  ["because its owner wanted it", () => store({ trouble: null })],
  [
    "and the site has a new subscription",
    async () => {
      const [row] = await db.select().from(subscriptions);
      await db.insert(subscriptions).values({ ...row!, id: "sub_new", status: "active", trouble: null });
    },
  ],
])("a subscription that ended %s sends no mail", async (_, change) => {
  fakes.now = NOW + 44 * DAY_MS;
  await store({ status: "canceled", trouble: "stopped", unpaidInvoice: null });
  await change();
  expect(await subjects()).toEqual([]);
});

test("the first renewal of a month is mailed once, three days before it, and later ones are not", async () => {
  fakes.now = NOW + 27 * DAY_MS;
  expect(await subjects()).toEqual([]);
  fakes.now += HOUR_MS;
  const [mail, ...others] = await mailed();
  expect([mail!.to, mail!.subject, others]).toEqual([ANNA, "Renews on 20 December 2026 for €10.00: Penpot", []]);
  expect(mail!.text).toContain(
    [
      "Featured listing: Penpot",
      "Next payment: €10.00 on 20 December 2026",
      "Buys: 30 days",
      "Card: Visa ending in 4242\n",
    ].join("\n"),
  );
  expect(mail!.text).toContain(`Cancel subscription\n${ORIGIN}/dashboard?tab=payments&cancel=${payer.siteId}\n`);
  const [row] = await db.select().from(payments);
  await db.insert(payments).values({ ...row!, id: 99, stripeId: "in_2" });
  fakes.now = NOW + 58 * DAY_MS;
  await store({ paidUntil: NOW + 60 * DAY_MS, mailedRenewal: null });
  expect(await subjects()).toEqual([]);
});

test.each([
  ["half the price", { percent_off: 50 }, null, ["Renews on 20 December 2026 for €5.00: Penpot"]],
  ["3 EUR off", { amount_off: 300 }, null, ["Renews on 20 December 2026 for €7.00: Penpot"]],
  ["everything", { percent_off: 100 }, null, []],
  ["a time that is over", { percent_off: 50 }, 29, ["Renews on 20 December 2026 for €10.00: Penpot"]],
])("the mail about a renewal counts a discount of %s", async (_, off, endDay, expected) => {
  const [subscription] = stripe.subscriptions;
  const coupon = payer.bank.save(newCoupon({ id: "launch", created: 0, duration: "forever", ...off }));
  const of = subscription!.customer as string;
  const discount = redeem(payer.bank, { coupon, code: undefined }, of, subscription!.id);
  if (endDay !== null) discount.end = (NOW + endDay * DAY_MS) / 1000;
  subscription!.discounts = [discount.id];
  payer.bank.change(subscription!, {});
  await stripe.deliverEvents();
  fakes.now = NOW + 28 * DAY_MS;
  expect(await subjects()).toEqual(expected);
});

test("every renewal of a year is mailed once, also if its end moves by a day", async () => {
  const year = { plan: "year", priceCents: 10_000 } as const;
  for (const end of [NOW + 365 * DAY_MS, NOW + 730 * DAY_MS]) {
    fakes.now = end - 2 * DAY_MS;
    await store({ ...year, paidUntil: end });
    expect(await subjects()).toEqual([expect.stringContaining("for €100.00: Penpot")]);
    await store({ ...year, paidUntil: end + DAY_MS / 2 });
    expect(await subjects()).toEqual([]);
  }
});

test.each<[string, Partial<Row>]>([
  ["ends anyway", { cancelAtPeriodEnd: true, mailedEnd: NOW + 30 * DAY_MS }],
  ["fails", { ...failing, mailedInvoice: "in_2" }],
  ["costs nothing", { priceCents: 0 }],
  ["has ended", { status: "canceled" }],
])("a renewal that %s is not mailed before", async (_, fields) => {
  fakes.now = NOW + 28 * DAY_MS;
  await store(fields);
  expect(await subjects()).toEqual([]);
});

test.each<[string, Partial<Row>, number]>([
  ["fails", { ...failing, nextTryAt: null }, 30],
  ["is tried for the last time", { ...failing, attempts: 7, nextTryAt: NOW + 31 * DAY_MS }, 30],
  ["is not tried any more", { ...failing, trouble: "stopped" }, 30],
  ["comes soon", {}, 28],
])("the owner of a hidden listing gets no mail about a renewal that %s", async (_, fields, day) => {
  const now = NOW + day * DAY_MS;
  const list = () => listUnsentNotices(connect(env.DB), { now, endingBefore: now, renewingBefore: now + 3 * DAY_MS });
  await store(fields);
  expect(await list()).toHaveLength(1);
  await db.update(sites).set({ review: "pending" });
  expect(await list()).toEqual([]);
});
