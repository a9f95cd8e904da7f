import { getTableName, ne, sql, type SQL } from "drizzle-orm";
import { toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import type { BackupHeader } from "./format.ts";
import { fingerprintTables } from "./fingerprints.ts";
import { d1Migrations, sqliteSequence } from "./system-tables.ts";
import { listMigrations, listTables, quoteColumns, type Table } from "./tables.ts";
import { requireNoUnfinishedRestore } from "./unfinished-restore.ts";

/**
 * A query reads as many rows as have about this size. One row may have an article of 1 MB, and most rows have 100 bytes:
 * with a fixed number, a large directory would need thousands of calls of Cloudflare's API, which counts them.
 */
const PAGE_BYTES = 1_000_000;
const PAGE_ROWS = { first: 200, least: 20, most: 5000 };

/**
 * Yields the lines of a backup: see format.ts. The search index and EPHEMERAL_TABLES are left out. D1's own export
 * refuses databases with full-text tables (developers.cloudflare.com/d1/best-practices/import-export-data).
 * @throws Error if the copy would be incomplete: rows were added or deleted during the dump, or a restore is unfinished.
 */
export async function* dump(db: Db, now: number): AsyncGenerator<string> {
  await requireNoUnfinishedRestore(db);
  const tables = await listTables(db);
  const before = await fingerprintTables(db, tables);
  const sequences = await db
    .select()
    .from(sqliteSequence)
    .where(ne(sqliteSequence.name, getTableName(d1Migrations)));
  const header: BackupHeader = {
    format: 1,
    madeAt: toIso(now),
    migrations: await listMigrations(db),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
  };
  yield JSON.stringify(header);
  const read = tables.map(() => 0);
  for (const [index, table] of tables.entries()) {
    for await (const row of readRows(db, table)) {
      read[index]! += 1;
      yield JSON.stringify([index, row]);
    }
  }
  const after = await fingerprintTables(db, tables);
  const isSame = (index: number) =>
    before[index]!.fingerprint === after[index]!.fingerprint && before[index]!.rows === read[index];
  const changed = tables.filter((_, index) => !isSame(index)).map(({ name }) => name);
  if (changed.length > 0)
    throw new Error(
      `Rows were added or deleted during the backup (${changed.join(", ")}), so it would be incomplete. ` +
        "No file was saved. Run the backup again when fewer people use the site.",
    );
  yield JSON.stringify({ rows: read.reduce((sum, rows) => sum + rows, 0) });
}

async function* readRows(db: Db, { name, columns, pagingKey }: Table): AsyncGenerator<unknown[]> {
  const keyList = sql.raw(quoteColumns(pagingKey));
  // Two columns of a result must not have the same name (worker/db/connection.ts).
  const namedKeys = sql.raw(pagingKey.map((key) => `"${key}" AS "paging ${key}"`).join(", "));
  let from: SQL = sql`true`;
  let rows = PAGE_ROWS.first;
  for (;;) {
    const page = await db.values<unknown[]>(
      sql`SELECT ${namedKeys}, ${sql.raw(quoteColumns(columns))} FROM ${sql.identifier(name)} WHERE ${from} ORDER BY ${keyList} LIMIT ${rows}`,
    );
    for (const row of page) yield row.slice(pagingKey.length);
    const last = page.at(-1);
    if (!last || page.length < rows) return;
    const rowBytes = JSON.stringify(page).length / page.length;
    rows = Math.min(PAGE_ROWS.most, Math.max(PAGE_ROWS.least, Math.floor(PAGE_BYTES / rowBytes)));
    from = sql`(${keyList}) > (${sql.join(
      last.slice(0, pagingKey.length).map((part) => sql`${part}`),
      sql`, `,
    )})`;
  }
}
