import { eq } from "drizzle-orm";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { paymentLocks, subscriptions } from "#schema/tables/payments.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { type Given, openPayments } from "./parts.ts";
import { listAtStripe, paymentInProgress } from "./pay/subscribe.ts";
import { belongsTo, isLocked, listRunning, type PaymentScope } from "./queries.ts";
import type { SyncParts } from "./sync/parts.ts";
import { hasEnded, type Owed } from "./sync/reading.ts";
import { endSubscription } from "./sync/sync.ts";
import { undefinedIfMissing } from "../../adapters/stripe/errors.ts";

/**
 * Ends all running subscriptions of a site or of a user at once, before their rows are deleted. If it throws, they must not
 * be deleted. `owed`: what is refunded. It mails nothing, because the callers do.
 * @returns true if there was something to end.
 * @throws AppError 409 while a payment is in progress, 502 if Stripe fails, 503 if there is something to end but payments
 * are not set up.
 */
export async function endPayments(c: Given, scope: PaymentScope, owed?: Owed): Promise<boolean> {
  const { db, ports } = c.var;
  const [locks, running] = await db.batch([
    db.select().from(paymentLocks).where(belongsTo(paymentLocks, scope)),
    listRunning(db, scope),
  ]);
  if (locks.some((lock) => isLocked(lock, ports.now()))) throw paymentInProgress();
  if (locks.length === 0 && running.length === 0) return false;
  const opened = await openPayments(c);
  if (!opened) throw new AppError("unavailable", PAYMENT_MESSAGES.deleteNeedsPayments);
  const parts = { ...opened, config: null };
  try {
    const known = new Set(running.map(({ id }) => id));
    // A lock that is left over is of a payment whose answer was lost. Nobody had a place from it.
    for (const { siteId, userId } of locks)
      for (const id of await listAtStripe(parts, siteId, userId)) if (!known.has(id)) await endNow(parts, id, "period");
    for (const id of known) await endNow(parts, id, owed);
  } catch (error) {
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.deleteNeedsPayments);
  }
  return running.length > 0;
}

async function endNow(parts: SyncParts, id: string, owed: Owed | undefined): Promise<void> {
  const after = await endSubscription(parts, id, owed);
  if (after && !hasEnded(after.subscription)) throw new Error(`Subscription ${id} did not end.`);
  const { db, now } = parts;
  const gone = { status: "canceled", featuredUntil: now, readAgainAt: null } as const;
  // Stripe has none. If the key is wrong, the next event after it is right ends the subscription, and refunds a renewal.
  if (!after) await db.update(subscriptions).set(gone).where(eq(subscriptions.id, id));
}

/**
 * Deletes the user's customers at Stripe with their saved cards, after the subscriptions have ended. Payments, invoices and
 * refunds stay: https://docs.stripe.com/api/customers/delete
 * @throws AppError 502 if Stripe fails.
 */
export async function deleteCustomers({ payments }: Ports, ids: string[]): Promise<void> {
  // Without payments there is nobody to ask.
  if (!payments) {
    if (ids.length > 0) logError(new Error(`Delete these customers in Stripe's dashboard: ${ids.join(", ")}.`));
    return;
  }
  try {
    const { stripe } = await payments();
    for (const id of ids) await stripe.customers.del(id).catch(undefinedIfMissing);
  } catch (error) {
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.customerNotDeleted);
  }
}
