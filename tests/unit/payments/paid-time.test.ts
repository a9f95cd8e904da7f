import { expect, test } from "vitest";
import { type KnownFacts, listInvoicesToClose, nextChargeToMove, paidUntil } from "#worker/features/payments/state.ts";
import type { ChargeFacts, InvoiceFacts } from "#worker/ports.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 23);
const day = (days: number) => START + days * DAY;

const charge = (given: Partial<ChargeFacts>): ChargeFacts => ({
  id: "ch",
  cardId: "pm",
  hasFailed: false,
  isPending: false,
  reason: "",
  failureCode: "",
  declineCode: "",
  receiptUrl: "",
  amountCents: 1000,
  refundedCents: 0,
  createdAt: START,
  refunds: [],
  disputes: [],
  moves: [],
  ...given,
});

/** An invoice for `length` days from `start`, paid on day `paid`, or open. */
function invoice(start: number, paid: number | null, given: Partial<InvoiceFacts> & { length?: number } = {}) {
  const { length = 30, ...fields } = given;
  const isPaid = paid !== null;
  return {
    id: `in_${start}`,
    isPaid,
    isOpen: !isPaid,
    isOfPeriod: true,
    isFirst: start === 0,
    collectable: isPaid ? null : "open",
    amountCents: 1000,
    taxCents: null,
    netCents: null,
    country: "",
    currency: "eur",
    periodStart: day(start),
    periodEnd: day(start + length),
    url: "",
    pdfUrl: "",
    number: "",
    attempts: 1,
    nextAttemptAt: null,
    needsConfirmation: false,
    paidAt: isPaid ? day(paid) : null,
    charges: isPaid ? [charge({ createdAt: day(paid) })] : [],
    ...fields,
  } satisfies InvoiceFacts;
}

const facts = (invoices: InvoiceFacts[], given: Partial<KnownFacts> = {}): KnownFacts => ({
  paidBefore: null,
  id: "sub",
  customerId: "cus",
  customerEmail: "",
  directory: undefined,
  siteId: 1,
  userId: 1,
  claimKey: "",
  duplicateSince: null,
  movedTo: null,
  description: "",
  status: "active",
  cancelAtPeriodEnd: false,
  currentPeriodEnd: Math.max(...invoices.map(({ periodEnd }) => periodEnd)),
  priceCents: 1000,
  plan: "month",
  currency: "eur",
  createdAt: START,
  endedAt: null,
  isGivenUp: false,
  card: null,
  invoices,
  ...given,
});

test("days follow those that an older subscription has paid", () => {
  const invoices = [invoice(30, 30), invoice(0, 0)];
  expect(paidUntil(facts(invoices, { paidBefore: day(20) }))).toBe(day(80));
  expect(paidUntil(facts(invoices, { paidBefore: day(-1) }))).toBe(day(60));
});

const hour = 1 / 24;
const refunded = { charges: [charge({ refundedCents: 1000 })] };

test.each<[string, InvoiceFacts[], number | null]>([
  ["nothing is paid", [invoice(0, null)], null],
  ["a first payment within an hour", [invoice(0, hour)], 30],
  ["a first payment that was confirmed after five hours", [invoice(0, 5 * hour)], 30 + 5 * hour],
  ["a renewal within twelve hours", [invoice(30, 30 + 12 * hour), invoice(0, 0)], 60],
  ["a renewal after thirteen hours", [invoice(30, 30 + 13 * hour), invoice(0, 0)], 60 + 13 * hour],
  ["a renewal after its own period", [invoice(30, 70), invoice(0, 0)], 100],
  ["an old renewal after a newer one", [invoice(60, 60), invoice(30, 70), invoice(0, 0)], 120],
  ["two renewals at once", [invoice(60, 70), invoice(30, 70), invoice(0, 0)], 130],
  ["a period that was refunded", [invoice(30, 30, refunded), invoice(0, 0)], 30],
  ["an older period that was refunded", [invoice(30, 30), invoice(0, 0, refunded)], 60],
  ["a month, then a year", [invoice(30, 30, { length: 365 }), invoice(0, 0)], 395],
  ["a shorter first period, then a month", [invoice(10, 10), invoice(0, 0, { length: 10 })], 40],
  ["a free period", [invoice(0, 0, { amountCents: 0, charges: [] })], 30],
  ["a move of the next charge", [invoice(20, 20, { isOfPeriod: false, length: 25 }), invoice(0, 0)], 30],
])("%s", (_, invoices, days) => {
  expect(paidUntil(facts(invoices))).toBe(days === null ? null : day(days));
  expect(paidUntil(facts(invoices.toReversed()))).toBe(days === null ? null : day(days));
});

