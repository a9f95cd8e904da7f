import type { Page } from "#schema/sites/sites.ts";

/** Pages count from 1. The maximum keeps huge page numbers within SQLite's integers: such a page is empty anyway. */
export const pageOffset = (page: number, perPage: number): number => Math.min((page - 1) * perPage, 1e12);

/** `count` is the number of entries on all pages. */
export const toPage = <T>(
  results: T[],
  { count, page, perPage }: { count: number; page: number; perPage: number },
): Page<T> => ({
  results,
  count,
  page,
  pages: Math.ceil(count / perPage),
});
