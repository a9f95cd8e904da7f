import { eq, inArray } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import { type PaymentEvent, type Payments, PaymentsRefused } from "../../ports.ts";
import { changesManyLists, listedStatement } from "../sites/public-changes.ts";
import { invoiceDescription } from "./invoice-description.ts";
import { findOwner, type Owner, type Stored } from "./owner.ts";
import { findRunning } from "./queries.ts";
import { composeReceipts } from "./receipts.ts";
import { settle } from "./settle.ts";
import { hasEnded, isCurrent, type KnownFacts, mustBeCancelled, paidUntil } from "./state.ts";
import { cancelLocally, insertEvent, startReading, writeFacts, batchOncePerEvent } from "./write-facts.ts";

export type SyncParts = {
  db: Db;
  payments: Payments;
  now: number;
  /** Null if no receipts are sent, because payments of the past are read again. */
  config: DirectoryConfig | null;
  /** Gets the key of each receipt that this sync put into the outbox. Cron sends it otherwise. */
  onReceipt?(key: string): void;
};
type SyncOptions = {
  /** The webhook event that caused the sync. It is stored in one batch with the changes. */
  event?: PaymentEvent;
  /**
   * For restored backups: recognizes a subscription by user id and email address. A user who first paid after the
   * backup has no customer id in it.
   */
  adoptsCustomer?: boolean;
};

/**
 * How often one call reads from Stripe before it throws. Two subscriptions that change during each reading take about
 * twelve.
 */
const READINGS_MAX = 20;

/**
 * Does what is due at Stripe for a subscription: it cancels the subscription (`mustBeCancelled`, or its site is
 * deleted), closes invoices and refunds charges (`settle`). Then it writes the subscription's state and ledger as read
 * from Stripe, and puts the receipts of new payments into the outbox. A database trigger sets until when the site is
 * featured. Nothing else writes this state, so neither the order nor the number of webhook events matters.
 * @returns what was read last, or undefined if the subscription is not this directory's or does not exist at Stripe.
 * @throws PaymentsUnavailable if Stripe does not answer.
 * @throws PaymentsRefused if Stripe refuses a call, or if something is still due after `READINGS_MAX` readings.
 */
export const syncSubscription = (parts: SyncParts, id: string, options: SyncOptions = {}): Promise<Synced> =>
  syncCounted({ ...parts, readings: { left: READINGS_MAX } }, id, options);

type Synced = KnownFacts | undefined;
/** `left` counts down for all readings of one call. */
type CountedParts = SyncParts & { readings: { left: number } };

async function syncCounted(parts: CountedParts, id: string, options: SyncOptions): Promise<Synced> {
  let settled = 0;
  while (parts.readings.left > 0) {
    parts.readings.left -= 1;
    const next = await syncOnce(parts, id, { options, skipsSettling: settled === SETTLED_MAX });
    if (next === "settled") settled += 1;
    else if (next === "duplicate") settled = 0;
    else if (next !== "ended") return next;
  }
  throw new PaymentsRefused(
    new Error(
      `Subscription ${id} still needs changes at Stripe after ${READINGS_MAX} readings. Cancel it in Stripe's dashboard, then run npm run stripe:reconcile.`,
    ),
  );
}

