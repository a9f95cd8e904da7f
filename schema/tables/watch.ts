import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What the operator watches. Times are Unix ms.

/** Alerts, one row for each kind. An alert is sent at most once an hour; what happens until then is counted. */
export const alerts = sqliteTable("alerts", {
  /** `AlertKind` of worker/features/alerts/kinds.ts. */
  kind: text().primaryKey(),
  /** Of the last alert that was sent. It is earlier if no channel accepted it, so that it is sent again soon. */
  sentAt: integer("sent_at").notNull(),
  /** How often it has happened since, without an alert. */
  held: integer().notNull().default(0),
  /** How often it had happened when the last alert was sent, since the one before. 0 if no channel accepted it. */
  reported: integer().notNull().default(1),
  /** The last time that it happened, and what happened then. Without personal data. */
  happenedAt: integer("happened_at").notNull(),
  detail: text().notNull(),
});

/** Runs of the cron. Cron deletes rows after a week. */
export const cronRuns = sqliteTable(
  "cron_runs",
  {
    id: integer().primaryKey(),
    startedAt: integer("started_at").notNull(),
    /** Null while it runs, and if it was interrupted. */
    endedAt: integer("ended_at"),
    /** JSON list: the names of the steps that failed. */
    failed: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** JSON object: how many messages waited in each queue. */
    queued: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [index("cron_runs_by_time").on(table.startedAt)],
);

/** What the Worker has answered, one row for each ten minutes. Cron deletes rows after a week. */
export const responseCounts = sqliteTable("response_counts", {
  /** Begin of the ten minutes. */
  slot: integer().primaryKey(),
  /** Requests that reached the Worker. The edge's cache and the built files answer others. */
  requests: integer().notNull(),
  /** Responses with a status from 500, without those that say that a part is not set up. */
  failures: integer().notNull(),
  /** Rows by which D1 bills. */
  rowsRead: integer("rows_read").notNull(),
  rowsWritten: integer("rows_written").notNull(),
});
