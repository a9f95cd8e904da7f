import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { rows } from "../../db/raw.ts";
import { quoted, type Table } from "./tables.ts";

/**
 * For each table its number of rows, and a text that is another one once rows came or went, also if as many came as went:
 * the sum of their keys, the last row (its `rowid` is given again once it is gone) and the last id that was given.
 */
export async function marksOf(db: Db, tables: Table[]): Promise<{ rows: number; mark: string }[]> {
  const marks = tables.map(({ name, key, primary }) => {
    const numbers = key.map(
      (part) => `iif(typeof("${part}") = 'integer', "${part}", unicode("${part}") * length("${part}"))`,
    );
    const lastFirst = key.map((part) => `"${part}" DESC`).join(", ");
    const parts = [
      "count(*)",
      ...numbers.map((number) => `sum(${number})`),
      `(SELECT json_array(${quoted(primary)}) FROM "${name}" ORDER BY ${lastFirst} LIMIT 1)`,
      `(SELECT seq FROM sqlite_sequence WHERE name = '${name}')`,
    ];
    const mark = {
      rows: sql`count(*)`.mapWith(Number),
      mark: sql.raw(`json_array(${parts.join(", ")})`).mapWith(String),
    };
    return rows(db, mark, (columns) => sql`SELECT ${columns} FROM ${sql.identifier(name)}`);
  });
  const [first, ...others] = marks;
  const answers = first ? await db.batch([first, ...others]) : [];
  return answers.map(([mark]) => mark!);
}
