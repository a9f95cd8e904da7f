import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import * as z from "zod/mini";
import { type AdminRecord, type FieldKind, MAX_REASON_LENGTH } from "#schema/admin.ts";
import type { AppEnv } from "../../env.ts";
import type { Query, Statement } from "../../db/connection.ts";
import type { Mail, Subject } from "../../ports.ts";
import type { Audited, AuditedField, Input, RecordId } from "../audit/audited.ts";

export type StaffRole = "staff" | "superuser";

/**
 * An indexed column of the model's table or of another table. `foreignKey` is the indexed column of the model's table
 * that refers to `id` of the other table.
 */
type IndexedColumn = SQLiteColumn | { column: SQLiteColumn; foreignKey: SQLiteColumn; id: SQLiteColumn };

/**
 * The order of a list. `rowid` is the order of creation, even if the id is not a number. Several columns are those of one
 * index.
 */
export type Sort = IndexedColumn | SQLiteColumn[] | "rowid";

export type Field = Pick<AuditedField, "value"> & {
  label: string;
  kind: FieldKind;
  choices?: Readonly<Record<string, string>>;
  /** What staff must know when they fill in the field. */
  hint?: string;
  sort?: Sort;
  /** Without it, the field is read-only. */
  editableBy?: StaffRole;
  /** The form is on the page that shows the field. Tables only show it. */
  isEditedOnPage?: true;
  /** If set, the value true gives a right to a user. Setting it needs the password of the superuser. */
  givesRight?: true;
};

export type { Input, RecordId };
export type RecordChange = { id: RecordId; before: Input; input: Input };

/** Statements for the transaction of a change: `also` runs before the change, and `answer` reads the result. */
export type ChangeBatch<T> = { also: Statement[]; answer: Query<T> };

/** A kind of record in the admin. Staff cannot see or edit columns that are not in `fields`, such as secrets. */
export type Model = Audited & {
  appName: string;
  verboseName: string;
  verboseNamePlural: string;
  /** What staff must know before they change such records. */
  note?: string;
  fields: Record<string, Field>;
  search?: {
    /** Indexed columns, each with a function that normalizes the search text for it. A search matches prefixes. */
    columns: [column: IndexedColumn, toKey: (text: string) => string][];
    hint: string;
  };
  /** The order of a list if nothing else is chosen, the highest first. By default the newest records come first. */
  order?: { by: Sort; label: string };
  /** Each filter has an index. A filter with `pendingWorkLabel` is also a task on the front page. */
  filters?: Record<string, { label: string; where: SQL; pendingWorkLabel?: string }>;
  rules?: z.ZodMiniObject;
  /** Throws AppError 403 if the user must not change or delete this record, although their role allows it for others. */
  authorize?(c: Context<AppEnv>, record: AdminRecord): Promise<void>;
  /** Runs before a change is written. Throws an AppError to refuse it, or returns the input to write. */
  prepare?(c: Context<AppEnv>, change: RecordChange): Promise<Input>;
  /** Returns more columns to set, or other values for the columns of fields. */
  toColumns?(input: Input, now: number, before?: Input): Record<string, unknown>;
  /** Replaces the update of the row. Returns the result of `batch.answer`. */
  save?<T>(c: Context<AppEnv>, change: RecordChange, batch: ChangeBatch<T>): Promise<T>;
  /** Returns more statements for the transaction. They run after the update of the row, or before the writes of `save`. */
  extraStatements?(c: Context<AppEnv>, change: RecordChange): Statement[] | Promise<Statement[]>;
  /** Returns an email to queue in the transaction of the change. */
  composeMail?(c: Context<AppEnv>, change: RecordChange): Promise<Mail | undefined>;
  /** Runs after the transaction of a change. */
  afterSave?(c: Context<AppEnv>, change: RecordChange): Promise<void>;
  /** Without it, nobody adds records. A new record has all editable fields; `columns` returns what they lack. */
  creation?: { by: StaffRole; columns(now: number): Record<string, unknown> };
  /** Runs after a record was added, changed or deleted. */
  afterWrite?(c: Context<AppEnv>): void;
  deletableBy?: StaffRole;
  /** Replaces the deletion of the row. `audit` must run in the same transaction. `reason` is for the owner, or "". */
  remove?(c: Context<AppEnv>, id: RecordId, audit: Statement, reason: string): Promise<void>;
  /**
   * Returns the subjects under which public responses show the record, unless `save` or `remove` says what they change.
   * A new record has no id yet.
   */
  shownAs?(record: Input, id?: RecordId): Subject[];
};

type Options = Pick<Field, "hint" | "sort" | "editableBy" | "isEditedOnPage" | "givesRight">;

const field =
  (kind: FieldKind) =>
  (label: string, value: Field["value"], options: Options = {}): Field => ({ label, kind, value, ...options });

const KINDS: Partial<Record<string, FieldKind>> = { number: "number", boolean: "boolean" };

/** Returns a field with the column's type. Its label is made of `name`: "is_staff" becomes "Is staff". */
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
export const facts = field("facts");

/** What staff write to an owner. */
export const reasonText = z
  .string()
  .check(z.trim(), z.maxLength(MAX_REASON_LENGTH, `The reason must be at most ${MAX_REASON_LENGTH} characters long`));

/** An ISO 8601 time in UTC, or null. */
export const dateOrNull = z.nullable(z.iso.datetime("Please enter a date and a time, or leave both empty."));

export const choice = (
  label: string,
  value: Field["value"],
  choices: Readonly<Record<string, string>>,
  options: Options = {},
): Field => ({ label, kind: "choice", value, choices, ...options });
