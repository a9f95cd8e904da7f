import { and, eq, exists, gt, lt, max, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { directory, payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { SubscriptionFacts } from "../../ports.ts";
import { saveCustomer } from "./queries.ts";

/** `siteId` is null if the site is deleted, `userId` if the user is. */
export type Owner = { siteId: number | null; siteName: string; userId: number | null };

/** A subscription of the same site, as it is stored. Times are Unix ms. */
export type Stored = { id: string; createdAt: number; paidUntil: number | null; isUnsettled: boolean };
type Found = {
  owner: Owner;
  /** All subscriptions of the site, this one as well. */
  stored: Stored[];
};

/**
 * Returns the site and the user of a subscription, from its row or else from its metadata at Stripe. Returns undefined
 * if it is not this directory's: others may sell through the same Stripe account. Old subscriptions have no directory
 * in their metadata and are recognized by their customer.
 */
export async function findOwner(
  db: Db,
  facts: SubscriptionFacts,
  { adoptsCustomer }: { adoptsCustomer?: boolean },
): Promise<Found | undefined> {
  const [[own], [known], [site], [user], stored] = await db.batch([
    db.select().from(directory),
    db
      .select({ siteId: subscriptions.siteId, siteName: subscriptions.siteName, userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.id, facts.id)),
    db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      // After a restored backup the id may belong to another owner's site.
      .where(and(eq(sites.id, facts.siteId ?? 0), eq(sites.ownerId, facts.userId ?? 0))),
    db
      .select({ id: users.id, email: users.email, customerId: users.stripeCustomerId })
      .from(users)
      .where(eq(users.id, facts.userId ?? 0)),
    db
      .select({
        id: subscriptions.id,
        createdAt: subscriptions.createdAt,
        paidUntil: subscriptions.paidUntil,
        isUnsettled: subscriptions.isUnsettled,
      })
      .from(subscriptions)
      .where(eq(subscriptions.siteId, facts.siteId ?? 0)),
  ]);
  if (facts.directory !== undefined && facts.directory !== own?.id) return undefined;
  if (known) return { owner: site?.id === known.siteId ? { ...known, siteName: site.name } : known, stored };
  if (!user || facts.siteId === undefined) return undefined;
  if (user.customerId !== facts.customerId) {
    const isOurs = facts.directory !== undefined && user.email === facts.customerEmail;
    if (!adoptsCustomer || !isOurs || !site) return undefined;
    // The stored id stays if the payment page has created a new customer since the restore.
    await saveCustomer(db, user.id, { newId: facts.customerId, replaces: null });
  }
  return { owner: { siteId: site?.id ?? null, siteName: site?.name ?? "", userId: user.id }, stored };
}

/** How long the grace of a failed renewal counts as used. */
const GRACE_AGAIN_MS = 365 * DAY_MS;
/** A subscription that ended more than this after its paid time was waiting for a payment. */
const WAITED_MS = 12 * HOUR_MS;

/**
 * Returns whether, within the last year, a renewal of another of the site's subscriptions failed and was never paid. A
 * renewal that its owner never confirmed has no failed charge. The late end of its subscription shows it (`WAITED_MS`).
 */
export async function isGraceUsed(db: Db, { siteId }: Owner, id: string, now: number): Promise<boolean> {
  if (siteId === null) return false;
  const [failure, ended, paid] = [alias(payments, "failure"), alias(payments, "ended"), alias(payments, "paid")];
  const paidBy = (one: typeof failure | typeof ended) =>
    and(eq(paid.siteId, siteId), eq(paid.kind, "payment"), eq(paid.subscriptionId, one.subscriptionId));
  const paidPeriod = (condition: SQL) =>
    db
      .select({ id: paid.id })
      .from(paid)
      .where(and(paidBy(failure), condition));
  const lastPaid = db
    .select({ end: max(paid.periodEnd) })
    .from(paid)
    .where(paidBy(ended));
  const paidTime = db
    .select({ until: subscriptions.paidUntil })
    .from(subscriptions)
    .where(eq(subscriptions.id, ended.subscriptionId));
  const ofOthers = (one: typeof failure | typeof ended) =>
    and(eq(one.siteId, siteId), ne(one.subscriptionId, id), gt(one.happenedAt, now - GRACE_AGAIN_MS));
  const [failures, ends] = await db.batch([
    db
      .select({ id: failure.id })
      .from(failure)
      .where(
        and(
          ofOthers(failure),
          eq(failure.kind, "failure"),
          exists(paidPeriod(lt(paid.periodStart, failure.periodStart))),
          notExists(paidPeriod(eq(paid.periodStart, failure.periodStart))),
        ),
      )
      .limit(1),
    db
      .select({ id: ended.id })
      .from(ended)
      .where(
        and(
          ofOthers(ended),
          eq(ended.kind, "cancellation"),
          // A late payment buys days after its period. SQLite's max of a NULL is NULL: nothing was paid.
          gt(ended.happenedAt, sql`${WAITED_MS} + max(coalesce(${paidTime}, 0), ${lastPaid})`),
        ),
      )
      .limit(1),
  ]);
  return failures.length > 0 || ends.length > 0;
}
