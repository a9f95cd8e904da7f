import { COUNTRY_NAMES } from "#schema/values/countries.ts";
import { LICENCES } from "#schema/facts/fact-rules.ts";
import { LANGUAGES } from "#schema/facts/fact-texts.ts";
import { type FactKind, YOU_DECIDE } from "#schema/facts/facts.ts";
import { MAX_SUGGESTIONS } from "#schema/sites/sites.ts";
import type { ComboboxOption, OptionGroup } from "../../../ui/combobox.tsx";
import { suggestProducts } from "../../sites/list/suggestions.tsx";

export type ListKind = Extract<FactKind["kind"], "licences" | "products" | "languages" | "places">;

export type ListOption = ComboboxOption & { value: string; link?: string };

type Suggest = (text: string, signal: AbortSignal) => Promise<OptionGroup<ListOption>[]>;

/** Suggests entries whose value or name has the text. Those that begin with it come first. */
const among = (entries: [value: string, name: string][]): Suggest => {
  const options = entries.map(([value, text]) => ({ id: value, value, text, note: value === text ? "" : value }));
  return async (typed) => {
    const text = typed.toLowerCase();
    const found = options.filter((option) => namesOf(option).some((name) => name.includes(text)));
    const isStart = (option: ListOption) => namesOf(option).some((name) => name.startsWith(text));
    const sorted = found.toSorted((a, b) => Number(isStart(b)) - Number(isStart(a)));
    return [{ options: sorted.slice(0, MAX_SUGGESTIONS) }];
  };
};

const namesOf = ({ value, text }: ListOption) => [value.toLowerCase(), text.toLowerCase()];

export const SUGGEST: Readonly<Record<ListKind, Suggest>> = {
  licences: among(LICENCES.map((id) => [id, id])),
  languages: among(Object.entries(LANGUAGES)),
  places: among([[YOU_DECIDE, "You decide"], ...Object.entries(COUNTRY_NAMES)]),
  async products(text, signal) {
    const groups = await suggestProducts(text, signal);
    return groups.map(({ options }) => ({ options: options.map((option) => ({ ...option, value: option.slug })) }));
  },
};

/** Returns the suggestion that has just this text. */
export async function findOption(kind: ListKind, text: string): Promise<ListOption | undefined> {
  const groups = await SUGGEST[kind](text, new AbortController().signal);
  return groups.flatMap(({ options }) => options).find((option) => namesOf(option).includes(text.toLowerCase()));
}
