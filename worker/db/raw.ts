import { type DriverValueDecoder, SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import type { Db } from "./connection.ts";

// For queries that Drizzle's builder cannot express: full-text search, ranked lists, many rows in one parameter.

/** By name. An SQL expression gets its type from a decoder, for example `.mapWith(Number)`. */
type Selection = Record<string, SQLiteColumn | SQL | SQL.Aliased>;

export type RowOf<S extends Selection> = SelectResultFields<S>;

/**
 * Runs an SQL query and returns its rows, typed by the selection. `query` gets the column list and must place it after
 * `SELECT` or `RETURNING`. The result can be awaited or put into a batch.
 */
export function queryRows<S extends Selection>(
  db: Db,
  selection: S,
  query: (columns: SQL) => SQL,
): SQLiteRaw<RowOf<S>[]> {
  const raw = batchable(db, db.all<Record<string, unknown>>(query(columnsOf(selection))));
  const read = (found: unknown) => (found as Record<string, unknown>[]).map((row) => decode(selection, row));
  const { execute } = raw;
  const inBatch = raw.mapResult.bind(raw);
  return Object.assign(raw, {
    execute: async () => read(await execute()),
    mapResult: (result: unknown, isFromBatch?: boolean) => read(inBatch(result, isFromBatch)),
  }) as unknown as SQLiteRaw<RowOf<S>[]>;
}

/** For statements without rows. */
export const runQuery = (db: Db, query: SQL) => batchable(db, db.run(query));

/** A column list: `expression AS "name", …`. */
const columnsOf = (selection: Selection): SQL =>
  sql.join(
    Object.entries(selection).map(([name, field]) => sql`${withoutAlias(field)} AS ${sql.identifier(name)}`),
    sql`, `,
  );

const withoutAlias = (field: Selection[string]): SQLiteColumn | SQL =>
  field instanceof SQL.Aliased ? field.sql : field;

/** The name without its table, as `SET` requires. */
export const columnName = (column: SQLiteColumn): SQL => sql`${sql.identifier(column.name)}`;

/** For the column list of an `INSERT`. */
export const columnNames = (...columns: SQLiteColumn[]): SQL => sql.join(columns.map(columnName), sql`, `);

/** The value that the INSERT tried to store, for `ON CONFLICT … DO UPDATE`. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${columnName(column)}`;

/** A property of the current `json_each` element. */
export const jsonValue = (property: string): SQL => sql.raw(`value ->> '${property}'`);

/**
 * Keeps table names in an expression that contains a subquery. Drizzle's builder drops them in a select from a single
 * table, and the subquery's columns could then refer to the wrong table.
 */
export const withTableNames = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;

type Decoder = Pick<DriverValueDecoder<unknown, unknown>, "mapFromDriverValue">;

function decode<S extends Selection>(selection: S, row: Record<string, unknown>) {
  const values = Object.entries(selection).map(([name, named]) => {
    const field = withoutAlias(named);
    // Drizzle's types hide the decoder of an expression.
    const decoder = ("decoder" in field ? field.decoder : field) as Decoder;
    const value = row[name] ?? null;
    return [name, value === null ? null : decoder.mapFromDriverValue(value)] as const;
  });
  return Object.fromEntries(values) as RowOf<S>;
}

/** Drizzle 0.45 expects `stmt` on each query of a batch that has parameters, but its raw queries lack it. */
function batchable<Q extends { getQuery(): { sql: string } }>(db: Db, query: Q): Q {
  return Object.assign(query, { stmt: db.$client.prepare(query.getQuery().sql) });
}
