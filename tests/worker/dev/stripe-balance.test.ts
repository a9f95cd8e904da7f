import { expect, test } from "vitest";
import type { Charge, Dispute, Payout } from "#worker/dev/stripe/objects.ts";
import { openWorld } from "../support/stand-in.ts";

// https://docs.stripe.com/reports/balance-transaction-types

/** A paid subscription, and its charge with all that Stripe can tell of its money. */
async function withCharge() {
  const world = openWorld();
  await world.subscribe();
  const [charge] = world.bank.list<Charge>("charge");
  const read = () => world.sdk.charges.retrieve(charge!.id, { expand: ["balance_transaction"] });
  return { ...world, charge: charge!, read };
}

test("a charge has a balance transaction with Stripe's fee of 1.5 % and 25 cents", async () => {
  const { read } = await withCharge();
  expect((await read()).balance_transaction).toMatchObject({
    amount: 1000,
    fee: 40,
    net: 960,
    type: "charge",
    reporting_category: "charge",
    status: "pending",
    fee_details: [{ amount: 40, type: "stripe_fee" }],
  });
});

test("a refund takes the money without the fee, and one that fails gives it back", async () => {
  const { bank, sdk, charge } = await withCharge();
  const refund = await sdk.refunds.create({ charge: charge.id, amount: 400 });
  bank.failRefund(bank.find("refund", refund.id));
  const { data } = await sdk.balanceTransactions.list({ source: refund.id });
  expect(data.map(({ type, net, fee }) => [type, net, fee])).toEqual([
    ["refund_failure", 400, 0],
    ["refund", -400, 0],
  ]);
  const [failed] = (
    await sdk.refunds.list({
      charge: charge.id,
      expand: ["data.balance_transaction", "data.failure_balance_transaction"],
    })
  ).data;
  expect(failed).toMatchObject({ balance_transaction: { net: -400 }, failure_balance_transaction: { net: 400 } });
});

test("a dispute takes the money and 20 EUR, and a win gives the money back without the fee", async () => {
  const { bank, sdk, charge } = await withCharge();
  const dispute = bank.openDispute(charge);
  bank.closeDispute(dispute, "won");
  const [read] = (await sdk.disputes.list({ charge: charge.id })).data;
  expect(
    read!.balance_transactions.map(({ reporting_category, amount, fee, net }) => [
      reporting_category,
      amount,
      fee,
      net,
    ]),
  ).toEqual([
    ["dispute", -1000, 2000, -3000],
    ["dispute_reversal", 1000, 0, 1000],
  ]);
});

test("an inquiry takes the money when it becomes a dispute", async () => {
  const { bank, charge, eventTypes } = await withCharge();
  const inquiry = bank.openDispute(charge, "warning_needs_response");
  expect(inquiry.balance_transactions).toEqual([]);
  bank.moveDispute(inquiry, "needs_response");
  expect(bank.find<Dispute>("dispute", inquiry.id).balance_transactions).toHaveLength(1);
  expect(eventTypes()).toContain("charge.dispute.funds_withdrawn");
});

test("money is available after two days, is paid out that night, and arrives a day later", async () => {
  const { bank, sdk, charge, eventTypes } = await withCharge();
  bank.advance(1);
  expect((await sdk.payouts.list()).data).toEqual([]);
  bank.advance(1);
  const [payout] = (await sdk.payouts.list({ status: "in_transit" })).data;
  expect(payout).toMatchObject({ amount: 960, arrival_date: payout!.created + 86_400, automatic: true });
  bank.advance(1);
  expect((await sdk.payouts.retrieve(payout!.id)).status).toBe("paid");
  expect(eventTypes()).toEqual(expect.arrayContaining(["payout.created", "payout.paid"]));
  const { data } = await sdk.balanceTransactions.list({ payout: payout!.id });
  expect(data.map(({ type, source, net, status }) => [type, source, net, status])).toEqual([
    ["payout", payout!.id, -960, "available"],
    ["charge", charge.id, 960, "available"],
  ]);
  expect((await sdk.payouts.list({ arrival_date: { gte: payout!.arrival_date } })).data).toHaveLength(1);
  expect((await sdk.payouts.list({ created: { gt: payout!.created } })).data).toEqual([]);
});

