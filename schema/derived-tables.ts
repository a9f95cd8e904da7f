import { integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

// What the hand-written migration makes. drizzle-kit must not: it knows neither full-text tables nor views that are procedures.

/** All texts of active sites. */
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

export const siteAlternativeSearch = sqliteTable("site_alternative_search", {
  id: integer("rowid").notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
});

/** As `siteSearch`, of sites alone that are or were featured. */
export const featuredSearch = sqliteTable("featured_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  alternatives: text().notNull(),
  category: text().notNull(),
  description: text().notNull(),
});

/** Names and links of products, by any three letters. */
export const targetSearch = sqliteTable("target_search", {
  id: integer("rowid").notNull(),
  name: text().notNull(),
  link: text().notNull(),
});

/** Words of listings, by which searches are corrected. */
export const knownWords = sqliteTable("known_words", { word: text().notNull() });

/** The same words under what is left of them without one letter. */
export const spellings = sqliteTable("spellings", { deletion: text().notNull(), word: text().notNull() });

/** Every name under which a product is listed. */
export const namedTargets = sqliteView("named_targets", {
  nameKey: text("name_key").notNull(),
  targetId: integer("target_id").notNull(),
}).existing();

/** Sites whose index waits for the end of a batch; the id 0 makes it wait. */
export const reindexLater = sqliteTable("reindex_later", { siteId: integer("site_id").primaryKey() });

/** A procedure: to insert an id brings that site's search index up to date. */
export const reindexSite = sqliteView("reindex_site", { id: integer().notNull() }).existing();
