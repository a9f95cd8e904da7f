import { categoryPath, sitePath, targetPath } from "#schema/paths.ts";
import { CATEGORY_LABELS, type Page, type TargetSuggestion } from "#schema/sites.ts";
import type { Suggestions } from "#schema/suggestions.ts";
import { get } from "../../../api.ts";
import type { ComboboxOption, OptionGroup } from "../../../ui/combobox.tsx";
import { countText } from "../browse/counts.ts";
import { faviconHost, Logo } from "../card/logo.tsx";

export async function suggestTargets(
  text: string,
  signal: AbortSignal,
): Promise<OptionGroup<ComboboxOption & { link: string }>[]> {
  const { results } = await get<Page<TargetSuggestion>>(`alternatives/?${new URLSearchParams({ q: text })}`, signal);
  return [{ options: results.map(({ id, name, link }) => ({ id, text: name, note: faviconHost(link) ?? "", link })) }];
}

type PageOption = ComboboxOption & { path: string };

const pageAt = (path: string, text: string, note: string) => ({ id: path, path, text, note });

export async function suggestPages(text: string, signal: AbortSignal): Promise<OptionGroup<PageOption>[]> {
  const found = await get<Suggestions>(`suggestions/?${new URLSearchParams({ q: text })}`, signal);
  return [
    {
      heading: "Products",
      options: found.products.map(({ name, slug, count }) => ({
        ...pageAt(targetPath(slug), name, countText(count, ["alternative", "alternatives"])),
        logo: <Logo name={name} size={24} isProduct />,
      })),
    },
    {
      heading: "Sites",
      options: found.sites.map(({ name, slug, link }) => ({
        ...pageAt(sitePath(slug), name, faviconHost(link) ?? ""),
        logo: <Logo name={name} link={link} size={24} />,
      })),
    },
    {
      heading: "Categories",
      options: found.categories.map(({ category, count }) =>
        pageAt(categoryPath(category), CATEGORY_LABELS[category], countText(count, ["site", "sites"])),
      ),
    },
  ];
}
