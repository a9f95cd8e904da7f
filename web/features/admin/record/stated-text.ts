import { factOf, type Facts, isFactName } from "#schema/facts/facts.ts";
import { factText } from "#schema/facts/fact-texts.ts";
import { REPLACEMENTS } from "#schema/sites/sites.ts";
import { toLabel } from "./fields.ts";

/** The fields of the kind `facts`. */
const STATED = new Set(["facts", "fact_sources", "pair"]);
export const isStated = (field: string) => STATED.has(field);

/** Returns facts, their sources or a pair in words, one a line. `json` is the value of the field. */
export const statedText = (field: string, json: string): string =>
  Object.entries(JSON.parse(json) as object)
    .map(([name, value]) => `${labelOf(name)}: ${textOf(field, name, value)}`)
    .join("\n");

/** Returns the words for a value that somebody suggests, such as `facts.pricing`. */
export const suggestedText = (field: string, value: unknown): string =>
  textOf(field.startsWith("facts.") ? "facts" : "", field.replace("facts.", ""), value);

function labelOf(name: string): string {
  if (isFactName(name)) return factOf(name).label;
  return name.charAt(0).toUpperCase() + toLabel(name).slice(1);
}

function textOf(field: string, name: string, value: unknown): string {
  if (field === "facts" && isFactName(name)) return factText(name, value as NonNullable<Facts[typeof name]>);
  if (name === "replaces") return REPLACEMENTS[value as keyof typeof REPLACEMENTS] ?? String(value);
  const parts =
    typeof value === "object" && value !== null
      ? Object.values(value).map((part) => textOf(field, "", part))
      : [String(value ?? "")];
  return parts.filter(Boolean).join(", ");
}
