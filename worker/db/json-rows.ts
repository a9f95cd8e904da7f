import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * Rows for a table as one parameter, as `db.insert(table).select(…)` wants them: D1 takes a hundred parameters a query. A
 * condition may follow. An `id` is given by the table.
 */
export const jsonRows = <T extends SQLiteTable>(table: T, rows: Omit<T["$inferSelect"], "id">[]): SQL =>
  sql`SELECT ${sql.join(
    Object.keys(getTableColumns(table)).map((name) => sql`value ->> ${name}`),
    sql`, `,
  )} FROM json_each(${JSON.stringify(rows)})`;
