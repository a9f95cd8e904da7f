import type { AdminRecord } from "#schema/admin.ts";
import { linesOf, parseChoice } from "#schema/sites/product-guide.ts";
import { ApiError } from "../../../data/api.ts";

const TEXTS = ["about", "why_leave", "export_formats", "export_steps", "export_link", "choices_by"] as const;
export type TextName = (typeof TEXTS)[number];

/** `key` tells rows apart while they are edited. */
export type ChoiceRow = { key: string; slug: string; text: string };
/** By the fields of the product's record. */
export type GuideDraft = Record<TextName, string> & { choices: ChoiceRow[] };

export const blankRow = (): ChoiceRow => ({ key: crypto.randomUUID(), slug: "", text: "" });

export function toDraft(record: AdminRecord): GuideDraft {
  const textOf = (name: string) => String(record[name] ?? "");
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, textOf(name)])) as Record<TextName, string>),
    choices: linesOf(textOf("choices")).map((line) => ({ ...blankRow(), ...parseChoice(line) })),
  };
}

const HALF_CHOICE = "Please choose a site and write a text in each row, or remove the row.";

/**
 * Returns the changed fields of the record.
 * @throws ApiError if a choice has no site or no text.
 */
export function changedTexts(draft: GuideDraft, record: AdminRecord): Record<string, string> {
  const filled = draft.choices.filter(({ slug, text }) => slug || text.trim());
  if (filled.some(({ slug, text }) => !slug || !text.trim()))
    throw new ApiError(400, HALF_CHOICE, { choices: HALF_CHOICE });
  const fields = { ...draft, choices: filled.map(({ slug, text }) => `${slug}: ${text.trim()}`).join("\n") };
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== (record[name] ?? "")));
}
