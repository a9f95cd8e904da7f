import { and, eq, lt, sql } from "drizzle-orm";
import { paymentClaims, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { type Db, isRefusedBy, type Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { logError } from "../../log.ts";
import type { PaymentEvent, Payments, SubscriptionFacts } from "../../ports.ts";
import { describe } from "./description.ts";
import { findOwner, isGraceUsed, type Owner } from "./owner.ts";
import { findLive } from "./queries.ts";
import { isUnsettled, settle } from "./settle.ts";
import { coveredUntil, hasEnded, isUnwanted, paidUntil, toLedger } from "./state.ts";

type Parts = { db: Db; payments: Payments; now: number };
type Reason = {
  /** The webhook event that asked for it: it counts as applied together with what it changes. */
  event?: PaymentEvent;
  /** How often this reading has been settled already: what Stripe tells then is written, whatever is left to do. */
  settled?: number;
  /** After a restored backup: whoever paid first after it was made has no customer here, and is known by user and address. */
  adopts?: boolean;
};

/**
 * Reads a subscription from Stripe and writes what Stripe says: its state, the ledger and, by trigger, until when its
 * site is featured. The only way by which any of them changes, so neither the order nor the number of events matters.
 */
export async function applySubscription(
  { db, payments, now }: Parts,
  id: string,
  reason: Reason = {},
): Promise<SubscriptionFacts | undefined> {
  const { event, settled = 0 } = reason;
  const reading = await takeReading(db);
  const facts = await payments.readSubscription(id);
  const marked = event ? [insertEvent(db, event, now)] : [];
  if (!facts) {
    await writeOnce(db, [...marked, forget(db, { id, reading, now })]);
    return undefined;
  }
  const owner = await findOwner(db, facts, reason);
  if (!owner) {
    // A row of it here comes from a copy of the other's database.
    await writeOnce(db, [...marked, forget(db, { id, reading, now })]);
    return undefined;
  }
  if ((owner.siteId === null || isUnwanted(facts)) && !hasEnded(facts.status)) {
    if (owner.siteId === null) logError(new Error(`Subscription ${id} is of a site that is gone: ended.`));
    // Before the event counts as applied: where this fails, it comes again.
    await payments.end(id);
    return applySubscription({ db, payments, now }, id, reason);
  }
  if (settled < SETTLED_MAX && (await settle({ payments, now }, facts))) {
    return applySubscription({ db, payments, now }, id, { ...reason, settled: settled + 1 });
  }
  const isApplied = await writeFacts(db, { facts, owner, reading, now }, marked);
  if (!isApplied) return undoDuplicate({ db, payments, now }, { facts, owner, reason });
  await nameOnInvoices(payments, facts, owner);
  return facts;
}

/** A listing may have another name since it was paid for first. Stripe changes that of none that is unpaid or has ended. */
async function nameOnInvoices(
  payments: Payments,
  facts: SubscriptionFacts,
  { siteId, siteName }: Owner,
): Promise<void> {
  const description = describe(siteName);
  if (siteId === null || facts.status !== "active" || facts.description === description) return;
  try {
    await payments.describe(facts.id, description);
  } catch (error) {
    // The money is right, and the next reading tries again.
    logError(error);
  }
}

/** A draft that is stopped while it becomes open takes a second time. */
const SETTLED_MAX = 3;

/** Numbers readings in the order in which they begin. */
async function takeReading(db: Db): Promise<number> {
  const [row] = await all<{ value: number }>(
    db,
    sql`INSERT INTO counters (name, value) VALUES ('stripe.readings', 1)
      ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
  );
  return row!.value;
}

const insertEvent = (db: Db, { id, type }: PaymentEvent, now: number) =>
  db.insert(stripeEvents).values({ id, type, receivedAt: now });

/** One that is another directory's, or that Stripe does not know, such as deleted test data, is never paid for again here. */
const forget = (db: Db, { id, reading, now }: { id: string; reading: number; now: number }) =>
  db
    .update(subscriptions)
    .set({
      status: "canceled",
      unpaidInvoice: null,
      coveredUntil: sql`${subscriptions.paidUntil}`,
      isUnsettled: false,
      reading,
      updatedAt: now,
    })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.reading, reading)));

type Facts = { facts: SubscriptionFacts; owner: Owner; reading: number; now: number };

/** False where another subscription of the same site is running. */
async function writeFacts(db: Db, { facts, owner, reading, now }: Facts, marked: Statement[]): Promise<boolean> {
  const state = {
    status: facts.status,
    currentPeriodEnd: facts.currentPeriodEnd,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    paidUntil: paidUntil(facts),
    coveredUntil: coveredUntil(facts, await isGraceUsed(db, owner, facts.id, now)),
    isUnsettled: isUnsettled(facts, now),
    priceCents: facts.priceCents,
    currency: facts.currency,
    unpaidInvoice: facts.status === "past_due" ? (facts.invoices.find(({ isOpen }) => isOpen)?.id ?? null) : null,
    cardBrand: facts.card?.brand ?? "",
    cardLast4: facts.card?.last4 ?? "",
    reading,
    updatedAt: now,
  };
  const { id, createdAt } = facts;
  const rows = toLedger(facts).map((row) => ({ ...row, ...owner }));
  try {
    await writeOnce(db, [
      ...marked,
      db
        .insert(subscriptions)
        .values({ id, ...owner, createdAt, ...state })
        .onConflictDoUpdate({
          target: subscriptions.id,
          set: state,
          setWhere: sql`${subscriptions.reading} < ${reading}`,
        }),
      // What happened stays; what can change of it is the page of its invoice and the state of a dispute.
      run(
        db,
        sql`INSERT INTO payments (stripe_id, kind, subscription_id, user_id, site_id, site_name, amount_cents, currency,
            period_start, period_end, invoice_url, detail, happened_at)
          SELECT value ->> 'stripeId', value ->> 'kind', ${id}, value ->> 'userId', value ->> 'siteId', value ->> 'siteName',
            value ->> 'amountCents', value ->> 'currency', value ->> 'periodStart', value ->> 'periodEnd',
            value ->> 'invoiceUrl', value ->> 'detail', value ->> 'happenedAt'
          FROM json_each(${JSON.stringify(rows)}) WHERE ${reading} = (SELECT reading FROM subscriptions WHERE id = ${id})
          ON CONFLICT (stripe_id) DO UPDATE SET detail = excluded.detail, invoice_url = excluded.invoice_url
          WHERE detail <> excluded.detail OR invoice_url <> excluded.invoice_url`,
      ),
      // The payment that was under way is known now.
      db.delete(paymentClaims).where(eq(paymentClaims.key, facts.claimKey)),
    ]);
    return true;
  } catch (error) {
    if (isRefusedBy(error, "subscriptions.site_id")) return false;
    throw error;
  }
}

/** An event that another request has applied meanwhile needs no second time. */
async function writeOnce(db: Db, statements: Statement[]): Promise<void> {
  const [first, ...others] = statements;
  try {
    if (first) await db.batch([first, ...others]);
  } catch (error) {
    if (!isRefusedBy(error, "stripe_events.id")) throw error;
  }
}

/**
 * One site has one subscription. Of two, the paid one stays, or the first; the other ends, and what was paid for the same
 * days is given back, as soon as Stripe can do so: Stripe keeps the mark that says so. Two come about if the answer to a
 * payment is lost for longer than a minute.
 */
async function undoDuplicate(
  parts: Parts,
  { facts, owner, reason }: { facts: SubscriptionFacts; owner: Owner; reason: Reason },
): Promise<SubscriptionFacts | undefined> {
  const { db, payments, now } = parts;
  const live = await findLive(db, owner.siteId!);
  const first = live && (await applySubscription(parts, live.id));
  // Otherwise it had ended at Stripe and nobody had told.
  if (first && !hasEnded(first.status)) {
    const isPaid = (one: SubscriptionFacts) => (paidUntil(one) ?? 0) > now;
    const undone = isPaid(facts) && !isPaid(first) ? first : facts;
    logError(new Error(`Site ${owner.siteId} has two subscriptions: ${undone.id} is ended.`));
    // Even the unpaid one: it may be paid at this very moment.
    await payments.markAsSecond(undone.id, now);
    if (undone === first) await applySubscription(parts, first.id);
  }
  return applySubscription(parts, facts.id, { ...reason, settled: 0 });
}
