import { ALL_PLATFORMS, FILTER_NAMES, type Filters, filterValueText, optionsOf } from "#schema/facts/filters.ts";
import { ownValue } from "#schema/values/records.ts";
import type { CardPage } from "#schema/sites/sites.ts";

/** `count` is undefined for a value that the page's data has not. */
export type OfferedValue = { filter: string; value: string; text: string; count: number | undefined };
type OfferedFilter = { filter: string; values: OfferedValue[] };

/**
 * The values that a visitor can choose, by filter: those that change the list and leave at least one site, those that are
 * chosen, and those that `isKept` names. Values of a declared list keep its order. Others stand by their numbers.
 */
export function offeredValues(
  { count: listed, facets = {}, products, cut_facets }: Pick<CardPage, "count" | "facets" | "products" | "cut_facets">,
  chosen: Filters,
  isKept: (filter: string, value: string) => boolean = () => false,
): OfferedFilter[] {
  const offered = FILTER_NAMES.map((filter): OfferedFilter => {
    const counts = facets[filter] ?? {};
    const missing = cut_facets?.[filter] === undefined ? 0 : undefined;
    const isOffered = (value: string) =>
      chosen[filter]?.includes(value) || isKept(filter, value) || changesList(ownValue(counts, value) ?? 0);
    // A further value of a filter adds sites. A further platform takes sites away: `runs_on` offers it, not `platform`.
    const changesList = (left: number) =>
      filter !== "platform" && left > 0 && (left < listed || (chosen[filter] && filter !== ALL_PLATFORMS));
    const order = Object.keys(optionsOf(filter) ?? {});
    const values = [...new Set([...order, ...Object.keys(counts), ...(chosen[filter] ?? [])])]
      .filter(isOffered)
      .map((value) => ({
        filter,
        value,
        text: filterValueText(filter, value, products),
        count: ownValue(counts, value) ?? missing,
      }));
    return { filter, values: order.length > 0 ? values : values.toSorted(byCount) };
  });
  return offered.filter(({ values }) => values.length > 0);
}

const byCount = (a: OfferedValue, b: OfferedValue) => (b.count ?? 0) - (a.count ?? 0) || (a.text < b.text ? -1 : 1);