test("a renewal by debit counts from its charge while the bank decides, and a first payment does not", () => {
  const pending = { charges: [charge({ isPending: true, createdAt: day(30) })] };
  expect(paidUntil(facts([invoice(30, null, pending), invoice(0, 0)]))).toBe(day(60));
  expect(paidUntil(facts([invoice(0, null, { charges: [charge({ isPending: true })] })]))).toBeNull();
  const second = { charges: [charge({ isPending: true, createdAt: day(36) }), charge({ hasFailed: true })] };
  expect(paidUntil(facts([invoice(30, null, second), invoice(0, 0)]))).toBe(day(30));
  const late = { charges: [charge({ createdAt: day(36) }), charge({ hasFailed: true })] };
  expect(paidUntil(facts([invoice(30, 41, late), invoice(0, 0)]))).toBe(day(71));
  const slow = { charges: [charge({ createdAt: day(30) })] };
  expect(paidUntil(facts([invoice(30, 37, slow), invoice(0, 0)]))).toBe(day(60));
});

test("a payment after the end buys nothing, unless its refund failed for good", () => {
  const ended = { status: "canceled", endedAt: day(40) };
  expect(paidUntil(facts([invoice(30, 41), invoice(0, 0)], ended))).toBe(day(30));
  const refunds = Array.from({ length: 3 }, (_, at) => ({
    id: `re_${at}`,
    amountCents: 1000,
    status: "failed",
    hasFailed: true,
    createdAt: day(41),
  }));
  const kept = { charges: [charge({ createdAt: day(41), refunds })] };
  expect(paidUntil(facts([invoice(30, 41, kept), invoice(0, 0)], ended))).toBe(day(71));
});

test("Stripe's next charge moves to the end of the paid time if its period ends earlier", () => {
  const late = [invoice(30, 33), invoice(0, 0)];
  expect(nextChargeToMove(facts(late), day(33))).toBe(day(63));
  expect(nextChargeToMove(facts(late, { currentPeriodEnd: day(63) }), day(33))).toBeNull();
  expect(nextChargeToMove(facts(late, { cancelAtPeriodEnd: true }), day(33))).toBeNull();
  expect(nextChargeToMove(facts(late, { status: "canceled" }), day(33))).toBeNull();
  expect(nextChargeToMove(facts(late), day(63))).toBeNull();
  const pending = invoice(30, null, { charges: [charge({ isPending: true, createdAt: day(33) })] });
  expect(paidUntil(facts([pending, invoice(0, 0)]))).toBe(day(63));
  expect(nextChargeToMove(facts([pending, invoice(0, 0)]), day(33))).toBeNull();
});

test("Stripe's next charge moves to an earlier time only if the invoice of its period was or must be closed", () => {
  const closed = invoice(60, null, { isOpen: false, collectable: null });
  const others = [invoice(30, 45), invoice(0, 0)];
  expect(nextChargeToMove(facts([closed, ...others]), day(61))).toBe(day(75));
  expect(nextChargeToMove(facts([invoice(60, null), ...others]), day(61))).toBe(day(75));
  // The operator gave free days at Stripe.
  expect(nextChargeToMove(facts([invoice(0, 0)], { currentPeriodEnd: day(50) }), day(20))).toBeNull();
});

test("a subscription that Stripe calls past due although nothing is open renews again", () => {
  const late = facts([invoice(60, null, { isOpen: false, collectable: null }), invoice(30, 60), invoice(0, 0)]);
  expect(nextChargeToMove(late, day(60))).toBeNull();
  expect(nextChargeToMove({ ...late, status: "past_due" }, day(60))).toBe(day(90));
});

test("only invoices for days that are paid are closed while the subscription runs", () => {
  const paid = [invoice(30, 45), invoice(0, 0)];
  const ids = (invoices: InvoiceFacts[], now: number) => listInvoicesToClose(facts(invoices), now).map(({ id }) => id);
  expect(ids([invoice(60, null), ...paid], day(61))).toEqual(["in_60"]);
  expect(ids([invoice(75, null), ...paid], day(75))).toEqual([]);
  // The paid time is over, so the owner must pay something.
  expect(ids([invoice(60, null), ...paid], day(80))).toEqual([]);
  const pending = { charges: [charge({ isPending: true, createdAt: day(60) })] };
  expect(ids([invoice(60, null, pending), ...paid], day(61))).toEqual([]);
});
