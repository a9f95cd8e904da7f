import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { UNFINISHED } from "./whole.ts";

export type Table = {
  name: string;
  columns: string[];
  primary: string[];
  /** What its rows are paged by: `rowid`, or the primary key where there is none. */
  key: string[];
};

/** End by themselves within days, and whoever restores a backup should not bring them to life again. */
export const EPHEMERAL = ["sessions", "codes", "mailed_links", "rate_counters", "outbox"];

// D1 lets nobody ask about its own tables. Materialised, so that none of them is handed to another pragma.
const OWN = sql`(SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
  AND name NOT GLOB '_cf_*' AND name NOT IN ('d1_migrations', '${sql.raw(UNFINISHED)}') LIMIT -1)`;

/**
 * The tables that hold facts, each after those that it refers to. Those of the search index are not among them: they
 * are made anew.
 */
export async function listTables(db: Db): Promise<Table[]> {
  const [tables, columns, references] = await db.batch([
    all<{ name: string; wr: number }>(db, sql`SELECT name, wr FROM ${OWN} ORDER BY name`),
    all<{ table: string; name: string; pk: number }>(
      db,
      sql`SELECT t.name AS "table", c.name, c.pk FROM ${OWN} t, pragma_table_info(t.name) c ORDER BY t.name, c.cid`,
    ),
    all<{ table: string; parent: string }>(
      db,
      sql`SELECT t.name AS "table", f."table" AS parent FROM ${OWN} t, pragma_foreign_key_list(t.name) f`,
    ),
  ]);
  const rest = tables.filter(({ name }) => !EPHEMERAL.includes(name));
  const done = new Map<string, Table>();
  while (rest.length > 0) {
    const next = rest.findIndex(({ name }) =>
      references.every(({ table, parent }) => table !== name || parent === name || done.has(parent)),
    );
    if (next < 0) throw new Error(`Tables refer to each other: ${rest.map(({ name }) => name).join(", ")}.`);
    const [{ name, wr }] = rest.splice(next, 1) as [{ name: string; wr: number }];
    const own = columns.filter(({ table }) => table === name);
    const primary = own
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name);
    done.set(name, {
      name,
      columns: own.map((column) => column.name),
      primary,
      key: wr ? primary : ["rowid"],
    });
  }
  return [...done.values()];
}

/** What makes empty tables with the same rules: those of columns and references, and unique indexes. */
export const listRules = async (db: Db): Promise<string[]> =>
  (
    await all<{ sql: string }>(
      db,
      sql`SELECT sql FROM sqlite_master WHERE tbl_name IN (SELECT name FROM ${OWN})
        AND (type = 'table' OR type = 'index' AND sql LIKE 'CREATE UNIQUE %') ORDER BY type DESC`,
    )
  ).map((row) => row.sql);

export const listMigrations = async (db: Db): Promise<string[]> =>
  (await all<{ name: string }>(db, sql`SELECT name FROM d1_migrations ORDER BY id`)).map(({ name }) => name);

export const quoted = (columns: string[]) => columns.map((column) => `"${column}"`).join(", ");
