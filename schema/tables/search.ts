import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * What staff add to the thesaurus of the search. KV has a copy, which searches read (worker/features/search/synonyms.ts).
 */
export const synonyms = sqliteTable("synonyms", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** What people type. */
  term: text().notNull(),
  /** Its words, folded and with one space between them. */
  words: text().notNull().unique(),
  /** What is searched for as well: terms with commas between them. */
  means: text().notNull(),
  /** A search for one of `means` then also finds `term`. */
  isMutual: integer("is_mutual", { mode: "boolean" }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What visitors search for, counted by week. Nothing says who searched. */
export const searches = sqliteTable(
  "searches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The Monday of the week in UTC: `2026-11-23`. */
    week: text().notNull(),
    /** Folded and with one space between them: equal for different spellings of one search. */
    words: text().notNull(),
    /** As it was typed first. */
    q: text().notNull(),
    asked: integer().notNull(),
    /** How often no site had all that was asked. */
    empty: integer().notNull(),
    /** How often a result was opened. */
    opened: integer().notNull(),
  },
  (table) => [
    uniqueIndex("searches_once").on(table.week, table.words),
    index("searches_by_use").on(table.week, table.asked),
    index("searches_by_words").on(table.words),
  ],
);