/** Reads once and writes the facts. If it changed something at Stripe instead, it returns a string: read again then. */
async function syncOnce(
  parts: CountedParts,
  id: string,
  { options, skipsSettling }: { options: SyncOptions; skipsSettling: boolean },
): Promise<Synced | "ended" | "settled" | "duplicate"> {
  const { db, payments, now } = parts;
  const reading = await startReading(db);
  const read = await payments.readSubscription(id);
  const eventStatements = options.event ? [insertEvent(db, options.event, now)] : [];
  const found = read && (await findOwner(db, read, options));
  // Another directory's subscription has a row here if this database began as a copy of that directory's.
  if (!found) {
    const siteIds = db.select({ id: subscriptions.siteId }).from(subscriptions).where(eq(subscriptions.id, id));
    changesManyLists(await listedStatement(db, inArray(sites.id, siteIds)));
    await batchOncePerEvent(db, [...eventStatements, cancelLocally(db, { id, reading, now })]);
    return undefined;
  }
  const { owner } = found;
  // After a restored backup the id in the metadata may belong to another owner's site.
  const stored = owner.siteId === read.siteId ? found.stored : [];
  const facts = { ...read, paidBefore: latestOf(stored.filter((one) => one.createdAt < read.createdAt)) };
  if ((owner.siteId === null || mustBeCancelled(facts)) && !hasEnded(facts.status)) {
    if (owner.siteId === null) logError(new Error(`Subscription ${id} belongs to a deleted site: cancelled.`));
    // The event is not stored yet: if this call fails, Stripe sends it again.
    await payments.cancelNow(id);
    return "ended";
  }
  if (!skipsSettling && (await settle({ payments, now }, facts))) return "settled";
  const receipts = parts.config ? composeReceipts(parts.config, { facts, siteName: owner.siteName, now }) : [];
  const newer = listShifted(facts, stored);
  const toWrite = { facts, owner, reading, now, receipts, newer };
  const queued = await writeFacts(db, toWrite, newer.length > 0 ? [] : eventStatements);
  if (!queued) {
    await resolveDuplicate(parts, facts, owner.siteId!);
    return "duplicate";
  }
  for (const key of queued) parts.onReceipt?.(key);
  for (const one of newer) await syncCounted(parts, one, {});
  // The event is stored last: if this call fails, Stripe sends it again.
  if (newer.length > 0) await batchOncePerEvent(db, eventStatements);
  await updateDescription(payments, facts, owner);
  return facts;
}

const latestOf = (stored: Stored[]): number | null =>
  stored.reduce<number | null>(
    (latest, one) => (one.paidUntil === null ? latest : Math.max(latest ?? 0, one.paidUntil)),
    null,
  );

/**
 * Lists the newer subscriptions of the site whose days must be counted again, because the paid time of this one reached
 * or reaches into them and has changed. Nobody can pay while paid days are left, so this happens only if the money comes
 * back later: a refund failed, or a dispute was won.
 */
function listShifted(facts: KnownFacts, stored: Stored[]): string[] {
  const before = stored.find(({ id }) => id === facts.id)?.paidUntil ?? null;
  const after = paidUntil(facts);
  const until = Math.max(before ?? 0, after ?? 0);
  return stored
    .filter(({ createdAt, paidUntil: paid }) => paid !== null && createdAt > facts.createdAt && createdAt < until)
    .filter(({ isUnsettled }) => isUnsettled || before !== after)
    .map(({ id }) => id);
}

/**
 * Puts the site's current name on the next invoices. Stripe refuses this if the subscription is incomplete or has
 * ended.
 */
async function updateDescription(payments: Payments, facts: KnownFacts, { siteId, siteName }: Owner): Promise<void> {
  const description = invoiceDescription(siteName);
  if (siteId === null || !isCurrent(facts.status) || facts.description === description) return;
  try {
    await payments.setDescription(facts.id, description);
  } catch (error) {
    // The next sync tries again.
    logError(error);
  }
}

/**
 * How often one call settles a subscription. Then it writes what Stripe says, even if something is still due. A draft
 * invoice that opens while it is being stopped needs a second time.
 */
const SETTLED_MAX = 3;

/**
 * Marks one of two subscriptions of a site as the duplicate, at Stripe: a sync cancels it and refunds its payment for
 * the same days. The first one stays, unless only the second one is paid. Two arise for example if Stripe creates one
 * after its claim was given up.
 */
async function resolveDuplicate(parts: CountedParts, facts: KnownFacts, siteId: number): Promise<void> {
  const { db, payments, now } = parts;
  const stored = await findRunning(db, siteId);
  const first = stored && (await syncCounted(parts, stored.id, {}));
  // The stored subscription had ended at Stripe without an event. The next reading stores the other one.
  if (!first || hasEnded(first.status)) return;
  const isPaid = (one: KnownFacts) => (paidUntil(one) ?? 0) > now;
  const duplicate = isPaid(facts) && !isPaid(first) ? first : facts;
  logError(new Error(`Site ${siteId} has two subscriptions: ${duplicate.id} is cancelled.`));
  // An unpaid duplicate is marked, too: it may be paid at this moment.
  await payments.markDuplicate(duplicate.id, now);
  if (duplicate === first) await syncCounted(parts, first.id, {});
}
