import { sql } from "drizzle-orm";
import type { CategoryCount } from "#schema/pages.ts";
import type { Category } from "#schema/sites.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";

type CounterRow = { name: string; value: number };

/** Categories that hold sites, with how many. */
export const categoryCountsStatement = (db: Db) =>
  all<CounterRow>(db, sql`SELECT name, value FROM counters WHERE name >= 'sites.' AND name < 'sites/' AND value > 0`);

export const toCategoryCounts = (rows: CounterRow[]): CategoryCount[] =>
  rows.map(({ name, value }) => ({ category: name.slice("sites.".length) as Category, count: value }));
