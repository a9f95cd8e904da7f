import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { CategoriesPage, ProductsPage } from "#schema/pages/pages.ts";
import { connect } from "#worker/db/connection.ts";
import { findProductsPage } from "#worker/pages/products-page.ts";
import { meter } from "../../support/meter.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

const get = async <T>(path: string) => (await request(`/api/pages${path}`)).json<T>();

const named = (names: string[]) => ({ alternatives: names.map((name) => ({ name })) });

test("all products with alternatives stand by name under their letters, in any script", async () => {
  await insertSite(named(["Éclair", "zoom", "3ds Max", ".NET", "日本語", "Slack"]));
  await insertSite(named(["Slack", "Ebay"]));
  await insertSite({ ...named(["Secret"]), review: "pending" });
  const { groups, ...rest } = await get<ProductsPage>("/alternatives");
  expect(groups.map(({ letter, products }) => [letter, products.map(({ name, count }) => `${name} ${count}`)])).toEqual(
    [
      ["0–9", [".NET 1", "3ds Max 1"]],
      ["E", ["Ebay 1", "Éclair 1"]],
      ["S", ["Slack 2"]],
      ["Z", ["zoom 1"]],
      ["Other", ["日本語 1"]],
    ],
  );
  expect(rest).toMatchObject({ count: 7, page: 1, pages: 1 });
});

test("a product that lost its last site is gone", async () => {
  await insertSite(named(["Slack"]));
  await env.DB.exec("UPDATE sites SET review = 'pending'");
  expect(await get<ProductsPage>("/alternatives")).toMatchObject({ groups: [], count: 0, page: 1, pages: 0 });
});

test("100 products are a page, and neither hidden products nor a page that does not exist cost rows", async () => {
  const names = Array.from({ length: 250 }, (_, index) => `Product ${String(index).padStart(3, "0")}`);
  await insertSite(named(names));
  await insertSite({ ...named(names.map((name) => `Hidden ${name}`)), review: "pending" });
  const { groups, pages } = await get<ProductsPage>("/alternatives?page=3");
  expect([pages, groups[0]!.products.length, groups[0]!.products[0]!.name]).toEqual([3, 50, "Product 200"]);
  expect((await request("/alternatives?page=4")).status).toBe(404);
  const rowsOf = async (page: number) => {
    const counts = meter(env.DB);
    await findProductsPage(connect(counts.d1), page).catch(() => {});
    return counts.rowsRead;
  };
  const first = await rowsOf(1);
  expect(first).toBeLessThan(220);
  expect(await rowsOf(2)).toBeLessThan(first + 110);
  expect(await rowsOf(4)).toBeLessThan(10);
});

test("the page of categories has all 17, with the number of active sites", async () => {
  await insertSite({ category: "finance" });
  await insertSite({ category: "education", review: "pending" });
  const { categories } = await get<CategoriesPage>("/categories");
  expect(categories).toHaveLength(17);
  expect(categories.filter(({ count }) => count > 0)).toEqual([{ category: "finance", count: 1 }]);
  expect(await (await request("/categories")).text()).toContain('href="/categories/education"');
});
