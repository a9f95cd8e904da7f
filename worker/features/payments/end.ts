import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { applySubscription } from "./apply.ts";
import { listClaims, listLiveOf, type Whose } from "./queries.ts";
import { CLAIM_MS, recoverClaim, underWay } from "./subscribe.ts";

/**
 * Ends at Stripe whatever would be charged again for a site, or for all that a person has. Before its rows are deleted:
 * where this fails, nothing is.
 * @throws AppError 409 while a payment is under way, 502 where Stripe does not answer, 503 where payments are not set up any more.
 */
export async function endSubscriptions(db: Db, ports: Pick<Ports, "payments" | "now">, whose: Whose): Promise<void> {
  const { payments } = ports;
  const claims = await listClaims(db, whose);
  const parts = { db, now: ports.now() };
  if (claims.some(({ createdAt }) => parts.now - createdAt < CLAIM_MS)) throw underWay();
  if (!payments) {
    if (claims.length > 0 || (await listLiveOf(db, whose)).length > 0) {
      throw new AppError("unavailable", PAYMENT_MESSAGES.deleteNeedsPayments);
    }
    return;
  }
  try {
    for (const claim of claims) {
      // oxlint-disable-next-line no-await-in-loop -- Few: one a site that is being paid for.
      await recoverClaim({ ...parts, payments }, claim);
    }
    for (const { id } of await listLiveOf(db, whose)) {
      // oxlint-disable-next-line no-await-in-loop -- As above. What is another directory's is left alone.
      if (!(await applySubscription({ ...parts, payments }, id))) continue;
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await payments.end(id);
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await applySubscription({ ...parts, payments }, id);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    logError(error);
    throw new AppError("provider_failed", PAYMENT_MESSAGES.deleteNeedsPayments);
  }
}
