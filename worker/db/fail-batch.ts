import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * A value for a column that must not be NULL: unless the condition holds it is NULL, so that the column refuses it and
 * the whole batch is rolled back. D1 has no interactive transactions. `violatesConstraint` tells this failure by the column.
 */
export const failBatchUnless = (condition: SQL, column: SQLiteColumn, value: unknown = column): SQL =>
  sql`CASE WHEN ${condition} THEN ${value} END`;

/** The time of a save, which fails if somebody saved since `seen`. It grows, so that two saves of a millisecond differ. */
export const nextVersion = (column: SQLiteColumn, seen: number, now: number): SQL =>
  failBatchUnless(sql`${column} = ${seen}`, column, Math.max(now, seen + 1));
