import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sites } from "./sites.ts";

// Triggers in migrations/0011_facts.sql write both tables.

/** Changes of facts, one row for each site, fact and day. Several changes on a day are one. */
export const factChanges = sqliteTable(
  "fact_changes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    fact: text().notNull(),
    /** JSON values. Null: not stated. */
    before: text(),
    after: text(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
  },
  (table) => [uniqueIndex("fact_changes_once_a_day").on(table.siteId, table.day, table.fact)],
);

/** How many active sites of a list have a value of a filter. */
export const facetCounts = sqliteTable(
  "facet_counts",
  {
    /** "" for all sites, the name of a category, or `r` and the id of a product for the sites that replace it. */
    scope: text().notNull(),
    /** The query parameter. */
    filter: text().notNull(),
    value: text().notNull(),
    siteCount: integer("site_count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.filter, table.value] }),
    index("facet_counts_by_count").on(table.scope, table.filter, table.siteCount),
  ],
);
