import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * How fast pages were, counted by day. A report adds to four rows: to its page kind and country, and to the sums of all
 * kinds, of all countries and of both. So staff read few rows. Nothing says who opened a page.
 */
export const vitalsDays = sqliteTable(
  "vitals_days",
  {
    /** In UTC: `2026-11-21`. */
    day: text().notNull(),
    /** `PageKind`, or empty for all kinds. */
    kind: text().notNull(),
    /** ISO 3166-1 alpha-2, `XX` if it is unknown, or empty for all countries. */
    country: text().notNull(),
    /** JSON object: how many values each bucket has, such as `{"LCP4": 12}` for the bucket 4 of LCP in schema/vitals.ts. */
    counts: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.country] })],
);
