import type { DirectoryConfig } from "#schema/pages.ts";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { listRunning, type PaymentScope, readRunningPayments, type RunningPayments } from "./queries.ts";
import { CLAIM_STALE_MS, resolveClaim, paymentInProgress } from "./subscribe.ts";

/**
 * Cancels all running subscriptions of a site or of a user at once. If it throws, their rows must not be deleted. `found`
 * is the result of `readRunningPayments`, if the caller has read it.
 * @throws AppError 409 while a payment is in progress, 502 if Stripe fails, 503 if there is something to cancel but
 * payments are not configured.
 */
export async function cancelSubscriptions(
  { db, ports, config }: { db: Db; ports: Pick<Ports, "payments" | "now">; config: DirectoryConfig },
  scope: PaymentScope,
  found?: RunningPayments,
): Promise<void> {
  const { payments } = ports;
  const { claims, running } = found ?? (await readRunningPayments(db, scope));
  const parts = { db, now: ports.now(), config };
  if (claims.some(({ createdAt }) => parts.now - createdAt < CLAIM_STALE_MS)) throw paymentInProgress();
  if (!payments) {
    if (claims.length > 0 || running.length > 0) {
      throw new AppError("unavailable", PAYMENT_MESSAGES.deleteNeedsPayments);
    }
    return;
  }
  try {
    for (const claim of claims) {
      await resolveClaim({ ...parts, payments }, claim);
    }
    // A claim may have become a subscription.
    for (const { id } of claims.length > 0 ? await listRunning(db, scope) : running) {
      // Another directory's subscription is left alone.
      if (!(await syncSubscription({ ...parts, payments }, id))) continue;
      await payments.cancelNow(id);
      await syncSubscription({ ...parts, payments }, id);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.deleteNeedsPayments);
  }
}
