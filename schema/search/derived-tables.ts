import { integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

// Tables and views of migrations/0001_derived.sql, 0011_facts.sql, 0017_products.sql and 0019_search_letters.sql. These are written by hand,
// because drizzle-kit cannot generate full-text tables and triggers. So this file is not in schema/tables/, which drizzle-kit reads.

/** Full-text index of active sites: stems of words. `id` is the id of the site. */
export const siteStemSearch = sqliteTable("site_stem_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
  /** `filterWord` of each value, see worker/features/sites/list/filters.ts. */
  filters: text().notNull(),
});

/** Full-text index of active sites: whole words, for their beginnings and for spelling. `id` is the id of the site. */
export const siteSearch = sqliteTable("site_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
});

export const siteNameSearch = sqliteTable("site_name_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  category: text().notNull(),
});

/** Only sites that are or were featured. */
export const featuredSearch = sqliteTable("featured_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
});

/** Trigram index of products. `id` is the id of the product. */
export const productSearch = sqliteTable("product_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  link: text().notNull(),
});

export const knownWords = sqliteTable("known_words", { word: text().notNull() });

/** To correct misspelt searches: each known word, and what is left of it without one letter. */
export const spellings = sqliteTable("spellings", { deletion: text().notNull(), word: text().notNull() });

/** View: the current names of products, and their aliases. */
export const namedProducts = sqliteView("named_products", {
  nameKey: text("name_key").notNull(),
  productId: integer("product_id").notNull(),
}).existing();

/** Sites to reindex at the end of a batch. While it has a row with id 0, reindexing is deferred. */
export const reindexLater = sqliteTable("reindex_later", { siteId: integer("site_id").primaryKey() });

/** View that is used as a procedure: inserting a site's id updates its search indexes. */
export const reindexSite = sqliteView("reindex_site", { id: integer().notNull() }).existing();
