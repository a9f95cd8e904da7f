import type { Page, TargetSuggestion } from "#schema/sites.ts";
import { get } from "../../api.ts";
import type { ComboboxOption } from "../../ui/combobox.tsx";
import { faviconHost } from "./favicon.tsx";

/** Popular products whose name or address holds the text. */
export async function suggestTargets(
  text: string,
  signal: AbortSignal,
): Promise<(ComboboxOption & { link: string })[]> {
  const { results } = await get<Page<TargetSuggestion>>(`alternatives/?${new URLSearchParams({ q: text })}`, signal);
  return results.map(({ id, name, link }) => ({ id, text: name, note: faviconHost(link) ?? "", link }));
}
