import { expect, test } from "vitest";
import { lettersWithPages } from "#web/features/sites/product/products-page.tsx";
import { render, textOf } from "../support/render.tsx";

test("a letter leads to the page on which it begins", () => {
  const counts = { "0": 2, a: 97, b: 1, c: 250, z: 1, "~": 1 };
  const letters = Object.entries(counts).map(([letter, count]) => ({ letter, count }));
  expect(lettersWithPages(letters).map(({ letter, page }) => `${letter} ${page}`)).toEqual([
    "0 1",
    "a 1",
    "b 1",
    "c 2",
    "z 4",
    "~ 4",
  ]);
});

test("a page of products names its letters, links to all, and has an address of its own", async () => {
  const products = [{ name: "日本語", slug: "日本語", count: 1 }];
  const letters = [
    { letter: "0", count: 150 },
    { letter: "~", count: 1 },
  ];
  const html = await render("/alternatives?page=2", {
    products: () => Promise.resolve({ groups: [{ letter: "~", products }], letters, page: 2, pages: 2 }),
  });
  expect(html).toContain('rel="canonical" href="https://directory.example/alternatives?page=2"');
  expect(html).toContain('<a href="/alternatives#letter-0">0–9</a>');
  expect(html).toContain('<a href="/alternatives?page=2#letter-~">Other</a>');
  expect(html).toContain('<h2 id="letter-~">Other</h2>');
  expect(textOf(html)).toContain("151 products from A to Z");
});
