import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Returns `column` of the row in another table in which `key` equals `value`. */
export const scalarSubquery = (column: SQLiteColumn, key: SQLiteColumn, value: SQLiteColumn): SQL =>
  sql`(SELECT ${column} FROM ${key.table} WHERE ${key} = ${value})`;
