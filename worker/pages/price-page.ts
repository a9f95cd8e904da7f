import { sql } from "drizzle-orm";
import type { PricePage, Quartiles } from "#schema/pages/pages.ts";
import { MONTH_DAYS } from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../db/connection.ts";
import { queryRows } from "../db/raw.ts";
import { firstOpenDay, whole } from "../features/figures/counted.ts";
import { addedUpSelect, type Days } from "../features/figures/queries.ts";
import { selectFeaturedIds } from "../features/sites/read/featured-places.ts";
import { shows } from "../http/edge-scope.ts";

/** Of the last 30 days: a listing whose renewal was late still counts. */
const FEWEST_FEATURED_DAYS = 28;
/** With fewer listings, the page would say what single ones got. */
const FEWEST_LISTINGS = 5;
/** Each costs 30 rows. */
const MOST_LISTINGS = 300;

export async function findPricePage(db: Db, now: number): Promise<PricePage> {
  shows("list");
  const rows = await broughtStatement(db, now);
  if (rows.length < FEWEST_LISTINGS) return { brought: null };
  const [visits, shown] = [quartilesOf(rows.map((row) => row.visits)), quartilesOf(rows.map((row) => row.shown))];
  return { brought: { listings: rows.length, visits, shown } };
}

/** What each listing got in the last 30 days that were added up, if it was featured. `shown`: in featured places. */
function broughtStatement(db: Db, now: number) {
  const end = Date.parse(firstOpenDay(now));
  const days: Days = { from: isoDay(end - MONTH_DAYS * DAY_MS), to: isoDay(end - DAY_MS) };
  // Who is not featured on the 28th day is not featured on 28 days.
  const since = end - (MONTH_DAYS - FEWEST_FEATURED_DAYS + 1) * DAY_MS;
  const sumOf = (mark: number, places = sql`true`) =>
    sql`(SELECT coalesce(sum(value ->> ${whole(mark)}), 0) FROM json_each(places) WHERE ${places})`;
  return queryRows(
    db,
    { visits: sql`visits`.mapWith(Number), shown: sql`shown`.mapWith(Number) },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT sum(${sumOf(2)}) AS visits, sum(${sumOf(0, sql`key IN ('featured', 'article')`)}) AS shown
      FROM (${addedUpSelect(sql`${selectFeaturedIds(since)} LIMIT ${MOST_LISTINGS}`, days)})
      WHERE featured = 1 GROUP BY site_id HAVING count(*) >= ${FEWEST_FEATURED_DAYS}
    )`,
  );
}

/** Between two numbers it takes the share of both, as spreadsheets do. There must be a number. */
export function quartilesOf(numbers: readonly number[]): Quartiles {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = (sorted.length - 1) * share;
    const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return Math.round(low + (high - low) * (place % 1));
  };
  return [at(0.25), at(0.5), at(0.75)];
}
