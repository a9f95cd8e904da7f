import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnName } from "./raw.ts";

type Values<T extends SQLiteTable> = {
  [Name in keyof T["$inferInsert"]]: T["$inferInsert"][Name] | SQL | SQLiteColumn;
};

/** Inserts one row of `values` for each row of `source`, which begins with `FROM`. */
export function insertFrom<T extends SQLiteTable>(table: T, values: Values<T>, source: SQL): SQL {
  const columns = getTableColumns(table);
  const names = Object.keys(values).map((name) => columnName(columns[name]!));
  const selected = Object.values(values).map((value) => sql`${value}`);
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(selected, sql`, `)} ${source}`;
}
