import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import * as z from "zod/mini";
import type { AdminRecord, FieldKind } from "#schema/admin.ts";
import type { AppEnv } from "../../env.ts";
import type { Query, Statement } from "../../db/connection.ts";
import type { Mail, Ports } from "../../ports.ts";
import type { Audited, AuditedField, Input, RecordId } from "../audit/audited.ts";

export type StaffRole = "staff" | "superuser";

/**
 * An indexed column of the model's table. Or an indexed column of another table, whose `id` is in the indexed column
 * `foreignKey` of the model's table.
 */
type IndexedColumn = SQLiteColumn | { column: SQLiteColumn; foreignKey: SQLiteColumn; id: SQLiteColumn };

/** The order of a list. `rowid` is the order of creation, even if the id is not a number. */
export type Sort = IndexedColumn | "rowid";

export type Field = Pick<AuditedField, "value"> & {
  label: string;
  kind: FieldKind;
  choices?: Readonly<Record<string, string>>;
  /** The indexed column by which the list is sorted by this field. Without it, the list cannot be sorted by the field. */
  sort?: Sort;
  /** Who can edit the field. Without it, the field is read-only. */
  editableBy?: StaffRole;
  /** If set, changing the value to true gives a right to a user. The superuser must confirm it with their password. */
  givesRight?: true;
};

export type { Input, RecordId };
export type RecordChange = { id: RecordId; before: Input; input: Input };

/** Statements to run in the transaction of a change: `also` before the change, `answer` after it, to read the result. */
export type ChangeBatch<T> = { also: Statement[]; answer: Query<T> };

/** A kind of record in the admin. Columns that it does not list, such as secrets, cannot be read or written there. */
export type Model = Audited & {
  appName: string;
  verboseName: string;
  verboseNamePlural: string;
  fields: Record<string, Field>;
  search?: {
    /** Indexed columns, each with a function that normalizes the search text for it. A search matches prefixes. */
    columns: [column: IndexedColumn, toKey: (text: string) => string][];
    hint: string;
  };
  /** Filters of the list. Each has an index. A filter with `waitingLabel` is also a task for staff on the front page. */
  filters?: Record<string, { label: string; where: SQL; waitingLabel?: string }>;
  rules?: z.ZodMiniObject;
  /** Throws AppError 403 if the user cannot change or delete this record, even if their role allows it for others. */
  authorize?(c: Context<AppEnv>, record: AdminRecord): Promise<void>;
  /** Runs before a change is written. Throws an AppError to refuse it, or returns the input to write. */
  prepare?(c: Context<AppEnv>, change: RecordChange): Promise<Input>;
  /** Returns columns to set in addition to the columns of the fields, or with other values than the input. */
  toColumns?(input: Input, now: number, before: Input): Record<string, unknown>;
  /** Writes a change, if that is more than updating the row. Returns the result of `batch.answer`. */
  save?<T>(c: Context<AppEnv>, change: RecordChange, batch: ChangeBatch<T>): Promise<T>;
  /** Returns statements for the transaction of a change. They run after the update of the row, but before `save`. */
  extraStatements?(c: Context<AppEnv>, change: RecordChange): Statement[] | Promise<Statement[]>;
  /** Returns an email about the change. It is queued in the same transaction, so it is retried if sending fails. */
  composeMail?(c: Context<AppEnv>, change: RecordChange): Promise<Mail | undefined>;
  /** Runs after a change was written, for effects outside the database. */
  afterSave?(c: Context<AppEnv>, change: RecordChange): Promise<void>;
  deletableBy?: StaffRole;
  /** Deletes a record, if that is more than deleting the row. `audit` must run in the same transaction. */
  remove?(c: Context<AppEnv>, id: RecordId, audit: Statement): Promise<void>;
  /** Purges cached responses that show a record, after it was changed or deleted. */
  purgeCache?(ports: Ports, before: Input): Promise<void>;
};

type Options = Pick<Field, "sort" | "editableBy" | "givesRight">;

const field =
  (kind: FieldKind) =>
  (label: string, value: Field["value"], options: Options = {}): Field => ({ label, kind, value, ...options });

const KINDS: Partial<Record<string, FieldKind>> = { number: "number", boolean: "boolean" };

/** Returns a field with the column's type and a label made of `name`: "is_staff" becomes "Is staff". */
export const fieldOf = (name: string, column: SQLiteColumn, options: Options = {}): Field => {
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
  return field(KINDS[column.dataType] ?? "text")(label, column, options);
};

export const text = field("text");
export const longText = field("long_text");
export const number = field("number");
export const yesNo = field("boolean");
export const date = field("date");
export const changes = field("changes");

/** Validates a date field that may be empty: an ISO 8601 time in UTC, or null. */
export const dateOrNull = z.nullable(z.iso.datetime("Please enter a date and a time, or leave both empty."));

export const choice = (
  label: string,
  value: Field["value"],
  choices: Readonly<Record<string, string>>,
  options: Options = {},
): Field => ({ label, kind: "choice", value, choices, ...options });
