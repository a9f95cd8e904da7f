import * as z from "zod/mini";
import type { AdminField, AdminRecord, AdminValue } from "#schema/admin.ts";
import { MINUTE_MS } from "#schema/values/dates.ts";

/** The rules of a form for a record: only the server validates its fields. */
export const anyTexts = z.record(z.string(), z.string());

/** Returns "featured until" for `featured_until`. */
export const toLabel = (name: string) => name.replace("facts.", "").replaceAll("_", " ");

/** A listing without facts has `{}`. */
export const isEmpty = (value: AdminValue | undefined): value is null | undefined | "" | "{}" =>
  value === null || value === undefined || value === "" || value === "{}";

/** The columns of a table. The other fields are shown when somebody asks for the details. */
export const MOST_COLUMNS = 8;

export const canEdit = (fields: readonly AdminField[]) => fields.some((field) => field.is_editable);

/** Returns a name for headings and messages: the first text of the record that is not empty, or its id. */
export function recordName(fields: readonly AdminField[], record: AdminRecord): string {
  const named = fields.find(({ name, kind }) => kind === "text" && record[name]);
  return named ? String(record[named.name]) : `No. ${record.id}`;
}

/** Returns the text up to its word number `most`. */
export function firstWords(text: string, most: number): string {
  const next = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)][most];
  return next ? text.slice(0, next.index).trimEnd() : text;
}

/** Dates are in the user's time zone. */
export function toInputValue(kind: AdminField["kind"], value: AdminValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (kind === "date") return toLocalDateTime(new Date(String(value)));
  // A text area returns its lines with \n only. Without this, unchanged text would look changed.
  return String(value).replaceAll(/\r\n?/g, "\n");
}

function fromInputValue(kind: AdminField["kind"], typed: string): AdminValue {
  if (kind === "boolean") return typed === "true";
  if (kind === "number") return typed === "" ? null : Number(typed);
  if (kind === "date") return typed === "" ? null : new Date(typed).toISOString();
  return typed;
}

export function changedFields(
  fields: readonly AdminField[],
  record: AdminRecord,
  typed: Record<string, string>,
): Record<string, AdminValue> {
  const changed = fields.filter(
    ({ name, kind, is_editable }) => is_editable && name in typed && typed[name] !== toInputValue(kind, record[name]),
  );
  return Object.fromEntries(changed.map(({ name, kind }) => [name, fromInputValue(kind, typed[name]!)]));
}

/** Returns the values of all fields of a new record. */
export const enteredValues = (
  fields: readonly AdminField[],
  typed: Record<string, string>,
): Record<string, AdminValue> =>
  Object.fromEntries(
    fields
      .filter((field) => field.is_editable)
      .map(({ name, kind }) => [name, fromInputValue(kind, typed[name] ?? "")]),
  );

/** Returns whether a form gives a right that the record does not have. */
export const givesRight = (fields: readonly AdminField[], record: AdminRecord, typed: FormData) =>
  fields.some(({ name, gives_right }) => gives_right && typed.get(name) === "true" && record[name] !== true);

/** Returns the value for `<input type="datetime-local">`: "2026-11-20T18:30". */
function toLocalDateTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
