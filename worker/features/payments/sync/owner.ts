import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";

/** Stands before the listing's name, on invoices and in Stripe's dashboard. */
export const DESCRIPTION = "Featured listing: ";

/** `siteId` is null if the site is deleted, `userId` if the user is. */
export type Owner = { siteId: number | null; siteName: string; userId: number | null };
type Found = Owner & { isStored: boolean };

/** Returns the site and the user of a subscription of ours: from its row, or else from what `subscribe` wrote at Stripe. */
export async function findOwner(db: Db, { id, metadata, description }: Stripe.Subscription): Promise<Found> {
  const [siteId, userId] = [Number(metadata["site_id"]), Number(metadata["user_id"])];
  const { siteName } = subscriptions;
  const [[known], [site], [user]] = await db.batch([
    db
      .select({ siteId: subscriptions.siteId, siteName, userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.id, id)),
    db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      // After a restored backup the id may belong to another owner's site.
      .where(and(eq(sites.id, siteId), eq(sites.ownerId, userId))),
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)),
  ]);
  if (known) {
    const name = known.siteId !== null && known.siteId === site?.id ? site.name : known.siteName;
    return { ...known, siteName: name, isStored: true };
  }
  const name = site?.name ?? (description ?? "").replace(DESCRIPTION, "");
  return { siteId: site?.id ?? null, siteName: name, userId: user?.id ?? null, isStored: false };
}
