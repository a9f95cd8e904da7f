import type { Page } from "#schema/sites.ts";

/**
 * Returns the `OFFSET` of a page; pages count from 1. The maximum keeps huge page numbers within SQLite's integers:
 * such a page is empty anyway.
 */
export const pageOffset = (page: number, perPage: number): number => Math.min((page - 1) * perPage, 1e12);

/** Returns one page of a list with `count` entries in total. */
export const toPage = <T>(
  results: T[],
  { count, page, perPage }: { count: number; page: number; perPage: number },
): Page<T> => ({
  results,
  count,
  page,
  pages: Math.ceil(count / perPage),
});
