import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { array, assert, asyncProperty, constantFrom, infiniteStream, nat } from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Charge, Dispute, Invoice, Refund, State, Subscription } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { DAY_MS, NOW, ORIGIN, fakes } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser, logIn } from "../support/people.ts";
import {
  payOnInvoicePage,
  payCall,
  saveBadCard,
  saveGoodCard,
  type StripeWorld,
  useStripe,
} from "../support/stripe.ts";

const db = drizzle(env.DB);
const stripe = useStripe();
let anna: Awaited<ReturnType<typeof logIn>>;
let ownerId: number;

beforeEach(async () => {
  ownerId = (await insertUser()).id;
  anna = await logIn();
});

/** Changes at Stripe and at banks. Each does nothing if it is not possible. */
const HAPPENINGS: Record<string, (world: StripeWorld, subscription: Subscription) => void> = {
  pass1: (world) => world.advanceDays(1),
  pass15: (world) => world.advanceDays(15),
  pass30: (world) => world.advanceDays(30),
  cancel: ({ standIn }, subscription) => standIn.bank.change(subscription, { cancel_at_period_end: true }),
  resume: ({ standIn }, subscription) => standIn.bank.change(subscription, { cancel_at_period_end: false }),
  badCard: (world, subscription) => {
    const { standIn } = world;
    const card = saveBadCard(world);
    standIn.bank.attach(card, subscription.customer);
    standIn.bank.change(subscription, { default_payment_method: card.id });
  },
  goodCard: (world, subscription) => {
    const { standIn } = world;
    const card = saveGoodCard(world);
    standIn.bank.attach(card, subscription.customer);
    standIn.bank.change(subscription, { default_payment_method: card.id });
  },
  refundPart: ({ standIn, charges }) => give(charges, (charge) => standIn.bank.refund(charge, 100)),
  refundAll: ({ standIn, charges }) =>
    give(charges, (charge) => standIn.bank.refund(charge, charge.amount - charge.amount_refunded)),
  refundOldest: ({ standIn, charges }) => give(charges.toReversed(), (charge) => standIn.bank.refund(charge)),
  failRefund: ({ standIn }) => {
    const refund = standIn.bank.list<Refund>("refund").find(({ status }) => status === "succeeded");
    if (refund) standIn.bank.failRefund(refund);
  },
  payByLink: (world) => {
    const open = world.invoices.find(({ status }) => status === "open");
    if (open) payOnInvoicePage(world, open);
  },
  dispute: ({ standIn, charges }) => give(charges, (charge) => standIn.bank.openDispute(charge)),
  inquire: ({ standIn, charges }) =>
    give(charges, (charge) => standIn.bank.openDispute(charge, "warning_needs_response")),
  appeal: ({ standIn }) =>
    close(standIn.bank.list<Dispute>("dispute"), (one) => standIn.bank.moveDispute(one, "appeal_under_review")),
  prevent: ({ standIn }) =>
    close(standIn.bank.list<Dispute>("dispute"), (one) => standIn.bank.closeDispute(one, "prevented")),
  lose: ({ standIn }) => close(standIn.bank.list<Dispute>("dispute"), (one) => standIn.bank.closeDispute(one, "lost")),
  win: ({ standIn }) => close(standIn.bank.list<Dispute>("dispute"), (one) => standIn.bank.closeDispute(one, "won")),
  end: ({ standIn }, subscription) => standIn.bank.cancel(subscription),
};

const give = (charges: Charge[], act: (charge: Charge) => unknown) => {
  const charge = charges.find((one) => one.status === "succeeded" && !one.refunded && !one.disputed);
  if (charge) act(charge);
};
const close = (disputes: Dispute[], act: (dispute: Dispute) => void) => {
  const open = disputes.find(({ status }) => /^(appeal|needs)_/.test(status));
  if (open) act(open);
};

/** Returns what the database must have, according to the stand-in. */
function expected({ standIn, invoices, charges, subscriptions: all }: StripeWorld) {
  const subscription = all[0]!;
  const gone = new Set(
    standIn.bank
      .list<Dispute>("dispute")
      .flatMap(({ status, charge }) => (/^(lost|prevented|appeal_.*)$/.test(status) ? [charge] : [])),
  );
  const isKept = (one: Charge) => one.status === "succeeded" && !one.refunded && !gone.has(one.id);
  const isGivenUp = ({ id }: Charge) =>
    standIn.bank.list<Refund>("refund", ({ charge, status }) => charge === id && status === "failed").length >= 3;
  const paid = invoices.filter((invoice) => {
    const paidAt = invoice.status_transitions.paid_at ?? 0;
    const isAfterEnd = paidAt > (subscription.ended_at ?? Infinity);
    const bought = charges.find((one) => one.payment_intent === standIn.bank.intentOf(invoice)?.id && isKept(one));
    return invoice.status === "paid" && bought !== undefined && (!isAfterEnd || isGivenUp(bought));
  });
  const until = paid.length === 0 ? null : untilOf(paid) * 1000;
  return {
    status: subscription.status,
    featuredUntil: until === null ? null : until + graceOf(subscription, charges.filter(isKept)),
    movements:
      invoices.filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0).length +
      charges.filter(({ status }) => status === "failed").length +
      standIn.bank.list("refund").length +
      standIn.bank.list("dispute").length +
      (subscription.ended_at === null ? 0 : 1),
  };
}

