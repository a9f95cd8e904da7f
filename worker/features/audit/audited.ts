import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AdminRecord, AdminValue, FieldKind } from "#schema/admin.ts";

export type Input = Record<string, AdminValue>;
export type RecordId = AdminRecord["id"];

/** A kind of record as the audit log names and reads it. */
export type Audited = {
  /** The log calls it `{app}.{name}`. */
  app: string;
  name: string;
  table: SQLiteTable;
  /** What tells its records apart; an id of two columns is spelled `7-12`. */
  key: SQLiteColumn | [SQLiteColumn, SQLiteColumn];
  /** By the names that the calls give them. */
  fields: Record<string, AuditedField>;
};

export type AuditedField = {
  /** What it reads: a time in milliseconds if its kind is `date`. */
  value: SQLiteColumn | SQL;
  kind?: FieldKind;
  /** As many characters of it as the log keeps. */
  max?: number;
};

const ARTICLE_MAX = 10_000;

/** The beginning of an article. */
export const article = (value: AuditedField["value"]): AuditedField => ({ value, max: ARTICLE_MAX });

/** A record's id as its address spells it. */
export const recordIdSql = ({ key }: Pick<Audited, "key">): SQL => sql.join([key].flat(), sql` || '-' || `);

/** Which record has that id; none if ids of this kind are spelled otherwise. */
export function hasRecordId({ key }: Pick<Audited, "key">, id: RecordId): SQL {
  const columns = [key].flat();
  const parts = columns.length > 1 ? String(id).split("-") : [String(id)];
  const isSpelled = columns.every(
    ({ dataType }, index) => dataType !== "number" || /^\d{1,15}$/.test(parts[index] ?? ""),
  );
  if (!isSpelled || parts.length > columns.length) return sql`${columns[0]} = NULL`;
  return and(
    ...columns.map((column, index) => eq(column, column.dataType === "number" ? Number(parts[index]) : parts[index])),
  )!;
}
