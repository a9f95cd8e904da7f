import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { FILTER_NAMES, type Filters, filterValueText } from "#schema/facts/filters.ts";
import { ownValue } from "#schema/values/records.ts";
import type { CardPage } from "#schema/sites/sites.ts";

/** `count` is undefined for a value that the page's data has not. */
export type OfferedValue = { filter: string; value: string; text: string; count: number | undefined };
type OfferedFilter = { filter: string; values: OfferedValue[] };

/**
 * The values that a visitor can choose, by filter: those that leave at least one site, those that are chosen, and those
 * that `isKept` names. Values of a declared list keep its order. Others stand by their numbers.
 */
export function offeredValues(
  { facets = {}, products, cut_facets }: Pick<CardPage, "facets" | "products" | "cut_facets">,
  chosen: Filters,
  isKept: (filter: string, value: string) => boolean = () => false,
): OfferedFilter[] {
  const offered = FILTER_NAMES.map((filter): OfferedFilter => {
    const counts = facets[filter] ?? {};
    const missing = cut_facets?.[filter] === undefined ? 0 : undefined;
    const isOffered = (value: string) =>
      (ownValue(counts, value) ?? 0) > 0 || chosen[filter]?.includes(value) || isKept(filter, value);
    const values = [...new Set([...orderOf(filter), ...Object.keys(counts), ...(chosen[filter] ?? [])])]
      .filter(isOffered)
      .map((value) => ({
        filter,
        value,
        text: filterValueText(filter, value, products),
        count: ownValue(counts, value) ?? missing,
      }));
    return { filter, values: orderOf(filter).length > 0 ? values : values.toSorted(byCount) };
  });
  return offered.filter(({ values }) => values.length > 0);
}

const byCount = (a: OfferedValue, b: OfferedValue) => (b.count ?? 0) - (a.count ?? 0) || (a.text < b.text ? -1 : 1);

function orderOf(filter: string): string[] {
  const fact = factOf(FILTERS.get(filter)!);
  return "options" in fact ? Object.keys(fact.options) : [];
}
