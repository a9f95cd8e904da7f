import { and, desc, eq } from "drizzle-orm";
import { subscriptions } from "#schema/tables/payments.ts";
import { findPortal } from "../../../adapters/stripe/portal.ts";
import { findCustomer } from "../queries.ts";
import type { SyncParts } from "../sync/parts.ts";

/**
 * Opens Stripe's portal, where owners find invoices, their address and VAT number. A person can have several customers, so
 * it is that of the subscription. Undefined if there is none.
 */
export async function openPortal(
  { db, payments }: SyncParts,
  { userId, siteId }: { userId: number; siteId?: number | undefined },
  returnUrl: string,
): Promise<string | undefined> {
  const { customerId, createdAt } = subscriptions;
  const [newest] = await db
    .select({ customerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), siteId === undefined ? undefined : eq(subscriptions.siteId, siteId)))
    .orderBy(desc(createdAt))
    .limit(1);
  const customer = newest?.customerId ?? (await findCustomer(db, userId));
  if (!customer) return undefined;
  const { stripe } = payments;
  const configuration = await findPortal(stripe);
  const session = { customer, return_url: returnUrl, ...(configuration && { configuration }) };
  return (await stripe.billingPortal.sessions.create(session)).url;
}
