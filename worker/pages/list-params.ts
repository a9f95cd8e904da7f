import { type ListQuery, parseListQuery, parsePage } from "#schema/pages.ts";
import type { Page } from "#schema/sites.ts";
import { AppError } from "../errors.ts";

/** The page of a list that an address asks for. What is no positive number lies behind every last page. */
export const pageFrom = (params: URLSearchParams, name = "page"): number =>
  parsePage(params.get(name)) ?? Number.MAX_SAFE_INTEGER;

/**
 * A page's own list, where it has that page; the first one of an empty list is there, too.
 * @throws AppError 404 behind the last page, so that search engines do not keep endless empty ones.
 */
export function requirePageInRange<T extends Page<unknown>>(list: T): T {
  if (list.page > Math.max(1, list.pages)) throw new AppError("not_found", "This list has no such page.");
  return list;
}

/** What an address asks of a list with a search. */
export const listQueryFrom = (params: URLSearchParams): ListQuery => ({
  ...parseListQuery(params).query,
  page: pageFrom(params),
});
