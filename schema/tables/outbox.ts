import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Mails that are not sent yet. The batch that writes a change or a payment also inserts the mail about it. The request then tries to
 * send it, and cron retries. A row is deleted when the mail provider has accepted the mail.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /**
     * What the mail is about: a record, such as `sites.site:7`, or `receipt:` with the id of an invoice. A later mail about
     * a record replaces an unsent one.
     */
    key: text().notNull().unique(),
    recipient: text().notNull(),
    replyTo: text("reply_to"),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** After eight attempts the mail stays here for staff. */
    tries: integer().notNull().default(0),
    dueAt: integer("due_at").notNull(),
    /**
     * Start of the running attempt. If the request is interrupted, the value stays: the mail may have arrived, so it is
     * not sent again.
     */
    sendingAt: integer("sending_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("outbox_by_due").on(table.dueAt), index("outbox_by_recipient").on(table.recipient)],
);
