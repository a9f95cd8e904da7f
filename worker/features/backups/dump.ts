import { and, getTableName, ne, sql, type SQL } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import type { BackupHeader, Key } from "./format.ts";
import { d1Migrations, sqliteSequence } from "./system-tables.ts";
import { listMigrations, listTables, quoteColumns, type Table } from "./tables.ts";
import { requireNoUnfinishedRestore } from "./unfinished-restore.ts";

/** A page ends with the row that reaches one of these. A Worker has 128 MB of memory, and an article may have 1 MB. */
const PAGE_BYTES = 1_000_000;
const PAGE_ROWS = 5000;

/** Some lines, and where to go on after them: null at the end. */
export type Page<Position> = { lines: string[]; next: Position | null };
/** The index of a table, and the key of its last row that was read. `rows` counts all rows before. */
type RowPosition = { table: number; after: Key | null; rows: number };
export const FIRST_ROW: RowPosition = { table: 0, after: null, rows: 0 };

/**
 * Yields the lines of a backup: see format.ts. The search index and EPHEMERAL_TABLES are left out. D1's own export
 * refuses databases with full-text tables (developers.cloudflare.com/d1/best-practices/import-export-data).
 */
export async function* dump(db: Db, now: number): AsyncGenerator<string> {
  await requireNoUnfinishedRestore(db);
  yield await readHeader(db, now);
  for await (const { lines } of readPages(db, FIRST_ROW)) yield* lines;
}

/** Returns the first line. */
export async function readHeader(db: Db, now: number): Promise<string> {
  const [tables, migrations] = [await listTables(db), await listMigrations(db)];
  const sequences = await db
    .select()
    .from(sqliteSequence)
    .where(ne(sqliteSequence.name, getTableName(d1Migrations)));
  const header: BackupHeader = {
    format: 1,
    madeAt: toIso(now),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
  };
  return JSON.stringify(header);
}

/**
 * Yields the rows and the end line. Rows may come, go and change between two pages. So a row may refer to one that the copy
 * lacks, and totals may differ from their rows: a restore repairs both. New rows of a table are read as well, because they
 * may replace others: a page reads far more rows than come while it is read, so a copy ends.
 */
export async function* readPages(db: Db, from: RowPosition): AsyncGenerator<Page<RowPosition>> {
  let { rows } = from;
  for (const [index, table] of (await listTables(db)).entries()) {
    if (index < from.table) continue;
    let after = index === from.table ? from.after : null;
    for (;;) {
      const last = await findLastOfPage(db, table, after);
      if (!last) break;
      const page = await db.values(
        sql`SELECT ${sql.raw(quoteColumns(table.columns))} ${rowsAfter(table, after, last)}`,
      );
      [after, rows] = [last, rows + page.length];
      yield { lines: page.map((row) => JSON.stringify([index, row])), next: { table: index, after, rows } };
    }
  }
  yield { lines: [JSON.stringify({ rows })], next: null };
}

/** Reads the sizes of the rows first: the page is as large as memory allows, whatever is in the next rows. */
async function findLastOfPage(db: Db, table: Table, after: Key | null): Promise<Key | undefined> {
  const size = sql.raw(table.columns.map((column) => `ifnull(octet_length("${column}"), 0)`).join(" + "));
  const sizes = await queryRows(
    db,
    { key: keyIn(table.primaryKey), bytes: size.mapWith(Number) },
    (selected) => sql`SELECT ${selected} ${rowsAfter(table, after)} LIMIT ${PAGE_ROWS}`,
  );
  let bytes = 0;
  const full = sizes.find((row) => (bytes += row.bytes) >= PAGE_BYTES);
  return (full ?? sizes.at(-1))?.key;
}

/** The primary key as a JSON array. */
const keyIn = (primaryKey: string[]) =>
  sql.raw(`json_array(${quoteColumns(primaryKey)})`).mapWith((key: string) => JSON.parse(key) as Key);

function rowsAfter({ name, primaryKey }: Table, after: Key | null, last?: Key): SQL {
  const key = sql.raw(`(${quoteColumns(primaryKey)})`);
  const valuesOf = (values: Key) =>
    sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  const where = and(after ? sql`${key} > ${valuesOf(after)}` : sql`true`, last && sql`${key} <= ${valuesOf(last)}`);
  return sql`FROM ${sql.identifier(name)} WHERE ${where} ORDER BY ${sql.raw(quoteColumns(primaryKey))}`;
}
