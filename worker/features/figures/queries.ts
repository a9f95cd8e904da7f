import { and, between, sql, type SQL } from "drizzle-orm";
import { beacons, type DayOfSite, figures, SITES_OF_A_ROW } from "#schema/tables/figures.ts";
import { likes } from "#schema/tables/sites.ts";
import {
  type DayFigures,
  MARKS,
  MONTH_DAYS,
  type MonthFigures,
  type SiteFigures,
  sumOf,
  totalOf,
} from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { countedSelect, firstOpenDay, whole } from "./counted.ts";

/** Days in UTC, both included. */
export type Days = { from: string; to: string };

/** The last `count` days, with today. */
export const lastDays = (count: number, now: number): Days => ({
  from: isoDay(now - (count - 1) * DAY_MS),
  to: isoDay(now),
});

/** Selects `site_id`, `day`, `places`, `robots` and `featured` of the sites whose ids `ids` selects: of days that were added up. */
export const addedUpSelect = (ids: SQL, { from, to }: Days) => sql`
  SELECT site_id, day, day_of_site ->> 'places' AS places, day_of_site ->> 'robots' AS robots, day_of_site ->> 'featured' AS featured
  FROM (
    SELECT own.id AS site_id, day, ${figures.sites} -> ('$."' || own.id || '"') AS day_of_site
    FROM (${ids}) AS own JOIN ${figures} ON part = own.id / ${whole(SITES_OF_A_ROW)} AND day BETWEEN ${from} AND ${to}
  ) WHERE day_of_site IS NOT NULL`;

/** The same, also of the other days. */
const daysSelect = (ids: SQL, { from, to }: Days) => sql`
  ${addedUpSelect(ids, { from, to })}
  UNION ALL
  SELECT site_id, day, places, robots, NULL
  FROM (${countedSelect(between(beacons.day, from, to), sql`site_id IN (${ids})`, and(between(beacons.day, from, to), hasMarksOf(ids)))}) AS open
  WHERE NOT EXISTS (SELECT 1 FROM ${figures} WHERE part = site_id / ${whole(SITES_OF_A_ROW)} AND ${figures.day} = open.day)`;

const hasMarksOf = (ids: SQL) =>
  sql`EXISTS (SELECT 1 FROM (${ids}) AS own WHERE instr(${beacons.marks}, '[' || own.id || ','))`;

const json = <T>(value: string) => JSON.parse(value) as T;

export const figuresStatements = (db: Db, siteId: number, days: Days) =>
  [
    queryRows(
      db,
      {
        day: sql<string>`day`,
        places: sql`places`.mapWith((value: string) => json<DayOfSite["places"]>(value)),
        robots: sql`robots`.mapWith(Number),
        featured: sql<0 | 1 | null>`featured`,
      },
      (columns) => sql`SELECT ${columns} FROM (${daysSelect(sql`SELECT ${whole(siteId)} AS id`, days)})`,
    ),
    queryRows(
      db,
      { day: sql<string>`day`, likes: sql`likes`.mapWith(Number) },
      (columns) => sql`SELECT ${columns} FROM (
        SELECT date(${likes.createdAt} / 1000, 'unixepoch') AS day, count(*) AS likes FROM ${likes}
        WHERE ${likes.siteId} = ${siteId} GROUP BY 1
      ) WHERE day BETWEEN ${days.from} AND ${days.to}`,
    ),
  ] as const;

type Statements = ReturnType<typeof figuresStatements>;
type Read = readonly [Awaited<Statements[0]>, Awaited<Statements[1]>];

/** `featuredUntil`: of the site, for days that are not added up yet. */
export function toFigures(
  [rows, liked]: Read,
  { from, to }: Days,
  { featuredUntil, now }: { featuredUntil: number | null; now: number },
): SiteFigures {
  const days: DayFigures[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const date = isoDay(time);
    const row = rows.find(({ day }) => day === date);
    const [seen, opened, visited] = MARKS.map((_, at) =>
      Object.fromEntries(
        Object.entries(row?.places ?? {}).flatMap(([place, counts]) => (counts[at] ? [[place, counts[at]]] : [])),
      ),
    ) as [DayFigures["seen"], DayFigures["seen"], DayFigures["seen"]];
    const isOpen = date >= firstOpenDay(now) || row?.featured === null;
    days.push({
      date,
      seen,
      opened,
      visited,
      views: sumOf(opened),
      visits: sumOf(visited),
      likes: liked.find(({ day }) => day === date)?.likes ?? 0,
      featured: isOpen ? (featuredUntil ?? 0) > time : row?.featured === 1,
      bots: row?.robots ?? 0,
    });
  }
  return { days, totals: totalOf(days), bots: rows.reduce((sum, { robots }) => sum + robots, 0) };
}

/** Selects the numbers of the last 30 days that were added up, of each site that has any. Others cost too many rows here. */
export const monthsStatement = (db: Db, ids: SQL, now: number) => {
  const days = lastDays(MONTH_DAYS, Date.parse(firstOpenDay(now)) - DAY_MS);
  const sum = (at: number) => sql`sum(value ->> ${whole(at)})`.mapWith(Number);
  return queryRows(
    db,
    { siteId: sql<number>`site_id`, shown: sum(0), opened: sum(1), visited: sum(2) },
    (columns) => sql`SELECT ${columns} FROM (${addedUpSelect(ids, days)}), json_each(places) GROUP BY site_id`,
  );
};

export const monthOf = (months: Awaited<ReturnType<typeof monthsStatement>>, id: number): MonthFigures => {
  const { shown, opened, visited } = months.find(({ siteId }) => siteId === id) ?? { shown: 0, opened: 0, visited: 0 };
  return { shown, opened, visited };
};
