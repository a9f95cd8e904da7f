import { combinationOf, findCombination, MIN_COMBINED_SITES, withCombination } from "#schema/facts/combinations.ts";
import { FILTER_NAMES, isFiltered } from "#schema/facts/filters.ts";
import { type ListQuery, parseListQuery, productSorts } from "#schema/pages/pages.ts";
import { combinationPath, homePath, productPath, withQuery } from "#schema/pages/paths.ts";
import { type CardPage, SORTS } from "#schema/sites/sites.ts";

type Changes = Partial<ListQuery> & { popular?: number | null };

/**
 * The address of a list with its search, order and filters, changed. `path` is that of the list without filters. It
 * leads to page 1, if the changes name no other page.
 */
export function listHref(path: string, query: ListQuery, changes: Changes = {}): string {
  const { q, category, sort, page, popular, filters, values, show } = { ...query, page: 1, ...changes };
  const combination = path === homePath ? undefined : combinationOfQuery({ q, filters });
  return withQuery(combination ? combinationPath(path, combination.word) : path, {
    q,
    // The paths of other lists say which sites they have.
    category: path === homePath ? category : null,
    sort,
    page,
    popular,
    // In one order, so that each list has one address.
    ...(!combination && Object.fromEntries(FILTER_NAMES.map((filter) => [filter, filters[filter]]))),
    values,
    show: path === homePath ? show : null,
  });
}

/** The combination that a list shows. A search has none. */
export const combinationOfQuery = ({ q, filters }: Pick<ListQuery, "q" | "filters">) =>
  q === "" ? combinationOf(filters) : undefined;

/** The query of an address, if it is one of the list. */
export function queryOfAddress(path: string, { pathname, search }: Pick<URL, "pathname" | "search">) {
  const params = new URLSearchParams(search);
  const { query } = parseListQuery(params, path.startsWith(productPath("")) ? productSorts(params) : SORTS);
  if (pathname === path) return query;
  const word = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1).replace(/\/$/, "") : "";
  const combination = findCombination(word);
  return combination && { ...query, filters: withCombination(query.filters, combination) };
}

/** Of a search, another order, and filters without an address of their own, search engines know only the whole list. */
export function canonicalOf(path: string, query: ListQuery, { page, count }: CardPage) {
  const { q, sort, filters, values, show } = query;
  const isCombined = path !== homePath && combinationOfQuery(query) !== undefined;
  return {
    path: listHref(path, query, {
      q: "",
      category: null,
      sort: null,
      values: undefined,
      show: undefined,
      filters: isCombined ? filters : {},
      page: q === "" && sort === null && (isCombined || !isFiltered(filters)) ? page : 1,
    }),
    isSearch:
      q !== "" ||
      values !== undefined ||
      show !== undefined ||
      (isFiltered(filters) && !(isCombined && count >= MIN_COMBINED_SITES)),
  };
}
