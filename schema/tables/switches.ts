import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MoveStep, SwitchFields } from "../sites/switches.ts";
import { users } from "./accounts.ts";
import { products, sites } from "./sites.ts";

/**
 * What people say who moved from a product to a site. It stays if the owner no longer names the product, so that nobody can
 * remove it that way.
 */
export const switches = sqliteTable(
  "switches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** What the person says, as a JSON object. */
    fields: text({ mode: "json" }).$type<SwitchFields>().notNull(),
    /** `held`: staff look at it before it is shown. A refused one that is changed is held again. */
    state: text({ enum: ["shown", "held", "refused"] }).notNull(),
    /** Why staff look at it, or have refused it. */
    heldBecause: text("held_because"),
    /** By the owner of the site, once. */
    answer: text(),
    answeredAt: integer("answered_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("switches_once").on(table.userId, table.productId, table.siteId),
    index("switches_of_pair")
      .on(table.productId, table.siteId, table.id)
      .where(sql`${table.state} = 'shown'`),
    index("switches_of_product").on(table.productId, table.id),
    index("switches_of_site").on(table.siteId, table.id),
    index("switches_held")
      .on(table.id)
      .where(sql`${table.state} = 'held'`),
  ],
);

/** Moves that people plan, with their checklists. */
export const moves = sqliteTable(
  "moves",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The chosen listing. */
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    done: text({ mode: "json" }).$type<MoveStep[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Unix ms when we ask how it went. Null: we have asked. */
    askAt: integer("ask_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index("moves_by_product").on(table.productId),
    index("moves_by_site").on(table.siteId),
    index("moves_to_ask")
      .on(table.askAt)
      .where(sql`${table.askAt} IS NOT NULL`),
  ],
);
