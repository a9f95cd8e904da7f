import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * Returns a value for a NOT NULL column: `value` if the condition is true, otherwise NULL, which rolls the whole batch
 * back. This replaces interactive transactions, which D1 does not have. Recognize the failure with
 * `violatesConstraint(error, column)`.
 */
export const failBatchUnless = (condition: SQL, column: SQLiteColumn, value: unknown = column): SQL =>
  sql`CASE WHEN ${condition} THEN ${value} END`;

/**
 * Optimistic lock: the new version (Unix ms) of a row. The batch fails if the stored version is not `seen`. The version
 * always grows, so two saves in one millisecond differ.
 */
export const nextVersion = (column: SQLiteColumn, seen: number, now: number): SQL =>
  failBatchUnless(sql`${column} = ${seen}`, column, Math.max(now, seen + 1));
