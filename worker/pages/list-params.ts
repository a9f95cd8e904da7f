import { findCombination, withCombination } from "#schema/facts/combinations.ts";
import { type ListQuery, parseListQuery, parsePage } from "#schema/pages/pages.ts";
import type { Page, Sort } from "#schema/sites/sites.ts";
import { AppError } from "../errors.ts";

/** An invalid number becomes a page behind the last one, which `requirePageInRange` refuses. */
export const pageFrom = (params: URLSearchParams, name = "page"): number =>
  parsePage(params.get(name)) ?? Number.MAX_SAFE_INTEGER;

/**
 * Page 1 of an empty list exists.
 * @throws AppError 404 behind the last page, so that search engines do not index endless empty pages.
 */
export function requirePageInRange<T extends Page<unknown>>(list: T): T {
  if (list.page > Math.max(1, list.pages)) throw new AppError("not_found", "This list does not have that page.");
  return list;
}

export const listQueryFrom = (params: URLSearchParams, sorts?: readonly Sort[]): ListQuery => ({
  ...parseListQuery(params, sorts).query,
  page: pageFrom(params),
});

/** @throws AppError 404 if the combination is unknown. */
export function combineWith(query: ListQuery, word: string | undefined): ListQuery {
  if (word === undefined) return query;
  const combination = findCombination(word);
  if (!combination) throw new AppError("not_found", "Page not found");
  return { ...query, filters: withCombination(query.filters, combination) };
}
