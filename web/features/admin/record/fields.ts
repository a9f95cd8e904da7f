import type { AdminField, AdminRecord, AdminValue } from "#schema/admin.ts";

/** `featured_until` as words. */
export const toLabel = (name: string) => name.replaceAll("_", " ");

export const isEmpty = (value: AdminValue | undefined): value is null | undefined | "" =>
  value === null || value === undefined || value === "";

export const canEdit = (fields: readonly AdminField[]) => fields.some((field) => field.is_editable);

/** What a record is called among others of its kind. */
export function recordName(fields: readonly AdminField[], record: AdminRecord): string {
  const named = fields.find(({ name, kind }) => kind === "text" && record[name]);
  return named ? String(record[named.name]) : `No. ${record.id}`;
}

/** A value as the field's control holds it: dates in the reader's own time zone. */
export function toInputValue(kind: AdminField["kind"], value: AdminValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (kind === "date") return toLocalDateTime(new Date(String(value)));
  // As a browser gives back what a text area holds.
  return String(value).replaceAll(/\r\n?/g, "\n");
}

function fromInputValue(kind: AdminField["kind"], typed: string): AdminValue {
  if (kind === "boolean") return typed === "true";
  if (kind === "number") return typed === "" ? null : Number(typed);
  if (kind === "date") return typed === "" ? null : new Date(typed).toISOString();
  return typed;
}

/** What was changed of a record, by the names of its fields. */
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

/** Whether what was typed gives the person a right that they have not. */
export const givesRight = (fields: readonly AdminField[], record: AdminRecord, typed: FormData) =>
  fields.some(({ name, gives_right }) => gives_right && typed.get(name) === "true" && record[name] !== true);

/** As `<input type="datetime-local">` spells it. */
function toLocalDateTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
