import { eq } from "drizzle-orm";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import { AppError } from "../../errors.ts";
import type { AppEnv } from "../../env.ts";
import { logError } from "../../log.ts";
import { paymentInProgress } from "./pay/subscribe.ts";
import { type PaymentScope, readRunningPayments, type RunningPayments } from "./queries.ts";
import { hasEnded, type Owed } from "./sync/reading.ts";
import { endSubscription } from "./sync/sync.ts";
import { undefinedIfMissing } from "../../adapters/stripe/errors.ts";

type Parts = Pick<AppEnv["Variables"], "db" | "ports" | "config">;

/**
 * Ends all running subscriptions of a site or of a user at once. If it throws, their rows must not be deleted. `found` is
 * the result of `readRunningPayments`, if the caller has read it. `owed`: what is refunded.
 * @throws AppError 409 while a payment is in progress, 502 if Stripe fails, 503 if there is something to end but payments
 * are not set up.
 */
export async function endPayments(
  { db, ports, config }: Parts,
  scope: PaymentScope,
  { found, owed }: { found?: RunningPayments; owed?: Owed } = {},
): Promise<void> {
  const now = ports.now();
  const { isLocked, running } = found ?? (await readRunningPayments(db, scope, now));
  if (isLocked) throw paymentInProgress();
  if (running.length === 0) return;
  if (!ports.payments) throw new AppError("unavailable", PAYMENT_MESSAGES.deleteNeedsPayments);
  try {
    const payments = await ports.payments();
    for (const { id } of running) {
      const after = await endSubscription({ db, payments, now, config }, id, owed);
      if (after && !hasEnded(after.subscription)) throw new Error(`Subscription ${id} did not end.`);
      // It is missing at Stripe.
      if (!after) await noteEnded(db, id, now);
    }
  } catch (error) {
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.deleteNeedsPayments);
  }
}

const noteEnded = (db: Db, id: string, now: number) =>
  db.update(subscriptions).set({ status: "canceled", featuredUntil: now }).where(eq(subscriptions.id, id));

/**
 * Deletes the user's customers at Stripe with their saved cards, after the subscriptions have ended. Payments, invoices and
 * refunds stay: https://docs.stripe.com/api/customers/delete
 * @throws AppError 502 if Stripe fails.
 */
export async function deleteCustomers({ ports: { payments } }: Pick<Parts, "ports">, ids: string[]): Promise<void> {
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
