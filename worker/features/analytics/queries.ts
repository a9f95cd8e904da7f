import { sql } from "drizzle-orm";
import { type Analytics, ANALYTICS_DAYS } from "#schema/admin.ts";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";

const DAY_MS = 86_400_000;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Read from counters; only featured sites are counted, along their index. */
const totals = (now: number) => sql`
  SELECT users, featured_sites, sites - featured_sites AS basic_sites FROM (SELECT
    (SELECT value FROM counters WHERE name = 'rows.users') AS users,
    (SELECT value FROM counters WHERE name = 'rows.sites') AS sites,
    (SELECT count(*) FROM sites INDEXED BY sites_featured WHERE featured_until > ${now}) AS featured_sites
  )`;

type Totals = { users: number; featured_sites: number; basic_sites: number };

export async function findTotals(db: Db, now: number): Promise<Totals> {
  const [today] = await all<Totals>(db, totals(now));
  return today!;
}

export async function findAnalytics(db: Db, now: number): Promise<Analytics> {
  const [[today], days] = await db.batch([
    all<Totals>(db, totals(now)),
    all<Totals & { day: string }>(
      db,
      sql`SELECT day, users, featured_sites, basic_sites FROM daily_totals
        WHERE day > ${dayOf(now - ANALYTICS_DAYS * DAY_MS)} AND day < ${dayOf(now)} ORDER BY day`,
    ),
  ]);
  const { users, featured_sites, basic_sites } = today!;
  return {
    total_users: users,
    featured_sites,
    basic_sites,
    total_sites: featured_sites + basic_sites,
    days: [...days, { day: dayOf(now), ...today! }],
  };
}

/** For cron: what the day that ends now, or is under way, comes to. The last run of a day is the one that stays. */
export const recordTotals = (db: Db, now: number) =>
  run(
    db,
    sql`INSERT INTO daily_totals (day, users, featured_sites, basic_sites) SELECT ${dayOf(now)}, * FROM (${totals(now)}) WHERE true
      ON CONFLICT (day) DO UPDATE SET users = excluded.users, featured_sites = excluded.featured_sites, basic_sites = excluded.basic_sites`,
  );
