import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Mails that are not sent yet. The batch that writes a change or a payment also inserts the mail about it. The request
 * then queues the key, and cron queues it again. A row is deleted when the mail provider has accepted the mail.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /**
     * What the mail is about: a record, such as `sites.site:7`, `receipt:` with the id of an invoice or refund, or `notice:` with
     * a random id. A later mail about a record replaces an unsent one. `urgent:` is a mail with a code, a link or a
     * warning that was given up. Its `text` and `html` are empty.
     */
    key: text().notNull().unique(),
    recipient: text().notNull(),
    replyTo: text("reply_to"),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** JSON object: headers by which mail programs offer to unsubscribe. */
    headers: text({ mode: "json" }).$type<Record<string, string>>(),
    /** After eight attempts the mail is given up. */
    tries: integer().notNull().default(0),
    /** The mail is not sent before this time. */
    dueAt: integer("due_at").notNull(),
    /**
     * Start of the running attempt. If the attempt is interrupted, the value stays: the mail may have arrived, so it is
     * not sent again.
     */
    sendingAt: integer("sending_at"),
    createdAt: integer("created_at").notNull(),
    /** Why the last attempt failed, for staff. */
    failure: text(),
    /** The mail is not sent again, and stays here for staff. */
    gaveUpAt: integer("gave_up_at"),
  },
  (table) => [index("outbox_by_due").on(table.dueAt), index("outbox_by_recipient").on(table.recipient)],
);

/** The mails of each day. */
export const mailDays = sqliteTable("mail_days", {
  /** In UTC: `2026-11-20`. */
  day: text().primaryKey(),
  /** How many mails the provider accepted. */
  accepted: integer().notNull().default(0),
  /** When the provider last refused a mail because of its daily quota. A mail that it accepts later clears this. */
  refusedAt: integer("refused_at"),
});
