import type { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import type { Charge, Customer, Price, Subscription } from "#worker/dev/stripe/objects.ts";
import { newInvoice, newSubscription } from "#worker/dev/stripe/new-objects.ts";
import {
  featuredUntil,
  isPeriodPaid,
  readAgainAt,
  type Reading,
  redundantOf,
  REFUND_COMMENTS,
  refundDue,
  renews,
  repairsOf,
  troubleOf,
} from "#worker/features/payments/sync/reading.ts";

// Times of Stripe are seconds; a period is days 0 to 30.
const DAY_S = 86_400;
const START = 1_800_000_000;
const END = START + 30 * DAY_S;
const days = (count: number) => (START + count * DAY_S) * 1000;

const price: Price = {
  object: "price",
  id: "price_1",
  active: true,
  currency: "eur",
  lookup_key: null,
  product: "prod_1",
  recurring: { interval: "day", interval_count: 30 },
  tax_behavior: "inclusive",
  unit_amount: 1000,
};
const customer: Customer = { object: "customer", id: "cus_1", address: null, email: null, metadata: {}, name: null };

const subscribed = (changes: Partial<Subscription> = {}): Subscription =>
  newSubscription({ id: "sub_1", created: START, customer: customer.id, price, status: "active", ...changes });

const invoiceWith = (changes: object = {}) => ({
  ...newInvoice({
    id: "in_1",
    created: START,
    customer,
    subscription: subscribed(),
    billing_reason: "subscription_cycle",
  }),
  auto_advance: true,
  status: "paid",
  amount_paid: 1000,
  status_transitions: { paid_at: START },
  ...changes,
});

const chargeWith = (refunded = 0): Charge => ({
  object: "charge",
  id: "ch_1",
  amount: 1000,
  amount_refunded: refunded,
  created: START,
  disputed: false,
  outcome: { reason: null },
  payment_intent: "pi_1",
  payment_method: "pm_1",
  refunded: refunded === 1000,
  status: "succeeded",
});

/** As Stripe's SDK types it. `latest_invoice` is expanded. */
const sdk = (changes: object = {}, invoice: object | null = invoiceWith()) =>
  ({ ...subscribed(), ...changes, latest_invoice: invoice }) as unknown as Stripe.Subscription;

type Given = {
  subscription?: object;
  invoice?: object | null;
  refunded?: number;
  paid?: object | null;
  intent?: object;
};
const reading = ({
  subscription = {},
  invoice = invoiceWith(),
  refunded = 0,
  paid = invoiceWith(),
  intent,
}: Given = {}) =>
  ({
    subscription: sdk(subscription, invoice),
    intent,
    paid: paid ? { invoice: paid, charge: chargeWith(refunded) } : undefined,
  }) as unknown as Reading;

const { items } = subscribed();
const YEAR = { items: { ...items, data: [{ ...items.data[0]!, current_period_end: START + 365 * DAY_S }] } };

describe("featuredUntil", () => {
  test.each<[string, Partial<Subscription>, number | null]>([
    ["active, renews: the end of the period and a day", {}, 31],
    ["trialing, renews", { status: "trialing" }, 31],
    ["active, cancelled: the end of the period", { cancel_at_period_end: true, cancel_at: END }, 30],
    ["active, to be cancelled within the period", { cancel_at: START + 12 * DAY_S }, 12],
    ["active, to be cancelled in a later period", { cancel_at: END + 20 * DAY_S }, 31],
    ["active, to be cancelled half a day after the period", { cancel_at: END + DAY_S / 2 }, 30.5],
    ["past due: 14 days from the start of the period", { status: "past_due" }, 14],
    ["past due, to be cancelled before", { status: "past_due", cancel_at: START + 3 * DAY_S }, 3],
    ["canceled: when it ended", { status: "canceled", ended_at: START + 5 * DAY_S }, 5],
    ["collection is paused", { pause_collection: { behavior: "void", resumes_at: null } }, null],
    ["incomplete", { status: "incomplete" }, null],
    ["incomplete_expired", { status: "incomplete_expired", ended_at: START + DAY_S }, null],
    ["unpaid", { status: "unpaid" }, null],
    ["paused", { status: "paused" }, null],
  ])("%s", (_, changes, day) => {
    expect(featuredUntil(sdk(changes))).toBe(day === null ? null : days(day));
  });

  test("a year is as long as its period", () => {
    expect(featuredUntil(sdk(YEAR))).toBe(days(366));
  });
});

test.each<[Partial<Subscription>, boolean]>([
  [{}, true],
  [{ status: "past_due" }, true],
  [{ cancel_at_period_end: true }, false],
  [{ cancel_at: END }, false],
  [{ cancel_at: END + 1 }, true],
  [{ status: "canceled" }, false],
])("%o renews: %s", (changes, expected) => {
  expect(renews(sdk(changes))).toBe(expected);
});

test.each<[object, object | null, boolean]>([
  [{}, invoiceWith(), true],
  [{}, null, true],
  [{}, invoiceWith({ status: "void" }), true],
  [{}, invoiceWith({ status: "draft" }), false],
  [{}, invoiceWith({ status: "open" }), false],
  [{ status: "past_due" }, invoiceWith({ status: "open" }), false],
  [{ pause_collection: { behavior: "void" } }, invoiceWith(), false],
])("the period of %o is paid: %s %s", (changes, invoice, expected) => {
  expect(isPeriodPaid(sdk(changes, invoice))).toBe(expected);
});

const PAST_DUE = { status: "past_due" };
const RETRIED = invoiceWith({ status: "open", next_payment_attempt: END });
const OPEN = invoiceWith({ status: "open" });

test.each<[Given, string | null]>([
  [{}, null],
  [{ subscription: PAST_DUE, invoice: RETRIED }, "retry"],
  [{ subscription: PAST_DUE, invoice: OPEN }, "stopped"],
  [{ subscription: PAST_DUE, invoice: RETRIED, intent: { status: "requires_action" } }, "confirm"],
  [{ subscription: { status: "unpaid" }, invoice: invoiceWith({ status: "draft" }) }, "stopped"],
])("what a renewal waits for", (given, expected) => {
  expect(troubleOf(reading(given))).toBe(expected);
});

const ENDED = { status: "canceled", ended_at: START + 10 * DAY_S };
const endedWith = (comment: string, changes: object = {}): Given => ({
  subscription: { ...ENDED, ...changes, cancellation_details: { comment } },
});

describe("refundDue", () => {
  test.each<[string, Given, number]>([
    ["nothing while it runs", {}, 0],
    ["nothing after a cancellation by the owner", { subscription: ENDED }, 0],
    ["the whole payment of the period", endedWith(REFUND_COMMENTS.period), 1000],
    ["the unused share", endedWith(REFUND_COMMENTS.unused), 667],
    ["what is left of it", { ...endedWith(REFUND_COMMENTS.unused), refunded: 600 }, 67],
    ["nothing twice", { ...endedWith(REFUND_COMMENTS.unused), refunded: 667 }, 0],
    ["not the payment of an earlier period", endedWith(REFUND_COMMENTS.period, { ended_at: END + DAY_S }), 0],
    ["a payment after the end", { subscription: { ...ENDED, ended_at: START - 1 } }, 1000],
    ["the payment of an expired first try", { subscription: { status: "incomplete_expired", ended_at: END } }, 1000],
    ["nothing if nothing was paid", { ...endedWith(REFUND_COMMENTS.period), paid: null }, 0],
  ])("%s", (_, given, cents) => {
    expect(refundDue(reading(given))).toBe(cents);
  });
});

describe("repairsOf", () => {
  const repairs = (given: Given, options: { day?: number; isSiteGone?: boolean; isTaxed?: boolean } = {}) => {
    const { day = 1, isSiteGone = false, isTaxed = false } = options;
    return repairsOf(reading(given), { now: days(day), isSiteGone, isTaxed });
  };

  test.each<[string, Given, Parameters<typeof repairs>[1], string[]]>([
    ["nothing while all is well", {}, {}, []],
    ["ends what belongs to a deleted site", {}, { isSiteGone: true }, ["cancel"]],
    ["ends after a full refund of the newest period", { refunded: 1000 }, {}, ["cancel"]],
    ["goes on after a partial refund", { refunded: 999 }, {}, []],
    ["waits for a payment for 15 days", { subscription: PAST_DUE, invoice: OPEN }, { day: 15 }, []],
    ["and not longer", { subscription: PAST_DUE, invoice: OPEN }, { day: 15.1 }, ["cancel"]],
    ["nor if Stripe has given up", { subscription: { status: "unpaid" }, invoice: OPEN }, { day: 15.1 }, ["cancel"]],
    ["turns the tax on", {}, { isTaxed: true }, ["tax on"]],
    ["an ended one owes nothing", { subscription: ENDED }, {}, []],
    ["voids an open invoice", { subscription: ENDED, invoice: OPEN }, {}, ["void"]],
    ["voids a bad debt", { subscription: ENDED, invoice: invoiceWith({ status: "uncollectible" }) }, {}, ["void"]],
    ["stops a draft", { subscription: ENDED, invoice: invoiceWith({ status: "draft" }) }, {}, ["stop draft"]],
    ["but only once", { subscription: ENDED, invoice: invoiceWith({ status: "draft", auto_advance: false }) }, {}, []],
    ["refunds", endedWith(REFUND_COMMENTS.period), {}, ["refund"]],
  ])("%s", (_, given, options, expected) => {
    expect(repairs(given, options)).toEqual(expected);
  });
});

test("of two subscriptions the unpaid one is not needed, or else the newer one", () => {
  const [first, second] = [sdk({ id: "sub_a" }), sdk({ id: "sub_b", created: START + 1 })];
  const unpaid = sdk({ id: "sub_0", status: "incomplete" }, invoiceWith({ status: "open" }));
  const twin = sdk({ id: "sub_c", created: START + 1 });
  for (const [a, b, expected] of [
    [first, second, "sub_b"],
    [first, unpaid, "sub_0"],
    [second, twin, "sub_c"],
  ] as const) {
    expect(redundantOf(a, b).id).toBe(expected);
    expect(redundantOf(b, a).id).toBe(expected);
  }
});

describe("readAgainAt", () => {
  const at = (given: Given, day: number, isDue = false) => {
    const found = readAgainAt(reading(given).subscription, { now: days(day), isDue });
    return found === null ? null : (found - days(0)) / (days(1) - days(0));
  };

  test("a paid one is read every week, at its end, and 30 days before a year ends", () => {
    const year: Given = { subscription: YEAR };
    expect([at({}, 0), at({}, 28), at(year, 330), at(year, 335)]).toEqual([7, 30, 335, 342]);
  });

  test("one that waits for something is read every six hours, and one that has ended only if something is due", () => {
    const unpaid: Given = { subscription: { status: "past_due" } };
    expect([at({}, 30), at(unpaid, 2), at({ subscription: ENDED }, 12, true)]).toEqual([30.25, 2.25, 12.25]);
    expect(at({ subscription: ENDED }, 12)).toBeNull();
  });
});
