import { integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

// Drizzle definitions of the tables and views in migrations/0001_derived.sql. That migration is written by hand,
// because drizzle-kit cannot generate full-text tables and triggers. So this file is not in schema/tables/, which
// drizzle-kit reads.

/** Full-text index of active sites, over all their texts. `id` is the site's id. */
export const siteSearch = sqliteTable("site_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
});

/** Full-text index of the names of active sites. */
export const siteNameSearch = sqliteTable("site_name_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  category: text().notNull(),
});

/** Full-text index of the products that active sites are alternatives to. */
export const siteAlternativeSearch = sqliteTable("site_alternative_search", {
  id: integer("rowid").notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
});

/** Full-text index like `siteSearch`, but only of sites that are or were featured. */
export const featuredSearch = sqliteTable("featured_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
});

/** Trigram index of the names and links of products. `id` is the product's id. */
export const targetSearch = sqliteTable("target_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  link: text().notNull(),
});

/** Words in the texts of listings. The search corrects misspelt words to these. */
export const knownWords = sqliteTable("known_words", { word: text().notNull() });

/** Index for the correction: each known word, and what is left of it if one letter is removed. */
export const spellings = sqliteTable("spellings", { deletion: text().notNull(), word: text().notNull() });

/** View: all names of products, that is, their current names and their aliases. */
export const namedTargets = sqliteView("named_targets", {
  nameKey: text("name_key").notNull(),
  targetId: integer("target_id").notNull(),
}).existing();

/** Sites to reindex at the end of the batch. While a row with id 0 exists, reindexing is deferred. */
export const reindexLater = sqliteTable("reindex_later", { siteId: integer("site_id").primaryKey() });

/** View with a trigger, used as a procedure: inserting a site's id updates its search indexes. */
export const reindexSite = sqliteView("reindex_site", { id: integer().notNull() }).existing();
