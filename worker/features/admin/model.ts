import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { AdminRecord, FieldKind } from "#schema/admin.ts";
import type { AppEnv } from "../../env.ts";
import type { Query, Statement } from "../../db/connection.ts";
import type { Mail, Ports } from "../../ports.ts";
import type { Audited, AuditedField, Input, RecordId } from "../audit/audited.ts";

export type StaffRole = "staff" | "superuser";

/** An indexed column of the model's table, or of the one whose `id` stands in another indexed column of it, `through`. */
type IndexedColumn = SQLiteColumn | { column: SQLiteColumn; foreignKey: SQLiteColumn; id: SQLiteColumn };

/** What a list is sorted by: `rowid` grows with each record, whatever its id is. */
export type Sort = IndexedColumn | "rowid";

export type Field = Pick<AuditedField, "value"> & {
  label: string;
  kind: FieldKind;
  /** What can be chosen, with labels. */
  choices?: Readonly<Record<string, string>>;
  /** The index that the list walks to sort by this field. */
  sort?: Sort;
  /** Nobody, where absent. */
  editableBy?: StaffRole;
  /** To say yes gives a right, which takes the password of the superuser who says it. */
  givesRight?: true;
};

export type { Input, RecordId };
export type Change = { id: RecordId; before: Input; input: Input };

/** What belongs to the transaction of a change: statements before it, and the one that reads what was written. */
export type Batch<T> = { also: Statement[]; answer: Query<T> };

/** A kind of record as staff see it. What it does not name, above all secrets, nobody can read or write. */
export type Model = Audited & {
  appName: string;
  verboseName: string;
  verboseNamePlural: string;
  fields: Record<string, Field>;
  search?: {
    /** IndexedColumn columns and how each spells a text; a search finds what begins with it. */
    columns: [column: IndexedColumn, toKey: (text: string) => string][];
    hint: string;
  };
  /** Lists of records of one kind; each has an index. `waits` names those that wait for staff, on the front page. */
  filters?: Record<string, { label: string; where: SQL; waitingLabel?: string }>;
  /** Rules of the fields that can be edited. */
  rules?: z.ZodMiniObject;
  /** Refuses people who may not change or delete this record, whatever their rank allows otherwise. */
  authorize?(c: Context<AppEnv>, record: AdminRecord): Promise<void>;
  /** Refuses a change or completes its input, or does outside what must have happened before it is written. */
  prepare?(c: Context<AppEnv>, change: Change): Promise<Input>;
  /** The columns that an input sets besides those that its fields read, or otherwise than they read them. */
  toColumns?(input: Input, now: number, before: Input): Record<string, unknown>;
  /** Writes a change if that is more than writing the row, and answers what `answer` does. */
  save?<T>(c: Context<AppEnv>, change: Change, batch: Batch<T>): Promise<T>;
  /** What else belongs to a change, in the same transaction, after the row itself. */
  extraStatements?(c: Context<AppEnv>, change: Change): Statement[] | Promise<Statement[]>;
  /** Who is told of a change by mail. It is kept in the same transaction, sent once it is written, and tried again. */
  composeMail?(c: Context<AppEnv>, change: Change): Promise<Mail | undefined>;
  /** Does outside what follows from what was written. */
  afterSave?(c: Context<AppEnv>, change: Change): Promise<void>;
  deletableBy?: StaffRole;
  /** Where deleting is more than deleting the row. `audit` belongs into its transaction. */
  remove?(c: Context<AppEnv>, id: RecordId, audit: Statement): Promise<void>;
  /** Makes the edge forget what it shows of a record that was changed or deleted. */
  purgeCache?(ports: Ports, before: Input): Promise<void>;
};

type Options = Pick<Field, "sort" | "editableBy" | "givesRight">;

const field =
  (kind: FieldKind) =>
  (label: string, value: Field["value"], options: Options = {}): Field => ({ label, kind, value, ...options });

const KINDS: Partial<Record<string, FieldKind>> = { number: "number", boolean: "boolean" };

/** A field that is named and shown as its column is. */
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

export const choice = (
  label: string,
  value: Field["value"],
  choices: Readonly<Record<string, string>>,
  options: Options = {},
): Field => ({ label, kind: "choice", value, choices, ...options });
