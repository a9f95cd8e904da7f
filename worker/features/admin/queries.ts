import { and, asc, count, desc, eq, getTableColumns, getTableName, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import {
  ADMIN_PER_PAGE,
  type AdminApp,
  type AdminRecord,
  type AdminPendingWork,
  type AdminValue,
} from "#schema/admin.ts";
import { toIso } from "#schema/values/dates.ts";
import type { Page } from "#schema/sites/sites.ts";
import { counters } from "#schema/tables/sites.ts";
import { batchReturningLast, type Db, type Statement } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { toPage, pageOffset } from "../../db/paging.ts";
import { hasRecordId, recordIdSql } from "../audit/audited.ts";
import { auditChange, auditCreation, type Author } from "../audit/statements.ts";
import type { RecordChange, Field, Input, Model, RecordId, Sort } from "./model.ts";

/** A search finds at most this many records per column. */
const SEARCH_MAX = 1000;

const columnsOf = (model: Model) => ({
  id: sql<number | string>`${recordIdSql(model)}`.as("id"),
  ...Object.fromEntries(
    Object.entries(model.fields).map(([name, field]) => [name, sql<unknown>`${field.value}`.as(`field_${name}`)]),
  ),
});

/** Returns the models, grouped by app. Totals come from counters. Only the records that are pending work are counted. */
export async function countRecords(db: Db, models: Model[]): Promise<AdminApp[]> {
  const lists = models.flatMap((model) =>
    Object.entries(model.filters ?? {}).flatMap(([filter, { pendingWorkLabel: label, where }]) =>
      label ? [{ model, filter, label, where }] : [],
    ),
  );
  const [rows, ...answers] = await db.batch([
    db
      .select()
      .from(counters)
      .where(and(gte(counters.name, "rows."), lt(counters.name, "rows/"))),
    ...lists.map(({ model, where }) => db.select({ count: count() }).from(model.table).where(where)),
  ]);
  const counts = new Map(rows.map(({ name, value }) => [name, value]));
  const pendingWorkOf = (model: Model): AdminPendingWork[] =>
    lists.flatMap(({ filter, label, ...list }, index) =>
      list.model === model ? [{ filter, label, count: answers[index]![0]!.count }] : [],
    );
  return [...Map.groupBy(models, ({ app }) => app)].map(([app, group]) => ({
    app_name: group[0]!.appName,
    app,
    models: group.map((model) => ({
      name: model.name,
      verbose_name_plural: model.verboseNamePlural,
      count: counts.get(rowCounterName(model.table)) ?? 0,
      waiting: pendingWorkOf(model),
    })),
  }));
}

const rowCounterName = (table: Model["table"]) => `rows.${getTableName(table)}`;

export type RecordQuery = {
  page: number;
  q: string;
  filter?: SQL;
  sort?: { by: Sort; isDescending: boolean };
};

/** Without `sort`, the list has the order of the model. */
export async function listRecords(db: Db, model: Model, query: RecordQuery): Promise<Page<AdminRecord>> {
  const { page, q, filter } = query;
  const sort = query.sort ?? (model.order && { by: model.order.by, isDescending: true });
  const where = and(filter, q === "" ? undefined : sql`${rowidOf(model)} IN ${rowidsWithPrefix(model, q)}`);
  const [[total], rows] = await db.batch([
    where
      ? db.select({ count: count() }).from(model.table).where(where)
      : db
          .select({ count: counters.value })
          .from(counters)
          .where(eq(counters.name, rowCounterName(model.table))),
    selectSorted(db, model, { where, sort }).limit(ADMIN_PER_PAGE).offset(pageOffset(page, ADMIN_PER_PAGE)),
  ]);
  const results = rows.map((row) => toRecord(model, row));
  return toPage(results, { count: total?.count ?? 0, page, perPage: ADMIN_PER_PAGE });
}

const rowidOf = ({ table }: Pick<Model, "table">) => sql`${table}.rowid`;

function selectSorted(db: Db, model: Model, { where, sort }: { where: SQL | undefined; sort: RecordQuery["sort"] }) {
  const select = db.select(columnsOf(model));
  const direction = !sort || sort.isDescending ? desc : asc;
  const age = direction(rowidOf(model));
  if (!sort || sort.by === "rowid") return select.from(model.table).where(where).orderBy(age);
  if (Array.isArray(sort.by))
    return select
      .from(model.table)
      .where(where)
      .orderBy(...sort.by.map((column) => direction(column)), age);
  if (!("foreignKey" in sort.by)) return select.from(model.table).where(where).orderBy(direction(sort.by), age);
  const { column, foreignKey, id } = sort.by;
  // SQLite keeps the order of a cross join. With a filter or a search, the matching records are the outer table.
  // Otherwise the sorted index is the outer table, so that SQLite can stop at the end of the page.
  const [outer, inner] = where ? [model.table, column.table] : [column.table, model.table];
  return select
    .from(outer)
    .crossJoin(inner)
    .where(and(eq(foreignKey, id), where))
    .orderBy(direction(column), age);
}

/** Subquery: the rowids of the record with the id `q` and of records with a search column that begins with `q`. */
function rowidsWithPrefix(model: Model, q: string): SQL {
  const { table, search } = model;
  const rowid = rowidOf(model);
  const ranges = (search?.columns ?? []).flatMap(([indexed, toKey]) => {
    const start = toKey(q);
    if (start === "") return [];
    const inRange = (column: SQLiteColumn) => sql`${column} >= ${start} AND ${column} < ${`${start}\u{10ffff}`}`;
    if (!("foreignKey" in indexed))
      return [
        sql`SELECT ${rowid} FROM ${table} WHERE ${inRange(indexed)} ORDER BY ${indexed} DESC, ${rowid} DESC LIMIT ${SEARCH_MAX}`,
      ];
    const { column, foreignKey, id } = indexed;
    return [
      sql`SELECT ${rowid} FROM (
          SELECT ${id} AS id FROM ${column.table} WHERE ${inRange(column)} LIMIT ${SEARCH_MAX}
        ) AS named CROSS JOIN ${table} ON ${foreignKey} = named.id LIMIT ${SEARCH_MAX}`,
    ];
  });
  const ofId = sql`SELECT ${rowid} FROM ${table} WHERE ${hasRecordId(model, q)}`;
  return sql`(${sql.join([ofId, ...ranges.map((range) => sql`SELECT * FROM (${range})`)], sql` UNION `)})`;
}

/** `id` is written as in URLs: see `recordIdSql`. */
export async function findRecord(db: Db, model: Model, id: string): Promise<AdminRecord | undefined> {
  const [row] = await selectRecord(db, model, id);
  return row && toRecord(model, row);
}

const selectRecord = (db: Db, model: Model, id: RecordId) =>
  db.select(columnsOf(model)).from(model.table).where(hasRecordId(model, id));

/**
 * Runs the statements and returns the new record, or undefined if it does not exist. The same batch reads the record: if
 * a later read failed, the caller would not know that the change was written.
 */
export async function writeRecord(
  db: Db,
  model: Model,
  id: RecordId,
  statements: Statement[],
): Promise<AdminRecord | undefined> {
  const [row] = await batchReturningLast(db, statements, selectRecord(db, model, id));
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

/** Writes a change, its audit log entry and `also` in one batch. Returns the new record, or undefined if it was deleted. */
export async function updateRecord(
  c: Context<AppEnv>,
  author: Author,
  model: Model,
  change: RecordChange,
  also: Statement[],
): Promise<AdminRecord | undefined> {
  const { db } = c.var;
  const audit = auditChange(db, author, model, change);
  if (model.save) {
    const answer = selectRecord(db, model, change.id);
    const [row] = await model.save(c, change, { also: [audit, ...also], answer });
    return row && toRecord(model, row);
  }
  const columns = {
    ...columnValues(model, change.input),
    ...model.toColumns?.(change.input, author.now, change.before),
  };
  const isEmpty = Object.values(columns).every((value) => value === undefined);
  return writeRecord(db, model, change.id, [
    audit,
    ...(isEmpty ? [] : [db.update(model.table).set(columns).where(hasRecordId(model, change.id))]),
    ...also,
  ]);
}

/** Adds a record and its audit log entry in one batch. Returns the record. */
export async function createRecord(db: Db, author: Author, model: Model, input: Input): Promise<AdminRecord> {
  const columns = {
    ...columnValues(model, input),
    ...model.toColumns?.(input, author.now),
    ...model.creation?.columns(author.now),
  };
  // The triggers that count rows insert none, so this is still the new record: https://sqlite.org/lang_corefunc.html#last_insert_rowid
  const isNew = sql`${rowidOf(model)} = last_insert_rowid()`;
  const [, [row]] = await db.batch([
    db.insert(model.table).values(columns),
    db.select(columnsOf(model)).from(model.table).where(isNew),
    auditCreation(db, author, model, { input, isNew }),
  ]);
  return toRecord(model, row!);
}

/** Returns the input by column name, without fields that are not columns of the table. */
function columnValues({ table, fields }: Model, input: Input): Record<string, unknown> {
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column as unknown, name]));
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const { kind, value: read } = fields[name]!;
      const column = names.get(read);
      return column ? [[column, kind === "date" && typeof value === "string" ? Date.parse(value) : value]] : [];
    }),
  );
}

export async function removeRecord(db: Db, model: Model, id: RecordId, audit: Statement): Promise<void> {
  await db.batch([audit, db.delete(model.table).where(hasRecordId(model, id))]);
}
