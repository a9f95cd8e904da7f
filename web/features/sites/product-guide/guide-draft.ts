import type { AdminRecord } from "#schema/admin.ts";
import { linesOf, parseChoice } from "#schema/sites/product-guide.ts";
import { ApiError } from "../../../data/api.ts";

const TEXTS = ["about", "export_formats", "export_link", "choices_by"] as const;
const LISTS = ["why_leave", "export_steps", "choices"] as const;
export type TextName = (typeof TEXTS)[number];
export type ListName = (typeof LISTS)[number];

/** A line of a list. Only choices have a site. `key` tells rows apart while they are edited. */
export type Row = { key: string; slug: string; text: string };
/** By the fields of the product's record. */
export type GuideDraft = Record<TextName, string> & Record<ListName, Row[]>;

export const blankRow = (): Row => ({ key: crypto.randomUUID(), slug: "", text: "" });

export function toDraft(record: AdminRecord): GuideDraft {
  const textOf = (name: string) => String(record[name] ?? "");
  const rowOf = (name: ListName, line: string) => (name === "choices" ? parseChoice(line) : { text: line });
  const rowsOf = (name: ListName) => linesOf(textOf(name)).map((line) => ({ ...blankRow(), ...rowOf(name, line) }));
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, textOf(name)]),
    ...LISTS.map((name) => [name, rowsOf(name)]),
  ]) as GuideDraft;
}

const HALF_CHOICE = "Please choose a site and write a text in each row, or remove the row.";

/**
 * Returns the changed fields of the record.
 * @throws ApiError if a choice has no site or no text.
 */
export function changedTexts(draft: GuideDraft, record: AdminRecord): Record<string, string> {
  const filled = (name: ListName) => draft[name].filter(({ slug, text }) => slug || text.trim());
  if (filled("choices").some(({ slug, text }) => !slug || !text.trim()))
    throw new ApiError(400, HALF_CHOICE, { choices: HALF_CHOICE });
  const lineOf = ({ slug, text }: Row) => (slug ? `${slug}: ${text.trim()}` : text.trim());
  const fields = [
    ...TEXTS.map((name) => [name, draft[name]] as const),
    ...LISTS.map((name) => [name, filled(name).map(lineOf).join("\n")] as const),
  ];
  return Object.fromEntries(fields.filter(([name, value]) => value !== (record[name] ?? "")));
}
