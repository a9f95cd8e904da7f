import { and, eq, notInArray } from "drizzle-orm";
import { subscriptions } from "#schema/tables/payments.ts";
import { SITE_MESSAGES } from "#schema/sites.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../http/database.ts";
import type { Ports } from "../../ports.ts";

/**
 * Ends what a site is charged for, so that it can be deleted.
 * @throws AppError 503 or 502 where that is not possible now.
 */
export async function cancelSubscriptionOfSite(
  db: Db,
  { cancelSubscription }: Pick<Ports, "cancelSubscription">,
  siteId: number,
): Promise<void> {
  const [running] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.siteId, siteId), notInArray(subscriptions.status, ["canceled", "incomplete_expired"])));
  if (!running) return;
  if (!cancelSubscription) throw new AppError("unavailable", SITE_MESSAGES.deleteNeedsPayments);
  try {
    await cancelSubscription(running.id);
  } catch (error) {
    console.error(error);
    throw new AppError("provider_failed", SITE_MESSAGES.deleteNeedsPayments);
  }
}
