import { expect, test } from "vitest";
import { render, textOf } from "../support/render.tsx";

test("a page of products has headings of letters and an address of its own", async () => {
  const products = [{ name: "日本語", slug: "日本語", count: 1 }];
  const html = await render("/alternatives?page=2", {
    products: () => Promise.resolve({ groups: [{ letter: "Other", products }], count: 151, page: 2, pages: 2 }),
  });
  expect(html).toContain('rel="canonical" href="https://directory.example/alternatives?page=2"');
  expect(html).toContain('<h2 id="letter-Other">Other</h2>');
  expect(textOf(html)).toContain("151 products from A to Z");
});
