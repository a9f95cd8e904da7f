import { and, asc, desc, eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { ADMIN_PER_PAGE, type AdminApp, type AdminRecord, type AdminValue } from "#schema/admin.ts";
import type { Page } from "#schema/sites.ts";
import { counters } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../http/database.ts";
import { rowsBefore } from "../sites/list.ts";
import { toIso } from "../sites/rows.ts";
import { auditChange, type Author } from "./audit.ts";
import type { Change, Field, Input, Model, RecordId } from "./model.ts";

/** A search finds this many records at most. */
const SEARCH_MAX = 1000;

const columnsOf = (model: Model) => ({
  id: sql<number | string>`${model.key}`.as("id"),
  ...Object.fromEntries(
    Object.entries(model.fields).map(([name, field]) => [name, sql<unknown>`${field.value}`.as(`field_${name}`)]),
  ),
});

/** How many records each model has, without counting them. */
export async function countRecords(db: Db, models: Model[]): Promise<AdminApp[]> {
  const rows = await db
    .select()
    .from(counters)
    .where(sql`${counters.name} >= 'rows.' AND ${counters.name} < 'rows/'`);
  const counts = new Map(rows.map(({ name, value }) => [name, value]));
  return [...Map.groupBy(models, ({ app }) => app)].map(([app, group]) => ({
    app_name: group[0]!.appName,
    app,
    models: group.map(({ name, verboseNamePlural, table }) => ({
      name,
      verbose_name_plural: verboseNamePlural,
      count: counts.get(counterOf(table)) ?? 0,
    })),
  }));
}

const counterOf = (table: Model["table"]) => `rows.${getTableName(table)}`;

export type RecordQuery = {
  page: number;
  q: string;
  filter?: SQL;
  sort?: { column: SQLiteColumn; isDescending: boolean };
};

/** A page of records: newest first, unless sorted. */
export async function listRecords(db: Db, model: Model, query: RecordQuery): Promise<Page<AdminRecord>> {
  const { page, q, filter, sort } = query;
  const where = and(filter, q === "" ? undefined : inArray(model.key, idsThatBeginWith(model, q)));
  const direction = !sort || sort.isDescending ? desc : asc;
  const [[total], rows] = await db.batch([
    where
      ? db
          .select({ count: sql<number>`count(*)` })
          .from(model.table)
          .where(where)
      : db
          .select({ count: counters.value })
          .from(counters)
          .where(eq(counters.name, counterOf(model.table))),
    db
      .select(columnsOf(model))
      .from(model.table)
      .where(where)
      .orderBy(...(sort ? [direction(sort.column)] : []), direction(model.key))
      .limit(ADMIN_PER_PAGE)
      .offset(rowsBefore(page, ADMIN_PER_PAGE)),
  ]);
  const count = total?.count ?? 0;
  return {
    results: rows.map((row) => toRecord(model, row)),
    count,
    page,
    pages: Math.ceil(count / ADMIN_PER_PAGE),
  };
}

/** By ranges of indexes; a number also finds the record of that id. */
function idsThatBeginWith({ table, key, search }: Model, q: string): SQL {
  const ranges = (search?.columns ?? []).flatMap(([column, toKey]) => {
    const start = toKey(q);
    return start === ""
      ? []
      : [
          sql`SELECT * FROM (SELECT ${key} FROM ${table} WHERE ${column} >= ${start} AND ${column} < ${`${start}\u{10ffff}`} LIMIT ${SEARCH_MAX})`,
        ];
  });
  const id = /^\d{1,15}$/.test(q) ? Number(q) : null;
  return sql`(${sql.join([sql`SELECT ${id}`, ...ranges], sql` UNION `)})`;
}

/** `id` as an address spells it. */
export async function findRecord(db: Db, model: Model, id: string): Promise<AdminRecord | undefined> {
  if (model.key.dataType === "number" && !/^\d{1,15}$/.test(id)) return undefined;
  const [row] = await selectRecord(db, model, id);
  return row && toRecord(model, row);
}

const selectRecord = (db: Db, model: Model, id: RecordId) =>
  db.select(columnsOf(model)).from(model.table).where(eq(model.key, id));

/** Writes all in one batch; the answer is read in it, too: a failure afterwards would hide that it was written. */
export async function writeRecord(
  db: Db,
  model: Model,
  id: RecordId,
  [first, ...others]: Statement[],
): Promise<AdminRecord | undefined> {
  const results = await db.batch([first!, ...others, selectRecord(db, model, id)]);
  const [row] = results.at(-1) as Record<string, unknown>[];
  return row && toRecord(model, row);
}

function toRecord(model: Model, row: Record<string, unknown>): AdminRecord {
  const values = Object.entries(model.fields).map(([name, { kind }]) => [name, toValue(kind, row[name])] as const);
  return { id: row["id"] as number | string, ...Object.fromEntries(values) };
}

function toValue(kind: Field["kind"], value: unknown): AdminValue {
  if (kind === "boolean") return Boolean(value);
  if (value === null || value === undefined) return null;
  if (kind === "date") return toIso(Number(value));
  return kind === "number" ? Number(value) : String(value);
}

/** Writes a change and its entry in the audit log, with what else belongs to it; the record as it is then. */
export async function updateRecord(
  db: Db,
  author: Author,
  model: Model,
  change: Change,
  also: Statement[],
): Promise<AdminRecord | undefined> {
  const columns = model.toColumns?.(change.input, author.now, change.before) ?? ownColumns(model, change.input);
  const isEmpty = Object.values(columns).every((value) => value === undefined);
  return writeRecord(db, model, change.id, [
    auditChange(db, author, model, change),
    ...(isEmpty ? [] : [db.update(model.table).set(columns).where(eq(model.key, change.id))]),
    ...also,
  ]);
}

/** The columns that the fields read. */
function ownColumns({ table, fields }: Model, input: Input): Record<string, unknown> {
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column as unknown, name]));
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(fields[name]!.value)!, value]));
}

export async function removeRecord(db: Db, model: Model, id: RecordId, audit: Statement): Promise<void> {
  await db.batch([audit, db.delete(model.table).where(eq(model.key, id))]);
}
