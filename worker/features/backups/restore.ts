import { and, eq, getTableName, gt, lte, max, ne, sql } from "drizzle-orm";
import {
  featuredSearch,
  productSearch,
  reindexSite,
  siteNameSearch,
  siteSearch,
  siteStemSearch,
} from "#schema/search/derived-tables.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { jsonRows } from "../../db/json-rows.ts";
import { plainSql } from "../../db/plain-sql.ts";
import { runQuery } from "../../db/raw.ts";
import { recount } from "./recount.ts";
import { type Repairs, verifyBackup } from "./verify.ts";
import { type BackupHeader, type Row, rowLine } from "./format.ts";
import { EPHEMERAL_TABLES, listMigrations, listSchemaStatements, listTables } from "./tables.ts";
import { d1Migrations, restoreTriggers, sqliteMaster, sqliteSequence } from "./system-tables.ts";

/** Limits of one INSERT. Its rows are one JSON value, and D1 refuses a value over 2 MB. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 400_000;

/** A temporary database. A backup is tried there before the real database is changed. */
export type ScratchDatabase = {
  /**
   * Inserts a row, and returns what of it the real database can store: NULL replaces a reference to a row that is missing, and
   * undefined means that the row is left out.
   * @throws the error that the real database would throw for any other reason.
   */
  insertRow(table: BackupHeader["tables"][number], row: Row): Row | undefined;
  close(): void;
};

type Options = {
  /** Creates empty tables with these CREATE statements. Each row is first inserted there. */
  openScratchDatabase?: (schema: string[]) => ScratchDatabase;
  /** Deletes the present rows. Without it, the database must be empty. */
  replace?: boolean;
  onProgress?: (rows: number) => void;
};

/** Opens the backup at its first line. Called twice: to verify the backup and to restore it. */
type OpenLines = () => AsyncIterable<string>;

/**
 * Replaces the rows of the database by the rows of a backup, counts again what is derived from them, and builds the search
 * index. The whole backup is verified first, so an invalid backup changes nothing. The triggers are dropped during the
 * restore, because they would run for each row. Repeat an interrupted restore with `replace`.
 * @returns the number of restored rows, and of those that were changed or left out.
 * @throws Error with a message for the operator if the backup is damaged or does not fit the database.
 */
export async function restore(
  db: Db,
  open: OpenLines,
  options: Options = {},
): Promise<{ rows: number; changed: number; leftOut: number }> {
  const { header, repairs } = await verify(db, open, options);
  const triggers = await dropTriggers(db);
  await deleteAllRows(db);

  let rows = 0;
  for await (const { table, lines } of groupIntoBatches(repaired(open(), repairs))) {
    await insertRows(db, header.tables[table]!, lines);
    rows += lines.length;
    options.onProgress?.(rows);
  }
  await finishRestore(db, header, triggers);
  const leftOut = [...repairs.values()].filter((line) => line === null).length;
  return { rows, changed: repairs.size - leftOut, leftOut };
}

async function verify(db: Db, open: OpenLines, options: Options) {
  const scratch = options.openScratchDatabase?.(await listSchemaStatements(db));
  try {
    return await verifyBackup(open(), {
      checkHeader: (header) => checkHeader(db, header, options),
      insertRow: scratch?.insertRow,
    });
  } finally {
    scratch?.close();
  }
}

async function* repaired(lines: AsyncIterable<string>, repairs: Repairs): AsyncGenerator<string> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const stored = repairs.get(number);
    if (stored !== null) yield stored ?? line;
  }
}

/** Groups the row lines of a verified backup into batches for one INSERT each. */
async function* groupIntoBatches(source: AsyncIterable<string>): AsyncGenerator<{ table: number; lines: string[] }> {
  let table = -1;
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of source) {
    const match = /^\[(\d+),/.exec(line);
    const size = Buffer.byteLength(line);
    const isFull = lines.length >= BATCH_ROWS || bytes + size > BATCH_BYTES;
    if (lines.length > 0 && (isFull || Number(match?.[1] ?? -1) !== table)) {
      yield { table, lines };
      [lines, bytes] = [[], 0];
    }
    if (!match) continue;
    table = Number(match[1]);
    lines.push(line);
    bytes += size;
  }
}

