import { and, desc, eq, getTableName, like, or, sql } from "drizzle-orm";
import { codes, mailedLinks, rateCounters, sessions } from "#schema/tables/accounts.ts";
import { beacons, openDays } from "#schema/tables/figures.ts";
import { mailDays, outbox } from "#schema/tables/outbox.ts";
import { searches } from "#schema/tables/search.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { queryRows } from "../../db/raw.ts";
import { d1Migrations, restoreTriggers, sqliteMaster } from "./system-tables.ts";

export type Table = {
  name: string;
  columns: string[];
  /** Its order is the order of a backup. SQLite can give a new row the `rowid` of a deleted one. */
  primaryKey: string[];
};

/**
 * Tables that a backup leaves out. A restore must not make ended sessions valid again, send old mails or bring back
 * searches that people have ended. The others describe this deployment.
 */
export const EPHEMERAL_TABLES: string[] = [
  sessions,
  codes,
  mailedLinks,
  rateCounters,
  outbox,
  searchWatches,
  searches,
  mailDays,
  beacons,
  openDays,
].map(getTableName);

// The tables of the product. D1 refuses queries about its own tables. LIMIT -1 makes SQLite materialize the list, so that
// the pragma functions below are not called with the name of such a table.
const APP_TABLES = sql`(SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
  AND name NOT GLOB '_cf_*' AND name NOT IN ${jsonList([d1Migrations, restoreTriggers].map(getTableName))} LIMIT -1)`;

/** Returns the tables of a backup, each after the tables that it refers to. They do not include the search index. */
export async function listTables(db: Db): Promise<Table[]> {
  const table = sql`t.name`.mapWith(String);
  const [tables, columns, references] = await db.batch([
    queryRows(db, { name: table }, (selected) => sql`SELECT ${selected} FROM ${APP_TABLES} t ORDER BY t.name`),
    queryRows(
      db,
      { table, name: sql`c.name`.mapWith(String), pk: sql`c.pk`.mapWith(Number) },
      (selected) => sql`SELECT ${selected} FROM ${APP_TABLES} t, pragma_table_info(t.name) c ORDER BY t.name, c.cid`,
    ),
    queryRows(
      db,
      { table, parent: sql`f."table"`.mapWith(String) },
      (selected) => sql`SELECT ${selected} FROM ${APP_TABLES} t, pragma_foreign_key_list(t.name) f`,
    ),
  ]);
  const rest = tables.filter(({ name }) => !EPHEMERAL_TABLES.includes(name));
  const done = new Map<string, Table>();
  while (rest.length > 0) {
    const next = rest.findIndex(({ name }) =>
      references.every((one) => one.table !== name || one.parent === name || done.has(one.parent)),
    );
    if (next < 0)
      throw new Error(`These tables refer to each other in a circle: ${rest.map(({ name }) => name).join(", ")}.`);
    const [{ name } = rest[next]!] = rest.splice(next, 1);
    const own = columns.filter((column) => column.table === name);
    const primaryKey = own
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name);
    done.set(name, { name, columns: own.map((column) => column.name), primaryKey });
  }
  return [...done.values()];
}

/** Returns the CREATE statements of the tables and of their unique indexes. These have all constraints. */
export async function listSchemaStatements(db: Db): Promise<string[]> {
  const { type, tableName, sql: statement } = sqliteMaster;
  const rules = await db
    .select({ statement })
    .from(sqliteMaster)
    .where(
      and(
        sql`${tableName} IN (SELECT name FROM ${APP_TABLES})`,
        or(eq(type, "table"), and(eq(type, "index"), like(statement, "CREATE UNIQUE %"))),
      ),
    )
    .orderBy(desc(type));
  return rules.map((rule) => rule.statement);
}

export async function listMigrations(db: Db): Promise<string[]> {
  const applied = await db.select({ name: d1Migrations.name }).from(d1Migrations).orderBy(d1Migrations.id);
  return applied.map(({ name }) => name);
}

export const quoteColumns = (columns: string[]) => columns.map((column) => `"${column}"`).join(", ");
