import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * A SELECT of rows for `db.insert(table).select(…)`, to which a `WHERE` clause may be added. All rows are one JSON
 * parameter, because D1 allows only 100 parameters per query. The table assigns the ids.
 */
export const jsonRows = <T extends SQLiteTable>(table: T, rows: Omit<T["$inferSelect"], "id">[]): SQL =>
  sql`SELECT ${sql.join(
    Object.keys(getTableColumns(table)).map((name) => sql`value ->> ${name}`),
    sql`, `,
  )} FROM json_each(${JSON.stringify(rows)})`;