/** Each payment buys whole days: from its period's start, or from its own time if it is more than twelve hours late. */
function untilOf(paid: Invoice[]): number {
  const timeOf = (invoice: Invoice) => invoice.status_transitions.paid_at!;
  return paid
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.created - b.created)
    .reduce((until, invoice) => {
      const { start, end } = invoice.lines.data[0]!.period;
      const from = timeOf(invoice) - start > 43_200 ? timeOf(invoice) : start;
      return Math.max(until, from) + end - start;
    }, 0);
}

/** Three days for a card that has paid, half a day for another one until its charge. */
function graceOf({ status, cancel_at_period_end, default_payment_method: card }: Subscription, kept: Charge[]): number {
  if (cancel_at_period_end || !["active", "trialing", "past_due"].includes(status)) return 0;
  if (kept.some(({ payment_method }) => payment_method === card)) return 3 * DAY_MS;
  return status === "past_due" ? 0 : DAY_MS / 2;
}

/** Expects that an ended subscription has no payable invoice, and that late payments were refunded or disputed. */
function expectNothingForNothing({ standIn, invoices, charges, subscriptions: [subscription] }: StripeWorld) {
  const endedAt = subscription!.ended_at;
  if (endedAt === null) return;
  expect(invoices.filter(({ status, auto_advance }) => status === "open" || auto_advance)).toEqual([]);
  const late = invoices.filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at > endedAt);
  const isTried = (one: Charge) =>
    one.refunded || standIn.bank.list<Refund>("refund", (back) => back.charge === one.id).length > 0;
  for (const invoice of late)
    expect(
      charges.filter(
        (one) =>
          one.payment_intent === standIn.bank.intentOf(invoice)!.id &&
          one.status === "succeeded" &&
          !one.disputed &&
          !isTried(one),
      ),
    ).toEqual([]);
}

test("after any changes at Stripe and any order of events, the database equals Stripe", async () => {
  const happenings = array(constantFrom(...Object.keys(HAPPENINGS)), { minLength: 1, maxLength: 8 });
  await assert(
    asyncProperty(happenings, infiniteStream(nat(1000)), async (names, chance) => {
      const next = () => chance.next().value as number;
      await startAnew();
      const { id: siteId } = await insertSite();
      await db.update(sites).set({ ownerId }).where(eq(sites.id, siteId));
      await payCall(anna, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: siteId });
      const waiting = takeEvents();
      for (const name of names) {
        const subscription = stripe.subscriptions[0]!;
        // An ended subscription cannot be changed.
        if (subscription.ended_at !== null && /^(cancel|resume|badCard|goodCard|end)$/.test(name)) continue;
        // One change a second, because Stripe's times are seconds and must tell what came after the end.
        stripe.standIn.bank.state.aheadMs += 1000;
        HAPPENINGS[name]!(stripe, subscription);
        waiting.push(...takeEvents());
        // Some events come now, in any order. They stay in the list and come again.
        const now = waiting.filter(() => next() % 3 === 0).toSorted(() => (next() % 2 ? 1 : -1));
        await Promise.all([deliver(now.slice(0, 2)), deliver(now.slice(2))]);
      }
      // The product's own changes at Stripe cause further events.
      while (waiting.length > 0) {
        await deliver(waiting.splice(0).toSorted(() => (next() % 2 ? 1 : -1)));
        waiting.push(...takeEvents());
      }
      const [row] = await db.select().from(subscriptions);
      const [site] = await db.select({ until: sites.featuredUntil }).from(sites).where(eq(sites.id, siteId));
      const movements = (await db.select().from(payments)).length;
      expect({ status: row!.status, featuredUntil: site!.until, movements }).toEqual(expected(stripe));
      expectNothingForNothing(stripe);
    }),
    { numRuns: 40, seed: 20261120, endOnFailure: true },
  );
}, 300_000);

type Event = State["events"][number];

const takeEvents = (): Event[] => stripe.standIn.bank.state.events.splice(0);
/** Stripe signs an event each time it sends it. */
const deliver = async (events: Event[]) =>
  stripe.deliverEvents(await Promise.all(events.map((event) => stripe.standIn.sign(event))));

async function startAnew() {
  fakes.now = NOW;
  stripe.standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN });
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.delete(sites);
  await env.DB.exec("DELETE FROM stripe_events");
  await env.DB.exec("UPDATE users SET stripe_customer_id = NULL");
}
