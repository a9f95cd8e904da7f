import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { listClaims, listRunning, type PaymentScope } from "./queries.ts";
import { CLAIM_STALE_MS, resolveClaim, paymentInProgress } from "./subscribe.ts";

/**
 * Ends at Stripe whatever would be charged again for a site, or for all that a person has. Before its rows are deleted:
 * where this fails, nothing is.
 * @throws AppError 409 while a payment is under way, 502 where Stripe does not answer, 503 where payments are not set up any more.
 */
export async function cancelSubscriptions(
  db: Db,
  ports: Pick<Ports, "payments" | "now">,
  scope: PaymentScope,
): Promise<void> {
  const { payments } = ports;
  const claims = await listClaims(db, scope);
  const parts = { db, now: ports.now() };
  if (claims.some(({ createdAt }) => parts.now - createdAt < CLAIM_STALE_MS)) throw paymentInProgress();
  if (!payments) {
    if (claims.length > 0 || (await listRunning(db, scope)).length > 0) {
      throw new AppError("unavailable", PAYMENT_MESSAGES.deleteNeedsPayments);
    }
    return;
  }
  try {
    for (const claim of claims) {
      // oxlint-disable-next-line no-await-in-loop -- Few: one a site that is being paid for.
      await resolveClaim({ ...parts, payments }, claim);
    }
    for (const { id } of await listRunning(db, scope)) {
      // oxlint-disable-next-line no-await-in-loop -- As above. What is another directory's is left alone.
      if (!(await syncSubscription({ ...parts, payments }, id))) continue;
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await payments.cancelNow(id);
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await syncSubscription({ ...parts, payments }, id);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.deleteNeedsPayments);
  }
}
