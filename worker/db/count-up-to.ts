import { type SQL, sql } from "drizzle-orm";

/**
 * SQL: how many rows there are, at most `max`. A count reads each row that it counts, and an import can leave 100,000 that
 * wait. `from` is what follows `FROM`.
 */
export const countUpTo = (max: number, from: SQL) =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${max}))`.mapWith(Number);
