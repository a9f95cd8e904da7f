import { sql } from "drizzle-orm";
import { type DayOfSite, figures, SITES_OF_A_ROW } from "#schema/tables/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";
import { jsonRows } from "#worker/db/json-rows.ts";
import { runQuery } from "#worker/db/raw.ts";
import { NOW } from "./app.ts";
import { db } from "./figures.ts";

type Day = Omit<DayOfSite, "robots">;

/** Saves the numbers of days as if they had been added up. `day`: 0 is that of NOW. No other site is in its row. */
export async function insertFigures(
  siteId: number,
  [from, to]: [from: number, to: number],
  ofDay: (day: number) => Day,
) {
  const part = Math.floor(siteId / SITES_OF_A_ROW);
  const rows = Array.from({ length: to - from + 1 }, (_, at) => ({
    part,
    day: isoDay(NOW + (from + at) * DAY_MS),
    sites: { [siteId]: { ...ofDay(from + at), robots: 3 } },
  }));
  await runQuery(db, sql`INSERT INTO ${figures} (part, day, sites) ${jsonRows(figures, rows)}`);
}
