import { type SQL, sql } from "drizzle-orm";
import { auditLog } from "#schema/tables/admin.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { type Change, type Field, isRecord, type Model, type RecordId } from "./model.ts";

/** `id` is null, and `email` the name of a program, if nobody was signed in. */
export type Author = { id: number | null; email: string; now: number };

/** Statement for a batch, before the change: the fields as they are then, and as they will be. */
export const auditChange = (db: Db, author: Author, model: Model, { id, input }: Change) =>
  insertEntry(db, author, model, { id, action: "change", names: Object.keys(input), after: JSON.stringify(input) });

/** Statement for a batch, before the deletion: all fields of the record. */
export const auditDeletion = (db: Db, author: Author, model: Model, id: RecordId) =>
  insertEntry(db, author, model, { id, action: "delete", names: Object.keys(model.fields), after: "" });

/** Statement for a batch, before a merge: all fields of the record that goes, and which one remains. */
export const auditMerge = (db: Db, author: Author, model: Model, { id, into }: { id: RecordId; into: RecordId }) =>
  insertEntry(db, author, model, {
    id,
    action: "merge",
    names: Object.keys(model.fields),
    after: JSON.stringify({ into }),
  });

type Entry = { id: RecordId; action: "change" | "delete" | "merge"; names: string[]; after: string };

function insertEntry(db: Db, author: Author, model: Model, { id, action, names, after }: Entry): Statement {
  const parts = names.map((name) => sql`${name}, ${jsonValue(model.fields[name]!)}`);
  // In the order of the table's columns, as an INSERT from a SELECT wants them.
  const values = {
    id: sql<number>`NULL`.as("id"),
    userId: sql<number>`${author.id}`.as("user_id"),
    userEmail: sql<string>`${author.email}`.as("user_email"),
    action: sql<Entry["action"]>`${action}`.as("action"),
    model: sql<string>`${`${model.app}.${model.name}`}`.as("model"),
    recordId: sql<string>`${String(id)}`.as("record_id"),
    before: sql<string>`json_object(${sql.join(parts, sql`, `)})`.as("before"),
    after: sql<string>`${after}`.as("after"),
    createdAt: sql<number>`${author.now}`.as("created_at"),
  };
  return db.insert(auditLog).select(db.select(values).from(model.table).where(isRecord(model, id)));
}

/** A field as the calls spell it. */
function jsonValue({ kind, value }: Field): SQL {
  if (kind === "boolean") return sql`json(CASE WHEN ${value} THEN 'true' ELSE 'false' END)`;
  if (kind === "date") return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${value} / 1000.0, 'unixepoch')`;
  return sql`${value}`;
}
