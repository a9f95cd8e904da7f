import { type DriverValueDecoder, SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SQLiteRaw } from "drizzle-orm/sqlite-core/query-builders/raw";
import type { Db } from "./connection.ts";

// For what Drizzle's builder cannot say: full-text search, ranked lists, many rows as one parameter. All else uses it.

/** What a query answers, by the names that its rows have: columns of tables, or expressions with a type. */
type Selection = Record<string, SQLiteColumn | SQL | SQL.Aliased>;

export type RowOf<S extends Selection> = SelectResultFields<S>;

/**
 * Rows of a query in SQL, awaited or in a batch. The query puts `columns` behind `SELECT` or `RETURNING`, so that names, types and values of
 * its rows follow from the selection. Type an expression by its decoder (`sql`…`.mapWith(Number)`).
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

/** A query in SQL whose rows do not matter. */
export const runQuery = (db: Db, query: SQL) => batchable(db, db.run(query));

/** A selection as SQL, each part under its name. */
export const columnsOf = (selection: Selection): SQL =>
  sql.join(
    Object.entries(selection).map(([name, field]) => sql`${withoutAlias(field)} AS ${sql.identifier(name)}`),
    sql`, `,
  );

/** Without a name of its own. */
const withoutAlias = (field: Selection[string]): SQLiteColumn | SQL =>
  field instanceof SQL.Aliased ? field.sql : field;

/** A column's name without its table's, as `SET` wants it. */
export const columnName = (column: SQLiteColumn): SQL => sql`${sql.identifier(column.name)}`;

/** Such names for the list of an `INSERT`. */
export const columnNames = (...columns: SQLiteColumn[]): SQL => sql.join(columns.map(columnName), sql`, `);

/** What an insert wanted to store in that column, for its `ON CONFLICT … DO UPDATE`. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${columnName(column)}`;

/** A property of what `json_each` goes through. */
export const jsonValue = (property: string): SQL => sql.raw(`value ->> '${property}'`);

/** A column of a table that an outer join may leave out. */
export const nullable = <T extends SQLiteColumn>(column: T) =>
  sql<T["_"]["data"] | null>`${column}`.mapWith(
    (value: unknown) => column.mapFromDriverValue(value) as T["_"]["data"] | null,
  );

/** A selection that an outer join may leave out: each of its values may be null. */
export const nullableSelection = <S extends Selection>(selection: S) =>
  selection as unknown as { [K in keyof S]: SQL<RowOf<S>[K] | null> };

/** An expression with a query of its own, for the builder: of a single table it takes the table's name from columns. */
export const withTableNames = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;

type Decoder = Pick<DriverValueDecoder<unknown, unknown>, "mapFromDriverValue">;

function decode<S extends Selection>(selection: S, row: Record<string, unknown>) {
  const values = Object.entries(selection).map(([name, named]) => {
    const field = withoutAlias(named);
    // Drizzle keeps the decoder of an expression out of its types.
    const decoder = ("decoder" in field ? field.decoder : field) as Decoder;
    const value = row[name] ?? null;
    return [name, value === null ? null : decoder.mapFromDriverValue(value)] as const;
  });
  return Object.fromEntries(values) as RowOf<S>;
}

/** Drizzle 0.45 looks for `stmt` on each query of a batch that has parameters, and its raw queries have none. */
function batchable<Q extends { getQuery(): { sql: string } }>(db: Db, query: Q): Q {
  return Object.assign(query, { stmt: db.$client.prepare(query.getQuery().sql) });
}
