import type { Page } from "#schema/sites.ts";

/** Rows before a page, for `OFFSET`. Bounded, because it must fit SQLite's integers; a page that far is empty anyway. */
export const pageOffset = (page: number, perPage: number): number => Math.min((page - 1) * perPage, 1e12);

/** A page of a list that has `count` entries in all. */
export const toPage = <T>(
  results: T[],
  { count, page, perPage }: { count: number; page: number; perPage: number },
): Page<T> => ({
  results,
  count,
  page,
  pages: Math.ceil(count / perPage),
});
