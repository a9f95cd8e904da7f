import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** What staff changed. Rows are only ever added. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Who it was, also once the account is gone. */
    userEmail: text("user_email").notNull(),
    action: text({ enum: ["change", "delete", "merge"] }).notNull(),
    /** `{app}.{model}`, such as `sites.site`. */
    model: text().notNull(),
    recordId: text("record_id").notNull(),
    /** JSON object of the fields that were changed, as they were; of all fields where the record was deleted. */
    before: text().notNull(),
    /** JSON object of the same fields as they are now; empty where the record was deleted. */
    after: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_log_by_record").on(table.model, table.recordId, desc(table.id)),
    // The newest of each are at the end, where the list begins.
    index("audit_log_by_model").on(table.model),
    index("audit_log_by_author").on(table.userEmail),
  ],
);

/** How the directory grew: one row a day, written by cron. */
export const dailyTotals = sqliteTable("daily_totals", {
  /** `2026-11-21`, in UTC. */
  day: text().primaryKey(),
  users: integer().notNull(),
  featuredSites: integer("featured_sites").notNull(),
  basicSites: integer("basic_sites").notNull(),
});
