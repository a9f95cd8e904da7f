import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Difference, ReportReason } from "../sites/reports.ts";
import { products, sites } from "./sites.ts";

/**
 * What people report about listings and products, and the changes that they suggest. It stays when the listing is deleted,
 * so that the person gets an answer. The answer deletes their email address and name.
 */
export const reports = sqliteTable(
  "reports",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    productId: integer("product_id").references(() => products.id, { onDelete: "set null" }),
    /** The name of the site or product, and the address of its page. */
    about: text().notNull(),
    page: text().notNull(),
    reason: text().$type<ReportReason | "suggestion">().notNull(),
    text: text().notNull().default(""),
    /** Only of a suggestion, like `source`. */
    changes: text({ mode: "json" }).$type<Difference>(),
    source: text().notNull().default(""),
    email: text().notNull().default(""),
    name: text().notNull().default(""),
    /** Keyed hash of who says what: the same person cannot say the same twice while it waits. */
    key: text().notNull(),
    state: text({ enum: ["waiting", "accepted", "declined"] })
      .notNull()
      .default("waiting"),
    /** Unix ms until which the proven owner can answer. Null: staff decide. */
    ownerUntil: integer("owner_until"),
    answer: text().notNull().default(""),
    decidedBy: text("decided_by", { enum: ["owner", "staff"] }),
    decidedAt: integer("decided_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => {
    const waiting = sql`${table.state} = 'waiting'`;
    return [
      uniqueIndex("reports_once").on(table.key).where(waiting),
      index("reports_by_site").on(table.siteId),
      index("reports_by_product").on(table.productId),
      index("reports_by_email").on(table.email),
      index("reports_of_staff")
        .on(table.id)
        .where(sql`${waiting} AND ${table.ownerUntil} IS NULL`),
      index("reports_of_owners")
        .on(table.ownerUntil)
        .where(sql`${waiting} AND ${table.ownerUntil} IS NOT NULL`),
    ];
  },
);
