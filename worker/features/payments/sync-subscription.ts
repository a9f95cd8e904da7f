import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import { type PaymentEvent, type Payments, PaymentsRefused, type SubscriptionFacts } from "../../ports.ts";
import { invoiceDescription } from "./invoice-description.ts";
import { findOwner, type Owner } from "./owner.ts";
import { findRunning } from "./queries.ts";
import { settle } from "./settle.ts";
import { hasEnded, mustBeCancelled, paidUntil } from "./state.ts";
import { cancelLocally, insertEvent, startReading, writeFacts, batchOncePerEvent } from "./write-facts.ts";

type Parts = { db: Db; payments: Payments; now: number };
type SyncOptions = {
  /** The webhook event that asked for it: it counts as applied together with what it changes. */
  event?: PaymentEvent;
  /** After a restored backup: whoever paid first after it was made has no customer here, and is known by user and address. */
  adoptsCustomer?: boolean;
};

/** Readings of one call, those of a duplicate too. Two subscriptions that Stripe changes all the while take about twelve. */
const READINGS_MAX = 20;

/**
 * Reads a subscription from Stripe and writes what Stripe says: its state, the ledger and, by trigger, until when its
 * site is featured. The only way by which any of them changes, so neither the order nor the number of events matters.
 * @throws PaymentsRefused if what the product does at Stripe changes nothing there.
 */
export const syncSubscription = (parts: Parts, id: string, options: SyncOptions = {}): Promise<Synced> =>
  syncCounted({ ...parts, readings: { left: READINGS_MAX } }, id, options);

/** Undefined if it is none of ours. */
type Synced = SubscriptionFacts | undefined;
/** `left` is shared by all that one call reads. */
type Counting = Parts & { readings: { left: number } };

async function syncCounted(parts: Counting, id: string, options: SyncOptions): Promise<Synced> {
  let settled = 0;
  while (parts.readings.left > 0) {
    parts.readings.left -= 1;
    // oxlint-disable-next-line no-await-in-loop -- Each reading follows from the one before.
    const next = await syncOnce(parts, id, { options, isSettled: settled === SETTLED_MAX });
    if (next === "settled") settled += 1;
    else if (next === "duplicate") settled = 0;
    else if (next !== "ended") return next;
  }
  throw new PaymentsRefused(
    new Error(
      `Subscription ${id} is not as it should be at Stripe after ${READINGS_MAX} readings. End it in Stripe's dashboard, then run npm run stripe:reconcile.`,
    ),
  );
}

/** One reading. A word says what was done at Stripe, which is read again. */
async function syncOnce(
  parts: Counting,
  id: string,
  { options, isSettled }: { options: SyncOptions; isSettled: boolean },
): Promise<Synced | "ended" | "settled" | "duplicate"> {
  const { db, payments, now } = parts;
  const reading = await startReading(db);
  const facts = await payments.readSubscription(id);
  const eventStatements = options.event ? [insertEvent(db, options.event, now)] : [];
  const owner = facts && (await findOwner(db, facts, options));
  // A row here of what is none of ours comes from a copy of the other's database.
  if (!owner) {
    await batchOncePerEvent(db, [...eventStatements, cancelLocally(db, { id, reading, now })]);
    return undefined;
  }
  if ((owner.siteId === null || mustBeCancelled(facts)) && !hasEnded(facts.status)) {
    if (owner.siteId === null) logError(new Error(`Subscription ${id} is of a site that is gone: ended.`));
    // Before the event counts as applied: where this fails, it comes again.
    await payments.cancelNow(id);
    return "ended";
  }
  if (!isSettled && (await settle({ payments, now }, facts))) return "settled";
  if (!(await writeFacts(db, { facts, owner, reading, now }, eventStatements))) {
    await resolveDuplicate(parts, facts, owner.siteId!);
    return "duplicate";
  }
  await updateDescription(payments, facts, owner);
  return facts;
}

/** A listing may have another name since it was paid for first. Stripe changes that of none that is unpaid or has ended. */
async function updateDescription(
  payments: Payments,
  facts: SubscriptionFacts,
  { siteId, siteName }: Owner,
): Promise<void> {
  const description = invoiceDescription(siteName);
  if (siteId === null || facts.status !== "active" || facts.description === description) return;
  try {
    await payments.setDescription(facts.id, description);
  } catch (error) {
    // The money is right, and the next reading tries again.
    logError(error);
  }
}

/**
 * How often a call settles: what Stripe tells then is written, whatever is left to do. A draft that is stopped while it
 * becomes open takes a second time.
 */
const SETTLED_MAX = 3;

/**
 * One site has one subscription. Of two, the paid one stays, or the first; the other ends, and what was paid for the same
 * days is given back, as soon as Stripe can do so: Stripe keeps the mark that says so. Two come about if the answer to a
 * payment is lost for longer than a minute.
 */
async function resolveDuplicate(parts: Counting, facts: SubscriptionFacts, siteId: number): Promise<void> {
  const { db, payments, now } = parts;
  const live = await findRunning(db, siteId);
  const first = live && (await syncCounted(parts, live.id, {}));
  // Otherwise it had ended at Stripe and nobody had told.
  if (!first || hasEnded(first.status)) return;
  const isPaid = (one: SubscriptionFacts) => (paidUntil(one) ?? 0) > now;
  const undone = isPaid(facts) && !isPaid(first) ? first : facts;
  logError(new Error(`Site ${siteId} has two subscriptions: ${undone.id} is ended.`));
  // Even the unpaid one: it may be paid at this very moment.
  await payments.markDuplicate(undone.id, now);
  if (undone === first) await syncCounted(parts, first.id, {});
}
