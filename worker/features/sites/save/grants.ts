import { and, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { LISTING_CURRENCY } from "#schema/payments/pricing.ts";
import { payments } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { jsonList } from "../../../db/json-list.ts";
import { runQuery } from "../../../db/raw.ts";

// Time that staff grant is in the books like paid time: as a row of the ledger whose amount is 0.

/**
 * Statement for the batch that changes `granted_until` of a site, before the change. `until` and `now` are Unix ms. It
 * writes the granted time from now on, or the time that is taken back (detail `withdrawn`). It writes nothing if no time
 * from now on is given or taken.
 */
export function recordGrant(db: Db, { siteId, until, now }: { siteId: number; until: number | null; now: number }) {
  const { grantedUntil } = sites;
  const isGift = until !== null && until > now;
  return runQuery(
    db,
    insertGrants(
      {
        periodStart: now,
        periodEnd: isGift ? until : grantedUntil,
        detail: isGift ? "" : "withdrawn",
        happenedAt: now,
      },
      and(
        sql`${sites.id} = ${siteId}`,
        isGift ? or(isNull(grantedUntil), ne(grantedUntil, until)) : gt(grantedUntil, now),
      )!,
    ),
  );
}

/** Statement for the batch that inserts sites, after the sites. It writes their granted time. */
export const recordNewGrants = (db: Db, slugs: string[]) =>
  runQuery(
    db,
    insertGrants(
      { periodStart: sites.createdAt, periodEnd: sites.grantedUntil, detail: "", happenedAt: sites.createdAt },
      and(inArray(sites.slug, jsonList(slugs)), gt(sites.grantedUntil, sites.createdAt))!,
    ),
  );

type Period = Pick<
  Parameters<typeof insertFrom<typeof payments>>[1],
  "periodStart" | "periodEnd" | "detail" | "happenedAt"
>;

const insertGrants = (period: Period, where: SQL) =>
  insertFrom(
    payments,
    {
      // The ledger's other rows have an id of Stripe here.
      stripeId: sql`'grant:' || ${sites.id} || ':' || lower(hex(randomblob(8)))`,
      kind: sql`'grant'`,
      invoiceId: sql`''`,
      reading: 0,
      userId: sites.ownerId,
      siteId: sites.id,
      siteName: sites.name,
      amountCents: 0,
      currency: LISTING_CURRENCY,
      ...period,
    },
    sql`FROM ${sites} WHERE ${where}`,
  );
