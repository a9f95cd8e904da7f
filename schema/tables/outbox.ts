import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Mails about what is written already: each goes once it was handed over, and cron tries again until then. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** What it tells of, such as `sites.site:7`: later news about it takes the place of what has not been sent. */
    key: text().notNull().unique(),
    recipient: text().notNull(),
    replyTo: text("reply_to"),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    tries: integer().notNull().default(0),
    /** When cron tries it. */
    dueAt: integer("due_at").notNull(),
    /** Since when it is being handed over. One that stays so was cut off, and may have arrived: it is not sent again. */
    sendingAt: integer("sending_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("outbox_by_due").on(table.dueAt), index("outbox_by_recipient").on(table.recipient)],
);
