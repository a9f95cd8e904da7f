import { blogPath, categoryPath, homePath, productPath, sitePath, withQuery } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS } from "#schema/sites/sites.ts";
import type { Suggestions } from "#schema/search/suggestions.ts";
import { get } from "../../../data/api.ts";
import type { ComboboxOption, OptionGroup } from "../../../ui/combobox.tsx";
import { countText } from "../../../ui/counts.ts";
import { faviconHost, Logo } from "../logo/logo.tsx";
import { Marked, Marks } from "../card/marked.tsx";
import { marksOf } from "../card/marked-parts.ts";

export async function suggestProducts(
  text: string,
  signal: AbortSignal,
): Promise<OptionGroup<ComboboxOption & { link: string; slug: string }>[]> {
  const { results } = await get("alternatives/", { query: { q: text }, signal });
  return [
    {
      options: results.map(({ id, name, slug, link }) => ({
        id,
        text: name,
        note: faviconHost(link) ?? "",
        link,
        slug,
      })),
    },
  ];
}

type SearchOption = ComboboxOption & { path: string };

const MOST_KEPT = 50;
/** Answers of this visit, the oldest first. */
const answers = new Map<string, Suggestions>();

async function findSuggestions(text: string, signal: AbortSignal): Promise<Suggestions> {
  const kept = answers.get(text);
  if (kept) return kept;
  const found = await get("suggestions/", { query: { q: text }, signal });
  if (answers.size >= MOST_KEPT) answers.delete(answers.keys().next().value!);
  answers.set(text, found);
  return found;
}

export async function suggestSites(
  text: string,
  signal: AbortSignal,
): Promise<OptionGroup<ComboboxOption & { slug: string }>[]> {
  const { sites } = await findSuggestions(text, signal);
  const options = sites.map(({ name, slug, link }) => ({
    id: slug,
    slug,
    text: name,
    note: faviconHost(link) ?? "",
    logo: <Logo name={name} link={link} size={24} />,
  }));
  return [{ options }];
}

export async function suggestPages(text: string, signal: AbortSignal): Promise<OptionGroup<SearchOption>[]> {
  const found = await findSuggestions(text, signal);
  const marks = marksOf(text);
  const pageAt = (path: string, name: string, note: string) => ({
    id: path,
    path,
    text: name,
    shown: (
      <Marks value={marks}>
        <Marked text={name} />
      </Marks>
    ),
    note,
  });
  return [
    {
      heading: "Products",
      options: found.products.map(({ name, slug, count }) => ({
        ...pageAt(productPath(slug), name, countText(count, ["alternative", "alternatives"])),
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
    { heading: "Articles", options: found.articles.map(({ title, slug }) => pageAt(blogPath(slug), title, "")) },
  ];
}

/**
 * For a search box that shows no results of its own: Enter opens the page whose name was typed, and the last option
 * searches.
 */
export async function suggestPagesAndSearch(text: string, signal: AbortSignal): Promise<OptionGroup<SearchOption>[]> {
  const groups = await suggestPages(text, signal);
  const best = groups.flatMap(({ options }) => options).find((option) => isSame(option.text, text));
  const path = withQuery(homePath, { q: text });
  return [
    ...groups.map(({ options, ...group }) => ({
      ...group,
      options: options.map((option) => (option === best ? { ...option, isBest: true } : option)),
    })),
    {
      heading: "Search",
      options: [{ id: path, path, text, shown: `Search for “${text}”`, note: "", isAction: true }],
    },
  ];
}

const isSame = (one: string, other: string) => one.localeCompare(other, "en", { sensitivity: "base" }) === 0;
