import type { AdminRecord } from "#schema/admin.ts";
import { type EditableGuide, linesOf, parseChoice } from "#schema/sites/product-guide.ts";
import { ApiError } from "../../../data/api.ts";

/** `key` tells rows apart while they are edited. */
export type LineRow = { key: string; text: string };
export type ChoiceRow = LineRow & { slug: string };

export type GuideDraft = {
  about: string;
  reasons: LineRow[];
  formats: string;
  steps: LineRow[];
  link: string;
  choices: ChoiceRow[];
  by: string;
};

export const blankLine = (): LineRow => ({ key: crypto.randomUUID(), text: "" });
export const blankChoice = (): ChoiceRow => ({ ...blankLine(), slug: "" });

export function toDraft({ record }: EditableGuide): GuideDraft {
  const textOf = (name: string) => String(record[name] ?? "");
  const rowsOf = (name: string) => linesOf(textOf(name)).map((text) => ({ ...blankLine(), text }));
  return {
    about: textOf("about"),
    reasons: rowsOf("why_leave"),
    formats: textOf("export_formats"),
    steps: rowsOf("export_steps"),
    link: textOf("export_link"),
    choices: linesOf(textOf("choices")).flatMap((line) => ({ ...blankChoice(), ...parseChoice(line) })),
    by: textOf("choices_by"),
  };
}

const HALF_CHOICE = "Please choose a site and write a text in each row, or remove the row.";

/**
 * Returns the changed fields of the product's record.
 * @throws ApiError if a choice has no site or no text.
 */
export function changedTexts(draft: GuideDraft, record: AdminRecord): Record<string, string> {
  const linesIn = (rows: LineRow[]) => rows.map(({ text }) => text.trim()).filter(Boolean);
  const choices = draft.choices.filter(({ slug, text }) => slug !== "" || text.trim() !== "");
  if (choices.some(({ slug, text }) => slug === "" || text.trim() === ""))
    throw new ApiError(400, HALF_CHOICE, { choices: HALF_CHOICE });
  const fields = {
    about: draft.about,
    why_leave: linesIn(draft.reasons).join("\n"),
    export_formats: draft.formats,
    export_steps: linesIn(draft.steps).join("\n"),
    export_link: draft.link,
    choices: choices.map(({ slug, text }) => `${slug}: ${text.trim()}`).join("\n"),
    choices_by: draft.by,
  };
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== (record[name] ?? "")));
}
