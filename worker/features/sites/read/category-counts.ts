import { and, gt, gte, lt } from "drizzle-orm";
import type { CategoryCount } from "#schema/pages/pages.ts";
import { CATEGORIES, type Category } from "#schema/sites/sites.ts";
import { counters } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";

/** Selects the categories that have active sites, with their number. */
export const categoryCountsStatement = (db: Db) =>
  db
    .select()
    .from(counters)
    // "/" follows "." in ASCII, so this is every name that begins with "sites.".
    .where(and(gte(counters.name, "sites."), lt(counters.name, "sites/"), gt(counters.value, 0)));

type CounterRow = typeof counters.$inferSelect;

export const toCategoryCounts = (rows: CounterRow[]): CategoryCount[] =>
  rows.map(({ name, value }) => ({ category: name.slice("sites.".length) as Category, count: value }));

/** Also those without sites. */
export const allCategories = (rows: CounterRow[]): CategoryCount[] =>
  CATEGORIES.map((category) => ({ category, count: countOf(rows, category) }));

export const countOf = (rows: CounterRow[], category: Category): number =>
  toCategoryCounts(rows).find((counted) => counted.category === category)?.count ?? 0;
