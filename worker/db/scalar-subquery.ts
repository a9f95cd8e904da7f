import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A column of another table, of its row whose `key` is `value`. */
export const scalarSubquery = (column: SQLiteColumn, key: SQLiteColumn, value: SQLiteColumn): SQL =>
  sql`(SELECT ${column} FROM ${key.table} WHERE ${key} = ${value})`;
