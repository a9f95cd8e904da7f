import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Changes by staff and commands. Each row is inserted in the batch of its change. Cron deletes it after two years. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The address stays when the account is deleted. For a command, it is the command's name. */
    userEmail: text("user_email").notNull(),
    action: text({ enum: ["create", "change", "delete", "merge"] }).notNull(),
    /** `{app}.{model}`, such as `sites.site`. */
    model: text().notNull(),
    recordId: text("record_id").notNull(),
    /** JSON object: the changed fields before the change; before a deletion or a merge, all fields; of a new record, none. */
    before: text().notNull(),
    /** JSON object: the same fields after the change; after a merge, `into`. Empty after a deletion. */
    after: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The email address of the person whom the record is about. If the account is deleted, `before` and `after` become {}. */
    person: text(),
  },
  (table) => [
    index("audit_log_by_person").on(table.person),
    index("audit_log_by_record").on(table.model, table.recordId, desc(table.id)),
    // Index entries end with the row's id. Lists read them backwards, so the newest row comes first.
    index("audit_log_by_model").on(table.model),
    index("audit_log_by_author").on(table.userEmail),
  ],
);

/** Each cron run overwrites the row of the current day. Rows are never deleted. */
export const dailyTotals = sqliteTable("daily_totals", {
  /** In UTC: `2026-11-21`. */
  day: text().primaryKey(),
  users: integer().notNull(),
  featuredSites: integer("featured_sites").notNull(),
  basicSites: integer("basic_sites").notNull(),
});
