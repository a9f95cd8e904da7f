import { and, inArray, is, lt, SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import { auditLog } from "#schema/tables/admin.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { type Audited, type AuditedField, type Input, hasRecordId, type RecordId, recordIdSql } from "./audited.ts";

/** `now` is in Unix ms. For a command that runs without a user, `id` is null and `email` is the command's name. */
export type Author = { id: number | null; email: string; now: number };

/** Statement for a batch, to run before the change: logs the fields of `input` with their old and new values. */
export function auditChange(
  db: Db,
  author: Author,
  audited: Audited,
  { id, input }: { id: RecordId; input: Input },
): Statement {
  const after = Object.entries(input).map(([name, value]) => [name, truncate(audited.fields[name]!, value)] as const);
  const names = Object.keys(input);
  return insertEntry(db, author, audited, {
    which: id,
    action: "change",
    names,
    after: JSON.stringify(Object.fromEntries(after)),
  });
}

/** Statement for a batch, to run before the change: logs that `added` joins a field that is a list with commas. */
export function auditAddition(
  db: Db,
  author: Author,
  audited: Audited,
  { id, name, added }: { id: RecordId; name: string; added: string },
): Statement {
  const { value: list } = audited.fields[name]!;
  return insertEntry(db, author, audited, {
    which: id,
    action: "change",
    names: [name],
    after: sql`json_object(${name}, iif(${list} = '', '', ${list} || ', ') || ${added})`,
  });
}

/** Statement for a batch, to run after the record was inserted, and before another row is. `isNew` finds the record. */
export const auditCreation = (
  db: Db,
  author: Author,
  audited: Audited,
  { input, isNew }: { input: Input; isNew: SQL },
): Statement =>
  insertEntry(db, author, audited, {
    which: isNew,
    action: "create",
    names: [],
    after: JSON.stringify(input),
  });

/** Statement for a batch, to run before the deletion: logs all fields of the record. */
export const auditDeletion = (db: Db, author: Author, audited: Audited, id: RecordId): Statement =>
  insertEntry(db, author, audited, { which: id, action: "delete", names: Object.keys(audited.fields), after: "" });

/** Statement for a batch, to run before a merge: logs all fields of the record that disappears. */
export const auditMerge = (
  db: Db,
  author: Author,
  audited: Audited,
  { id, into }: { id: RecordId; into: RecordId },
): Statement =>
  insertEntry(db, author, audited, {
    which: id,
    action: "merge",
    names: Object.keys(audited.fields),
    after: JSON.stringify({ into }),
  });

type Entry = {
  which: RecordId | SQL;
  action: "create" | "change" | "delete" | "merge";
  names: string[];
  after: string | SQL;
};

function insertEntry(db: Db, author: Author, audited: Audited, { which, action, names, after }: Entry): Statement {
  const parts = names.map((name) => sql`${name}, ${jsonValue(audited.fields[name]!)}`);
  // The order must be that of the table's columns, because INSERT … SELECT matches them by position.
  const values = {
    id: sql<number>`NULL`.as("id"),
    userId: sql<number>`${author.id}`.as("user_id"),
    userEmail: sql<string>`${author.email}`.as("user_email"),
    action: sql<Entry["action"]>`${action}`.as("action"),
    model: sql<string>`${`${audited.app}.${audited.name}`}`.as("model"),
    recordId: sql<string>`${is(which, SQL) ? sql`CAST(${recordIdSql(audited)} AS TEXT)` : String(which)}`.as(
      "record_id",
    ),
    before: sql<string>`json_object(${sql.join(parts, sql`, `)})`.as("before"),
    after: sql<string>`${after}`.as("after"),
    createdAt: sql<number>`${author.now}`.as("created_at"),
    person: sql<
      string | null
    >`${typeof audited.person === "string" ? audited.fields[audited.person]!.value : (audited.person ?? null)}`.as(
      "person",
    ),
  };
  return db.insert(auditLog).select(
    db
      .select(values)
      .from(audited.table)
      .where(is(which, SQL) ? which : hasRecordId(audited, which)),
  );
}

/** SQL for a field's value as the JSON API has it: real booleans, and times in ISO 8601. */
function jsonValue({ kind, value, max }: AuditedField): SQL {
  if (kind === "boolean") return sql`json(CASE WHEN ${value} THEN 'true' ELSE 'false' END)`;
  if (kind === "date") return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${value} / 1000.0, 'unixepoch')`;
  return max === undefined ? sql`${value}` : sql`substr(${value}, 1, ${max})`;
}

const truncate = ({ max }: AuditedField, value: Input[string]) =>
  typeof value === "string" ? value.slice(0, max) : value;

const KEPT_MS = 2 * 365 * DAY_MS;

/** Statement for cron. The oldest entries have the lowest ids. */
export function deleteOldEntries(db: Db, now: number, limit: number) {
  const oldest = db.select({ id: auditLog.id }).from(auditLog).orderBy(auditLog.id).limit(limit);
  return db.delete(auditLog).where(and(inArray(auditLog.id, oldest), lt(auditLog.createdAt, now - KEPT_MS)));
}
