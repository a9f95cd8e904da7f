import { eq } from "drizzle-orm";
import { subscriptions } from "#schema/tables/payments.ts";
import { logError } from "../../../log.ts";
import { findOwner, type Owner } from "./owner.ts";
import type { SyncParts } from "./parts.ts";
import { findRunning } from "../queries.ts";
import { draftRenewal, listingUnknown, subscriptionMissing } from "./alerts.ts";
import { readSubscription } from "./read.ts";
import {
  hasEnded,
  isLateDraft,
  type Owed,
  type Reading,
  redundantOf,
  repairsOf,
  readAgainAt,
  RECHECK_MS,
} from "./reading.ts";
import { end, repair } from "./repair.ts";
import { startReading, writeReading } from "./write.ts";

export type Synced = Reading & { owner: Owner };

/** A repair shows in the next reading. Whatever is still due then waits for cron. */
const READINGS_MAX = 3;

/**
 * Reads a subscription from Stripe, repairs there what must not be, and writes what it says. Nothing else writes it, so
 * neither the order nor the number of calls matters.
 * @returns undefined if the subscription is not ours, or does not exist.
 * @throws if Stripe does not answer.
 */
export async function syncSubscription(parts: SyncParts, id: string): Promise<Synced | undefined> {
  const { db, payments, now, alert } = parts;
  for (let left = READINGS_MAX; ; left--) {
    const number = await startReading(db);
    const reading = await readSubscription(payments.stripe, id);
    if (!reading) return noteMissing(parts, id);
    const { isStored, ...owner } = await findOwner(db, reading.subscription);
    // The database is another one, or an older one from a backup.
    if (!isStored && owner.siteId === null && !hasEnded(reading.subscription)) {
      await alert(listingUnknown(id));
      return undefined;
    }
    const repairs = repairsOf(reading, { now, isSiteGone: owner.siteId === null, isTaxed: payments.tax });
    const { hasChanged, isDue } =
      left > 0 ? await repair(parts, reading, repairs) : { hasChanged: false, isDue: repairs.length > 0 };
    if (hasChanged) continue;
    const againAt = readAgainAt(reading.subscription, { now, isDue });
    const isWritten = await writeReading(parts, { reading, owner, number, againAt });
    if (isWritten) {
      if (isLateDraft(reading.subscription, now)) await alert(draftRenewal(id));
      return { ...reading, owner };
    }
    await endRedundant(parts, reading, owner.siteId!);
    if (left <= 0) throw new Error(`Site ${owner.siteId} has two subscriptions: ${id} could not be written.`);
  }
}

/** Nothing is decided here: the key may be that of another account. */
async function noteMissing({ db, now, alert }: SyncParts, id: string): Promise<undefined> {
  const [row] = await db
    .update(subscriptions)
    .set({ readAgainAt: now + RECHECK_MS })
    .where(eq(subscriptions.id, id))
    .returning({ status: subscriptions.status });
  if (row && !hasEnded(row)) await alert(subscriptionMissing(id));
}

/** Two payments of one site can succeed, for example if a lock was given up too early. One of them is refunded. */
async function endRedundant(parts: SyncParts, { subscription }: Reading, siteId: number): Promise<void> {
  const stored = await findRunning(parts.db, siteId);
  const other = stored && (await readSubscription(parts.payments.stripe, stored.id));
  if (!other || hasEnded(other.subscription)) {
    if (stored) await syncSubscription(parts, stored.id);
    return;
  }
  const { id } = redundantOf(subscription, other.subscription);
  logError(new Error(`Site ${siteId} has two subscriptions: ${id} is ended and refunded.`));
  await end(parts.payments, id, "period");
  // The next reading of the given subscription is written by the caller.
  if (id !== subscription.id) await syncSubscription(parts, id);
}

/** Ends a subscription of ours at once, and writes that. `owed`: what is refunded. */
export async function endSubscription(parts: SyncParts, id: string, owed?: Owed): Promise<Synced | undefined> {
  await end(parts.payments, id, owed);
  return syncSubscription(parts, id);
}
