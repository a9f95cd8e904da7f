import { eq, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { COUNTRY_NAMES } from "#schema/countries.ts";
import { PAGE_KINDS } from "#schema/page-kinds.ts";
import { vitalsDays } from "#schema/tables/vitals.ts";
import { type Speed, SPEED_DAYS, type SpeedRow, UNKNOWN_COUNTRY, type Vital, VITALS } from "#schema/vitals.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { queryRows } from "../../db/raw.ts";
import { toFigure } from "./histogram.ts";
import { ALL, dayOf } from "./queries.ts";

const DAY_MS = 86_400_000;

const isOf = (values: readonly string[], value: string) => values.includes(value);

/**
 * What staff see. `of`: a page kind, a country, or something else for all. It reads at most 28 rows for each page kind and
 * 56 for each country.
 */
export async function findSpeed(db: Db, of: string, now: number): Promise<Speed> {
  const kind = isOf(PAGE_KINDS, of) ? of : ALL;
  const country = Object.hasOwn(COUNTRY_NAMES, of) || of === UNKNOWN_COUNTRY ? of : ALL;
  const days = Array.from({ length: SPEED_DAYS }, (_, ago) => dayOf(now - ago * DAY_MS));
  const inDays = sql`${vitalsDays.day} IN ${jsonList(days)}`;
  const isKind = eq(vitalsDays.kind, kind);
  const isCountry = eq(vitalsDays.country, country);
  const [rows, byDay, countries] = await db.batch([
    kind === ALL
      ? sumBuckets(
          db,
          vitalsDays.kind,
          sql`${inDays} AND ${vitalsDays.kind} IN ${jsonList(PAGE_KINDS)} AND ${isCountry}`,
        )
      : sumBuckets(db, vitalsDays.country, sql`${inDays} AND ${isKind} AND ${ne(vitalsDays.country, ALL)}`),
    sumBuckets(db, vitalsDays.day, sql`${inDays} AND ${isKind} AND ${isCountry}`),
    db
      .selectDistinct({ country: vitalsDays.country })
      .from(vitalsDays)
      .where(sql`${inDays} AND ${eq(vitalsDays.kind, ALL)} AND ${ne(vitalsDays.country, ALL)}`),
  ]);
  return {
    rows: toRows(rows).toSorted((a, b) => mostCounted(b) - mostCounted(a)),
    days: toRows(byDay).toSorted((a, b) => (a.name < b.name ? 1 : -1)),
    countries: countries.map((row) => row.country),
  };
}

/** Statement: how many values each bucket has, by the values of a column. */
const sumBuckets = (db: Db, by: SQLiteColumn, where: SQL) =>
  queryRows(
    db,
    {
      name: sql`${by}`.mapWith(String),
      bucket: sql`counted.key`.mapWith(String),
      count: sql`sum(counted.value)`.mapWith(Number),
    },
    (columns) =>
      sql`SELECT ${columns} FROM ${vitalsDays}, json_each(${vitalsDays.counts}) counted WHERE ${where} GROUP BY 1, 2`,
  );

type BucketSums = Awaited<ReturnType<typeof sumBuckets>>;

function toRows(sums: BucketSums): SpeedRow[] {
  return [...Map.groupBy(sums, ({ name }) => name)].map(([name, own]) => ({
    name,
    vitals: Object.fromEntries(
      VITALS.map((vital) => [vital, toFigure(vital, countsOf(vital, own))]),
    ) as SpeedRow["vitals"],
  }));
}

const countsOf = (vital: Vital, sums: BucketSums) =>
  new Map(
    sums
      .filter(({ bucket }) => bucket.startsWith(vital))
      .map(({ bucket, count }) => [Number(bucket.slice(vital.length)), count]),
  );

const mostCounted = ({ vitals }: SpeedRow) => Math.max(...VITALS.map((vital) => vitals[vital].count));