test("a negative balance waits for more money", async () => {
  const { bank, sdk, charge, subscribe } = await withCharge();
  bank.openDispute(charge);
  bank.advance(5);
  expect((await sdk.payouts.list()).data).toEqual([]);
  for (let count = 0; count < 3; count++) await subscribe();
  bank.advance(2);
  expect((await sdk.payouts.list()).data.map(({ amount }) => amount)).toEqual([4 * 960 - 3000]);
});

test("the balance report sums what moved in a time, by category", async () => {
  const { bank, sdk, charge } = await withCharge();
  await sdk.refunds.create({ charge: charge.id, amount: 100 });
  const now = bank.nowSeconds;
  bank.advance(1);
  await sdk.refunds.create({ charge: charge.id, amount: 200 });
  expect(bank.balanceReport({ from: now, to: now + 1 })).toEqual({
    total: { count: 2, amount: 900, fee: 40, net: 860 },
    categories: {
      charge: { count: 1, amount: 1000, fee: 40, net: 960 },
      refund: { count: 1, amount: -100, fee: 0, net: -100 },
    },
  });
  expect(bank.balanceReport({ from: now, to: bank.nowSeconds + 1 }).total.net).toBe(660);
});

// https://support.stripe.com/questions/pending-refunds-due-to-insufficient-stripe-balance
test("a refund that the balance cannot pay waits for more money", async () => {
  const { bank, sdk, charge, subscribe } = await withCharge();
  bank.state.settings.lowBalance = "hold";
  const { id } = await sdk.refunds.create({ charge: charge.id });
  const read = () => sdk.refunds.retrieve(id);
  expect(await read()).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
  expect(charge.refunded).toBe(true);
  bank.advance(3);
  expect((await read()).status).toBe("pending");
  await subscribe();
  bank.state.events.length = 0;
  bank.advance(3);
  expect(await read()).toMatchObject({ status: "succeeded" });
  expect(bank.state.events.find(({ type }) => type === "refund.updated")!.previous).toEqual({
    status: "pending",
    pending_reason: "insufficient_funds",
  });
  const rich = await sdk.charges.list({ limit: 1 });
  for (let count = 0; count < 3; count++) await subscribe();
  bank.advance(2);
  // The payout of the night took all.
  expect((await sdk.refunds.create({ charge: rich.data[0]!.id, amount: 100 })).status).toBe("pending");
});

// https://docs.stripe.com/refunds#failed-refunds
test("a refund that waits for money fails after its window, or if the charge is disputed", async () => {
  const { bank, sdk, charge, subscribe } = await withCharge();
  bank.state.settings.lowBalance = "hold";
  const late = await sdk.refunds.create({ charge: charge.id });
  await subscribe();
  const [disputed] = bank.list<Charge>("charge");
  const other = await sdk.refunds.create({ charge: disputed!.id });
  const dispute = bank.openDispute(disputed!);
  expect(await sdk.refunds.retrieve(other.id)).toMatchObject({
    status: "failed",
    failure_reason: "charge_for_pending_refund_disputed",
  });
  expect([disputed!.amount_refunded, dispute.balance_transactions.length]).toEqual([0, 1]);
  bank.advance(29);
  expect((await sdk.refunds.retrieve(late.id)).status).toBe("pending");
  bank.behaviourOf(charge.payment_method).charge = "confirm";
  bank.behaviourOf(disputed!.payment_method).charge = "confirm";
  bank.advance(2);
  expect(await sdk.refunds.retrieve(late.id)).toMatchObject({
    status: "failed",
    failure_reason: "insufficient_funds",
    failure_balance_transaction: expect.any(String),
  });
});

// https://docs.stripe.com/payouts#payout-failures
test("the money of a payout that fails is part of a later one, and not of the balance report", async () => {
  const { bank, sdk, eventTypes } = await withCharge();
  bank.advance(2);
  const [failed] = bank.list<Payout>("payout");
  const report = () => bank.balanceReport({ from: 0, to: bank.nowSeconds + 1 });
  const before = report();
  bank.failPayout(failed!);
  expect(report()).toEqual(before);
  expect(eventTypes()).toContain("payout.failed");
  bank.advance(3);
  const { data } = await sdk.payouts.list();
  expect(data.map(({ status, amount }) => [status, amount])).toEqual([
    ["paid", 960],
    ["failed", 960],
  ]);
  const moves = await sdk.balanceTransactions.list({ payout: data[0]!.id });
  expect(moves.data.map(({ type, reporting_category }) => [type, reporting_category])).toEqual([
    ["payout", "payout"],
    ["payout_failure", "payout_reversal"],
  ]);
});
