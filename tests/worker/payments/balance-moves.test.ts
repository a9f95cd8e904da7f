import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { balanceMoves, payments } from "#schema/tables/payments.ts";
import type { BalanceTransaction } from "#worker/dev/stripe/objects.ts";
import { usePayer } from "../support/payer.ts";
import { declineCurrentCard } from "../support/stripe.ts";

// Each balance transaction of our charges, refunds and disputes is one row.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay } = payer;

const moves = () => db.select().from(balanceMoves);
const kinds = async () => (await moves()).map(({ kind, amountCents }) => [kind, amountCents]);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Expects the same transactions as at Stripe, with the same sums. */
async function expectStripesBalance() {
  const ours = await moves();
  const theirs = payer.bank
    .list<BalanceTransaction>("balance_transaction")
    .filter(({ type }) => type !== "payout" && type !== "stripe_fee");
  expect(ours.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted());
  expect(sum(ours.map(({ netCents }) => netCents))).toBe(sum(theirs.map(({ net }) => net)));
  expect(sum(ours.map(({ feeCents }) => feeCents))).toBe(sum(theirs.map(({ fee }) => fee)));
  const ledger = new Set((await db.select({ id: payments.stripeId }).from(payments)).map(({ id }) => id));
  expect(ours.filter(({ ledgerId }) => !ledger.has(ledgerId))).toEqual([]);
}

test("a payment, a refund that fails and a dispute that is won are movements with their signs", async () => {
  await pay();
  expect(await kinds()).toEqual([["payment", 1000]]);
  const refund = payer.bank.refund(stripe.charges[0]!, 400);
  await stripe.deliverEvents();
  payer.bank.failRefund(refund);
  await stripe.deliverEvents();
  const dispute = payer.bank.openDispute(stripe.charges[0]!);
  await stripe.deliverEvents();
  payer.bank.closeDispute(dispute, "won");
  await stripe.deliverEvents();
  expect(await kinds()).toEqual([
    ["payment", 1000],
    ["refund", -400],
    ["refund_failure", 400],
    ["dispute", -1000],
    ["dispute_reversal", 1000],
  ]);
  await expectStripesBalance();
});

test("events that come twice or at once add no movement twice, and a declined renewal moves nothing", async () => {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  const events = await stripe.standIn.takeEvents();
  await Promise.all([stripe.deliverEvents(events), stripe.deliverEvents(events)]);
  expect(await kinds()).toEqual([["payment", 1000]]);
  await expectStripesBalance();
});

test("movements stay if the listing and the account are deleted", async () => {
  await pay();
  await payer.anna.delete("/api/user/", { password: "correct horse 1" }, stripe.overrides());
  expect(await kinds()).toEqual([["payment", 1000]]);
});
