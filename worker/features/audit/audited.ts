import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AdminRecord, AdminValue, FieldKind } from "#schema/admin.ts";

export type Input = Record<string, AdminValue>;
export type RecordId = AdminRecord["id"];

export type Audited = {
  /** The log stores `{app}.{name}` as the model. */
  app: string;
  name: string;
  table: SQLiteTable;
  /** The primary key. An id of two columns is written `7-12`. */
  key: SQLiteColumn | [SQLiteColumn, SQLiteColumn];
  /** By their names in the JSON API. */
  fields: Record<string, AuditedField>;
  /** The email address of the person whom a record is about: SQL, or the name of a field. */
  person?: SQL | string;
};

export type AuditedField = {
  /** In Unix ms if `kind` is `date`. */
  value: SQLiteColumn | SQL;
  kind?: FieldKind;
  /** The log keeps at most this many characters of the value. */
  max?: number;
};

const MAX_ARTICLE_LENGTH = 10_000;

export const article = (value: AuditedField["value"]): AuditedField => ({ value, max: MAX_ARTICLE_LENGTH });

/** SQL for a record's id, as URLs contain it: `7` or `7-12`. */
export const recordIdSql = ({ key }: Pick<Audited, "key">): SQL => sql.join([key].flat(), sql` || '-' || `);

/** SQL condition for the record with this id. An id that is not valid matches no record. */
export function hasRecordId({ key }: Pick<Audited, "key">, id: RecordId): SQL {
  const columns = [key].flat();
  const parts = columns.length > 1 ? String(id).split("-") : [String(id)];
  const isValid = columns.every(
    ({ dataType }, index) => dataType !== "number" || /^\d{1,15}$/.test(parts[index] ?? ""),
  );
  if (!isValid || parts.length > columns.length) return sql`${columns[0]} = NULL`;
  return and(
    ...columns.map((column, index) => eq(column, column.dataType === "number" ? Number(parts[index]) : parts[index])),
  )!;
}
