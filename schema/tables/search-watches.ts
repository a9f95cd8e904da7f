import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Category } from "../sites/sites.ts";

/**
 * Searches that found nothing, with the email addresses of people who want one mail when a site for them is listed. A row
 * is deleted with the batch that queues this mail, when the person ends it, and when it has expired. Deleting an account
 * deletes those of its email address.
 */
export const searchWatches = sqliteTable(
  "search_watches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Lower case. It may have no account. */
    email: text().notNull(),
    /** The search as it was typed. */
    q: text().notNull(),
    /** Its words, folded and with one space between them: equal for different spellings of one search. */
    words: text().notNull(),
    /** Empty for a search in all categories. */
    category: text().$type<Category | "">().notNull().default(""),
    /** SHA-256 of the token that ends all watches of the email address. */
    stopHash: text("stop_hash").notNull(),
    /** The counter `published` at the last check: the sites until then do not match. */
    seen: integer().notNull(),
    /** When the link to confirm was mailed last. 0 if no mail was accepted. */
    mailedAt: integer("mailed_at").notNull(),
    /** Null until the person confirms the email address. */
    confirmedAt: integer("confirmed_at"),
    /** Cron then deletes the row. */
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("search_watches_once").on(table.email, table.words, table.category),
    index("search_watches_by_stop").on(table.stopHash),
    index("search_watches_by_expiry").on(table.expiresAt),
    index("search_watches_to_check")
      .on(table.seen, table.id)
      .where(sql`${table.confirmedAt} IS NOT NULL`),
  ],
);
