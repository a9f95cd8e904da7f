import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { quoteColumns, type Table } from "./tables.ts";

/**
 * Returns the number of rows of each table, and a fingerprint that changes if rows are added or deleted, even if their
 * number stays the same. A sum of the keys is not enough: SQLite can give a new row the `rowid` of a deleted last row.
 */
export async function fingerprintTables(db: Db, tables: Table[]): Promise<{ rows: number; fingerprint: string }[]> {
  const statements = tables.map(({ name, pagingKey, primaryKey }) => {
    const numbers = pagingKey.map(
      (part) => `iif(typeof("${part}") = 'integer', "${part}", unicode("${part}") * length("${part}"))`,
    );
    const lastFirst = pagingKey.map((part) => `"${part}" DESC`).join(", ");
    const parts = [
      "count(*)",
      ...numbers.map((number) => `sum(${number})`),
      `(SELECT json_array(${quoteColumns(primaryKey)}) FROM "${name}" ORDER BY ${lastFirst} LIMIT 1)`,
      `(SELECT seq FROM sqlite_sequence WHERE name = '${name}')`,
    ];
    const columns = {
      rows: sql`count(*)`.mapWith(Number),
      fingerprint: sql.raw(`json_array(${parts.join(", ")})`).mapWith(String),
    };
    return queryRows(db, columns, (selected) => sql`SELECT ${selected} FROM ${sql.identifier(name)}`);
  });
  const [first, ...others] = statements;
  const results = first ? await db.batch([first, ...others]) : [];
  return results.map(([row]) => row!);
}
