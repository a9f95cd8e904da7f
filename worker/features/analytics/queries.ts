import { and, asc, gt, lt, sql } from "drizzle-orm";
import { type Analytics, ANALYTICS_DAYS } from "#schema/admin.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { dailyTotals } from "#schema/tables/admin.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";

const counter = (name: string) =>
  sql`(SELECT ${counters.value} FROM ${counters} WHERE ${counters.name} = ${name})`.mapWith(Number);

/** Reads the totals from counters. Featured sites are counted, because their number changes with the time. */
const countsStatement = (db: Db, now: number) =>
  queryRows(
    db,
    {
      users: counter("rows.users"),
      sites: counter("rows.sites"),
      featured: sql`(SELECT count(*) FROM ${sites} INDEXED BY sites_featured
        WHERE ${sites.featuredUntil} > ${now})`.mapWith(Number),
    },
    (columns) => sql`SELECT ${columns}`,
  );

type Totals = { users: number; featured_sites: number; basic_sites: number };

const toTotals = ([counts]: Awaited<ReturnType<typeof countsStatement>>): Totals => {
  const { users, sites: all, featured } = counts!;
  return { users, featured_sites: featured, basic_sites: all - featured };
};

export const findTotals = async (db: Db, now: number): Promise<Totals> => toTotals(await countsStatement(db, now));

export async function findAnalytics(db: Db, now: number): Promise<Analytics> {
  const { day, users, featuredSites, basicSites } = dailyTotals;
  const [counts, days] = await db.batch([
    countsStatement(db, now),
    db
      .select({ day, users, featured_sites: featuredSites, basic_sites: basicSites })
      .from(dailyTotals)
      .where(and(gt(day, isoDay(now - ANALYTICS_DAYS * DAY_MS)), lt(day, isoDay(now))))
      .orderBy(asc(day)),
  ]);
  const today = toTotals(counts);
  return {
    total_users: today.users,
    featured_sites: today.featured_sites,
    basic_sites: today.basic_sites,
    total_sites: today.featured_sites + today.basic_sites,
    days: [...days, { day: isoDay(now), ...today }],
  };
}

/** For cron: stores the totals of the current day (UTC), or replaces them. */
export async function recordTotals(db: Db, now: number): Promise<void> {
  const { users, featured_sites: featuredSites, basic_sites: basicSites } = await findTotals(db, now);
  const totals = { users, featuredSites, basicSites };
  await db
    .insert(dailyTotals)
    .values({ day: isoDay(now), ...totals })
    .onConflictDoUpdate({ target: dailyTotals.day, set: totals });
}
