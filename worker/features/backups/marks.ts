import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { quoted, type Table } from "./tables.ts";

type Mark = { rows: number; mark: string };

/**
 * For each table its number of rows, and a text that is another one once rows came or went, also if as many came as went:
 * the sum of their keys, the last row (its `rowid` is given again once it is gone) and the last id that was given.
 */
export async function marksOf(db: Db, tables: Table[]): Promise<Mark[]> {
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
    return all<Mark>(db, sql.raw(`SELECT count(*) AS "rows", json_array(${parts.join(", ")}) AS mark FROM "${name}"`));
  });
  const [first, ...others] = marks;
  const answers = first ? await db.batch([first, ...others]) : [];
  return answers.map((rows) => rows[0]!);
}
