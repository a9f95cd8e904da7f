import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { inSequence, PER_RUN } from "./in-sequence.ts";
import { stopRenewal } from "./pay/change.ts";
import { isRunning } from "./queries.ts";
import type { SyncParts } from "./sync/parts.ts";
import { endSubscription } from "./sync/sync.ts";

/**
 * Ends the places of listings that staff have hidden, with a refund of the unused days, and stops the renewals of suspended
 * owners, who cannot cancel. Failures are logged, and the next run tries again. `siteId`: only of that site.
 */
export const stopForbidden = async (parts: SyncParts, siteId?: number) =>
  inSequence(await listForbidden(parts.db, siteId), ({ id, isHidden }) =>
    isHidden ? endSubscription(parts, id, "unused") : stopRenewal(parts, id),
  );

export const listForbidden = (db: Db, siteId?: number) =>
  db
    .select({ id: subscriptions.id, isHidden: sql`${sites.review} = 'pending'`.mapWith(Boolean) })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(sites, eq(sites.id, subscriptions.siteId))
    .where(
      and(
        isRunning,
        siteId === undefined ? undefined : eq(sites.id, siteId),
        or(
          eq(sites.review, "pending"),
          and(isNotNull(users.suspendedAt), or(subscriptions.renews, isNotNull(subscriptions.unpaidCents))),
        ),
      ),
    )
    .limit(PER_RUN);
