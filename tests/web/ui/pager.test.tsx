import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { pagerItems } from "#web/ui/pager-items.ts";
import { Pager } from "#web/ui/pager.tsx";

const html = (page: number, pages: number) =>
  renderToString(
    <MemoryRouter>
      <Pager label="Pages" page={page} pages={pages} hrefOf={(number) => `/?page=${number}`} />
    </MemoryRouter>,
  );

test("up to five pages are all shown", () => {
  expect(pagerItems(1, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pagerItems(3, 3)).toEqual([1, 2, 3]);
});

test("of more pages the first, the last and the nearby ones are shown", () => {
  expect(pagerItems(1, 100)).toEqual([1, 2, "gap", 100]);
  expect(pagerItems(50, 100)).toEqual([1, "gap", 49, 50, 51, "gap", 100]);
  expect(pagerItems(100, 100)).toEqual([1, "gap", 99, 100]);
});

test("a gap never replaces a single page", () => {
  expect(pagerItems(4, 100)).toEqual([1, 2, 3, 4, 5, "gap", 100]);
  expect(pagerItems(97, 100)).toEqual([1, "gap", 96, 97, 98, 99, 100]);
  expect(pagerItems(3, 6)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the pager leads to every page, each shown once and in order", () => {
  for (let pages = 1; pages <= 12; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pagerItems(page, pages).filter((item) => item !== "gap");
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
    }
  }
});

test("the current page is marked, and a step without a target is not a link", () => {
  const first = html(1, 9);
  expect(first).toContain('href="/?page=1"');
  expect(first).toMatch(/aria-current="page"[^>]*aria-label="Page 1"|aria-label="Page 1"[^>]*aria-current="page"/);
  expect(first).toMatch(/<span[^>]*aria-disabled="true"[^>]*>.*Previous/);
  expect(first).toMatch(/<a[^>]*rel="next"/);
  expect(html(9, 9)).not.toContain('rel="next"');
});

test("one page, or a page past the last, has no pager", () => {
  expect(html(1, 1)).toBe("");
  expect(html(1, 0)).toBe("");
  expect(html(7, 3)).toBe("");
});
