import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** The audit log: changes that staff made. Each row is inserted in the batch of its change, and is never deleted. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Email address of the staff member. It stays when the account is deleted. */
    userEmail: text("user_email").notNull(),
    action: text({ enum: ["change", "delete", "merge"] }).notNull(),
    /** `{app}.{model}`, such as `sites.site`. */
    model: text().notNull(),
    recordId: text("record_id").notNull(),
    /** JSON object: the changed fields before the change, or all fields if the record was deleted. */
    before: text().notNull(),
    /** JSON object: the same fields after the change. Empty if the record was deleted. */
    after: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_log_by_record").on(table.model, table.recordId, desc(table.id)),
    // Each index entry ends with the row's id, so the newest rows of a model or author come last. Lists read backwards.
    index("audit_log_by_model").on(table.model),
    index("audit_log_by_author").on(table.userEmail),
  ],
);

/** Totals of each day. Each cron run overwrites the row of the current day. Rows are never deleted. */
export const dailyTotals = sqliteTable("daily_totals", {
  /** Day in UTC: `2026-11-21`. */
  day: text().primaryKey(),
  users: integer().notNull(),
  featuredSites: integer("featured_sites").notNull(),
  basicSites: integer("basic_sites").notNull(),
});
