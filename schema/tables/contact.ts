import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Staff can delete messages. Deleting an account deletes those from its email address. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    message: text().notNull(),
    /** The mailed reply of staff. */
    answer: text().notNull().default(""),
    answeredAt: integer("answered_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("contact_messages_by_time").on(desc(table.createdAt)),
    index("contact_messages_by_email").on(table.email),
    index("contact_messages_unanswered")
      .on(table.id)
      .where(sql`${table.answeredAt} IS NULL`),
  ],
);