/** @throws Error if migrations or tables differ, or if the database is not empty and `replace` is not set. */
async function checkHeader(db: Db, header: BackupHeader, { replace = false }: Options): Promise<void> {
  const known = await listMigrations(db);
  if (JSON.stringify(known) !== JSON.stringify(header.migrations))
    throw new Error(
      `The backup has the migrations up to ${header.migrations.at(-1)}, but the database up to ${known.at(-1)}. ` +
        "The database was not changed. Use the version of the program that made the backup to restore it. " +
        "Then update the program and run: npm run migrate",
    );
  const tables = (await listTables(db)).map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(tables) !== JSON.stringify(header.tables))
    throw new Error(
      "The backup and the database have different tables. The database was not changed. Use another backup file.",
    );
  if (replace) return;
  const [people, listed] = await db.batch([
    db.select({ id: users.id }).from(users).limit(1),
    db.select({ id: sites.id }).from(sites).limit(1),
  ]);
  if (people.length + listed.length > 0)
    throw new Error(
      "The database is not empty. It was not changed. Restore into a new database, or add --replace to delete its data.",
    );
}

type Trigger = typeof restoreTriggers.$inferSelect;

/** Drops all triggers and returns them. They are first saved in a table, in case the restore is interrupted. */
async function dropTriggers(db: Db): Promise<Trigger[]> {
  const { type, name, sql: statement } = sqliteMaster;
  const here = db.select({ name, sql: statement }).from(sqliteMaster).where(eq(type, "trigger"));
  const [, , triggers] = await db.batch([
    runQuery(db, sql`CREATE TABLE IF NOT EXISTS ${restoreTriggers} (name TEXT PRIMARY KEY, sql TEXT NOT NULL)`),
    db.insert(restoreTriggers).select(here).onConflictDoNothing(),
    db.select().from(restoreTriggers),
  ]);
  const drops = triggers.map((trigger) => runQuery(db, sql`DROP TRIGGER IF EXISTS ${sql.identifier(trigger.name)}`));
  await runAll(db, drops);
  return triggers;
}

async function deleteAllRows(db: Db): Promise<void> {
  const tables = await listTables(db);
  // Tables that refer to others come first.
  const names = [...EPHEMERAL_TABLES, ...tables.toReversed().map(({ name }) => name)];
  await runAll(
    db,
    names.map((name) => runQuery(db, sql`DELETE FROM ${sql.identifier(name)}`)),
  );
}

async function insertRows(db: Db, { name, columns }: BackupHeader["tables"][number], lines: string[]): Promise<void> {
  const names = sql.raw(columns.map((column) => `"${column}"`).join(", "));
  const into = sql`INSERT INTO ${sql.identifier(name)} (${names})`;
  const rows = lines.map((line) => rowLine.parse(JSON.parse(line))[1]);
  if (rows.length > 1) {
    const values = sql.raw(columns.map((_, index) => `value ->> '$[${index}]'`).join(", "));
    await runQuery(db, sql`${into} SELECT ${values} FROM json_each(${JSON.stringify(rows)})`);
  } else {
    // A single row may be large. As JSON, with escaped quotes, it could exceed D1's size limit of one value.
    const values = rows[0]!.map((value) => sql`${value}`);
    await runQuery(db, sql`${into} VALUES (${sql.join(values, sql`, `)})`);
  }
}

const SEARCHES = [siteSearch, siteNameSearch, siteStemSearch, featuredSearch, productSearch];
const REINDEX_SITES = 1000;

/** Counts, and restores the last assigned ids and the triggers. Then it builds the search index, which triggers fill. */
async function finishRestore(db: Db, { tables, sequences }: BackupHeader, triggers: Trigger[]): Promise<void> {
  await recount(db, [...EPHEMERAL_TABLES, ...tables.map((table) => table.name)]);
  const { id, name, linkKey } = products;
  await runAll(db, [
    db.delete(sqliteSequence).where(ne(sqliteSequence.name, getTableName(d1Migrations))),
    db.insert(sqliteSequence).select(jsonRows(sqliteSequence, sequences)),
    ...triggers.map((trigger) => runQuery(db, sql.raw(plainSql(trigger.sql)))),
    ...SEARCHES.map((search) =>
      runQuery(db, sql`INSERT INTO ${search} (${sql.identifier(getTableName(search))}) VALUES ('delete-all')`),
    ),
    db.insert(productSearch).select(db.select({ id, name, link: linkKey }).from(products)),
  ]);
  const [last] = await db.select({ id: max(sites.id) }).from(sites);
  for (let from = 0; from <= (last?.id ?? 0); from += REINDEX_SITES) {
    const some = and(gt(sites.id, from), lte(sites.id, from + REINDEX_SITES));
    await runQuery(db, sql`INSERT INTO ${reindexSite} SELECT ${sites.id} FROM ${sites} WHERE ${some}`);
  }
  await runQuery(db, sql`DROP TABLE ${restoreTriggers}`);
}

async function runAll(db: Db, [first, ...others]: Statement[]): Promise<void> {
  if (first) await db.batch([first, ...others]);
}
