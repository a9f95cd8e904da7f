import { COMBINATIONS, MIN_COMBINED_SITES } from "#schema/facts/combinations.ts";
import { isFiltered } from "#schema/facts/filters.ts";
import type { CountedCombination, ListQuery } from "#schema/pages/pages.ts";
import type { SitePage } from "#schema/sites/sites.ts";

const MOST = 12;

/** The combinations that have enough sites, the largest first. Only the numbers of a whole list say so. */
export function countedCombinations({ facets }: SitePage, { q, filters }: ListQuery): CountedCombination[] {
  if (q !== "" || isFiltered(filters)) return [];
  return COMBINATIONS.map(({ word, filter, value }) => ({ word, count: facets?.[filter]?.[value] ?? 0 }))
    .filter(({ count }) => count >= MIN_COMBINED_SITES)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST);
}
