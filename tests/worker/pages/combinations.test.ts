import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { COMBINATIONS, MIN_COMBINED_SITES } from "#schema/facts/combinations.ts";
import { FILTER_NAMES, parseFilters } from "#schema/facts/filters.ts";
import type { CategoryPage, ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import { ORIGIN, request } from "../support/app.ts";
import { insertSites } from "../support/factories.ts";

const names = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

async function headOf(path: string) {
  const response = await request(path);
  const html = await response.text();
  return {
    status: response.status,
    html,
    title: /<title>([^<]*) – [^<]*<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(ORIGIN, ""),
    lead: /<p class="lead">([^<]*)/.exec(html)?.[1],
    isIndexed: !html.includes('content="noindex'),
  };
}

const addressesOf = async (part: string) =>
  [...(await (await request(`/sitemaps/${part}.xml`)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) =>
    address!.replace(ORIGIN, ""),
  );

beforeEach(async () => {
  const slack = { category: "communication" as const, alternatives: [{ name: "Slack" }] };
  await insertSites(names(3, "Open"), { ...slack, facts: { open_source: true, platforms: ["linux", "web"] } });
  await insertSites(names(2, "Hosted"), { ...slack, facts: { open_source: false, hosting: ["self_hosted"] } });
  await insertSites(["Quiet"], slack);
});

test.each([
  [
    "/alternatives/slack/open-source",
    "Open source alternatives to Slack",
    "3 of 6 alternatives to Slack are open source. Sites that do not state it are left out.",
  ],
  [
    "/categories/communication/for-linux",
    "Communication: software for Linux",
    "3 of 6 sites in Communication run on Linux. Sites that do not state it are left out.",
  ],
])("%s has a title, a text and a canonical URL of its own", async (path, title, lead) => {
  const head = await headOf(path);
  expect(head).toMatchObject({ status: 200, title, canonical: path, lead, isIndexed: true });
  expect(head.html).toContain(`<h1>${title}</h1>`);
  for (const name of names(3, "Open")) expect(head.html).toContain(name);
  expect(head.html).not.toContain("Quiet");
});

test("the same list by parameters names the combination as its canonical URL", async () => {
  const { canonical, isIndexed, title } = await headOf("/alternatives/slack?open_source=1");
  expect([canonical, isIndexed, title]).toEqual([
    "/alternatives/slack/open-source",
    true,
    "Open source alternatives to Slack",
  ]);
  expect((await headOf("/?category=communication&open_source=1")).canonical).toBe(
    "/categories/communication/open-source",
  );
});

test.each([
  "/alternatives/slack?open_source=1&platform=linux",
  "/alternatives/slack/open-source?platform=linux",
  "/alternatives/slack?platform=linux&platform=web",
  "/alternatives/slack?platform=web",
  "/categories/communication?api=1",
  "/?open_source=1",
])("the filtered list %s has no address for search engines", async (path) => {
  const { canonical, isIndexed } = await headOf(path);
  expect(isIndexed).toBe(false);
  expect(canonical).toBe(path.replace(/(\/open-source)?\?.*/, ""));
});

test.each([
  ["2", "/alternatives/slack/self-hosted", "2 of 6 alternatives to Slack run on your own server."],
  [
    "0",
    "/alternatives/slack/from-germany",
    "None of 6 alternatives to Slack states that it comes from a company in Germany.",
  ],
  [
    "0",
    "/categories/communication/encrypted",
    "None of 6 sites in Communication states that it has end-to-end encryption.",
  ],
])("a combination with %s sites is a page that search engines must not index: %s", async (_, path, lead) => {
  const head = await headOf(path);
  expect(head).toMatchObject({ status: 200, canonical: path, isIndexed: false });
  expect(head.lead).toContain(lead);
});

test("an unknown combination does not exist", async () => {
  for (const path of [
    "/alternatives/slack/purple",
    "/alternatives/nothing/open-source",
    "/categories/communication/purple",
    "/categories/nothing/open-source",
    "/api/pages/alternatives/slack/purple",
    "/api/pages/categories/communication/constructor",
  ])
    expect((await request(path)).status, path).toBe(404);
});

test("the data of a combination is that of the list with its filter", async () => {
  const product = await (await request("/api/pages/alternatives/slack/open-source?sort=newest")).json<ProductPage>();
  expect(product.query).toMatchObject({ filters: { open_source: ["1"] }, sort: "newest" });
  expect(product.sites.count).toBe(3);
  const category = await (await request("/api/pages/categories/communication/for-linux")).json<CategoryPage>();
  expect([category.query.filters, category.sites.count]).toEqual([{ runs_on: ["linux"] }, 3]);
});

test("a former address of a product redirects with the combination and all chosen filters", async () => {
  await env.DB.exec(
    "INSERT INTO product_moves (slug, product_id) SELECT 'slakk', id FROM products WHERE slug = 'slack'",
  );
  const response = await request("/alternatives/slakk/open-source?platform=linux&platform=web");
  expect(response.status).toBe(301);
  expect(response.headers.get("Location")).toBe("/alternatives/slack/open-source?platform=linux&platform=web");
});

test("the sitemap lists the combinations that have enough sites", async () => {
  expect(await addressesOf("products-1")).toEqual([
    "/alternatives/slack",
    "/alternatives/slack/open-source",
    "/alternatives/slack/for-linux",
  ]);
  expect((await addressesOf("pages")).filter((address) => address.startsWith("/categories/"))).toEqual([
    "/categories/communication",
    "/categories/communication/open-source",
    "/categories/communication/for-linux",
  ]);
  await env.DB.exec("UPDATE sites SET review = 'pending' WHERE name = 'Open 1'");
  expect(await addressesOf("products-1")).toEqual(["/alternatives/slack"]);
});

test("the list beside a site ignores filters", async () => {
  const { discover } = await (await request("/api/pages/quiet?open_source=1")).json<SiteDetailPage>();
  expect([discover.query.filters, discover.sites.count]).toEqual([{}, 5]);
});

test("each combination is a filter with a known value, and a sitemap has room for all of a part", () => {
  for (const { filter, value } of COMBINATIONS) {
    expect(FILTER_NAMES).toContain(filter);
    expect(parseFilters(new URLSearchParams([[filter, value]])).filters).toEqual({ [filter]: [value] });
  }
  expect(new Set(COMBINATIONS.map(({ word }) => word)).size).toBe(COMBINATIONS.length);
  expect(1000 * (1 + COMBINATIONS.length)).toBeLessThanOrEqual(50_000);
  expect(MIN_COMBINED_SITES).toBe(3);
});
