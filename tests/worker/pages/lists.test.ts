import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { CategoryPage, HomePage, ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import { MAX_WEEK_COUNT } from "#schema/sites/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { connect } from "#worker/db/connection.ts";
import { weekStatement } from "#worker/features/sites/read/week.ts";
import { meter } from "../../support/meter.ts";
import { NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const get = async <T>(path: string): Promise<T> => {
  const response = await request(`/api/pages${path}`);
  expect(response.status, path).toBe(200);
  return response.json<T>();
};
const names = (list: { name: string }[]) => list.map(({ name }) => name);

beforeEach(async () => {
  await insertSites(["Ledger", "Tax"], { category: "finance", alternatives: [{ name: "Quicken" }] });
  await insertSites(["Chat", "Mail", "Call"], { category: "communication", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Waiting", category: "finance", review: "pending" });
});

test("a category page lists its own sites and ignores a category in the query", async () => {
  for (const query of ["", "?category=communication", "?q=&sort=newest"]) {
    const { category, sites } = await get<CategoryPage>(`/categories/finance/${query}`);
    expect([category, names(sites.results), sites.count], query).toEqual(["finance", ["Tax", "Ledger"], 2]);
  }
  const found = await get<CategoryPage>("/categories/finance/?q=mail");
  expect(found.sites).toMatchObject({ results: [], count: 0 });
  expect(found.query).toMatchObject({ q: "mail", category: "finance" });
  expect(found.categories).toEqual(
    expect.arrayContaining([
      { category: "finance", count: 2 },
      { category: "communication", count: 3 },
    ]),
  );
});

test("the list beside a site contains and counts all other sites", async () => {
  const beside = async (query = "") => (await get<SiteDetailPage>(`/mail/${query}`)).discover.sites;
  expect(await beside()).toMatchObject({
    results: [{ name: "Call" }, { name: "Chat" }, { name: "Tax" }],
    count: 4,
    pages: 2,
  });
  expect(await beside("?page=2")).toMatchObject({ results: [{ name: "Ledger" }], count: 4, page: 2 });
  expect(await beside("?category=finance")).toMatchObject({ count: 4 });
  expect(await beside("?q=mail")).toMatchObject({ results: [], count: 0 });
  expect(await beside("?sort=oldest"), "the category of the site comes first").toMatchObject({
    results: [{ name: "Chat" }, { name: "Call" }, { name: "Ledger" }],
  });
  expect(await beside("?sort=oldest&page=2")).toMatchObject({ results: [{ name: "Tax" }] });
});

test("the list beside a site has no empty last page", async () => {
  await insertSites(["Fifth", "Sixth"], { category: "education" });
  // Six other sites fill two pages. If the site itself were counted, there would be an empty third page.
  expect((await get<SiteDetailPage>("/mail/")).discover.sites).toMatchObject({ count: 6, pages: 2 });
  expect((await request("/api/pages/mail/?page=3")).status).toBe(404);
});

test("the search beside a site finds names and descriptions, not alternatives", async () => {
  await insertSite({ name: "Notes", description: "Better than Slack" });
  const beside = async (q: string) => names((await get<SiteDetailPage>(`/tax/?q=${q}`)).discover.sites.results);
  expect(await beside("slack")).toEqual(["Notes"]);
  expect(await beside("chat")).toEqual(["Chat"]);
  expect(await beside("tax")).toEqual([]);
});

test("the lists of the home page are paginated separately", async () => {
  await insertSites(["A", "B"], { category: "education" });
  for (const product of ["Zoom", "Teams", "Meet"])
    await insertSite({ name: product, alternatives: [{ name: `${product} X` }] });
  const first = await get<HomePage>("/?category=finance");
  expect([names(first.sites.results), first.sites.count, first.popular.page]).toEqual([["Tax", "Ledger"], 2, 1]);
  expect(names(first.popular.results).slice(0, 2)).toEqual(["Slack", "Quicken"]);
  const second = await get<HomePage>("/?page=2");
  expect([second.sites.page, second.popular.page]).toEqual([2, 1]);
  const popular = await get<HomePage>("/?popular=2");
  expect([popular.sites.page, popular.popular.page, names(popular.popular.results)]).toEqual([1, 2, ["Meet X"]]);
  expect((await get<HomePage>("/?q=slack")).sites.understood!.product).toEqual({
    name: "Slack",
    slug: "slack",
    count: 3,
    without: null,
  });
});

test("a product page shows related products of public listings, most frequent first", async () => {
  const both = (other: string) => ({ alternatives: [{ name: "Slack" }, { name: other }] });
  await insertSite(both("Zoom"));
  await insertSites(["A", "B"], both("Teams"));
  await insertSite({ ...both("Secret"), review: "pending" });
  const { related, sites } = await get<ProductPage>("/alternatives/slack/");
  expect(related).toEqual([
    { name: "Teams", slug: "teams", count: 2 },
    { name: "Zoom", slug: "zoom", count: 1 },
  ]);
  expect(sites.count).toBe(6);
});

test("the home page has tiles of the products with the most alternatives, but not above a search or a later page", async () => {
  const tiles = async (query = "") => (await get<HomePage>(`/${query}`)).mostReplaced;
  expect(await tiles()).toEqual([
    { name: "Slack", slug: "slack", count: 3 },
    { name: "Quicken", slug: "quicken", count: 2 },
  ]);
  await insertSites(Array.from({ length: 8 }, (_, index) => `Site ${index}`));
  for (const query of ["?q=mail", "?category=finance", "?page=2"]) expect(await tiles(query), query).toEqual([]);
});

test("a page has the facts that cards show, and the list of the API all facts with their sources", async () => {
  const facts = { pricing: "free", free_plan: true, api: true } as const;
  const fact_sources = { pricing: "https://notes.example/pricing" };
  await insertSite({
    name: "Notes",
    category: "productivity",
    alternatives: [{ name: "Notion" }],
    facts,
    fact_sources,
  });
  const shown = { facts: { pricing: "free", free_plan: true } };
  for (const path of ["/categories/productivity/", "/alternatives/notion/", "/?q=notes"])
    expect((await get<CategoryPage>(path)).sites.results, path).toMatchObject([shown]);
  const [card] = (await get<CategoryPage>("/categories/productivity/")).sites.results;
  expect(card!.facts).toEqual(shown.facts);
  for (const left of ["fact_sources", "facts_checked_at", "updated_at"]) expect(card).not.toHaveProperty(left);
  expect(card).toHaveProperty("link");
  const api = await (await request("/api/saas/?category=productivity")).json();
  expect(api).toMatchObject({ results: [{ facts, fact_sources }] });
});

test("the home page counts for its filters only if somebody searches, chooses or asks for them", async () => {
  await insertSites(["Free", "Open"], { facts: { open_source: true } });
  const hasNumbers = async (query: string) => (await get<HomePage>(`/${query}`)).sites.facets !== undefined;
  for (const query of ["", "?page=2", "?sort=oldest", "?show=nothing"])
    expect(await hasNumbers(query), query).toBe(false);
  for (const query of ["?q=mail", "?category=finance", "?open_source=1", "?values=country", "?show=filters"])
    expect(await hasNumbers(query), query).toBe(true);
});

test("the home page says how many sites were added and checked in the last 7 days", async () => {
  const week = async (query = "") => (await get<HomePage>(`/${query}`)).week;
  const old = { createdAt: NOW - 7 * DAY_MS };
  await insertSite({ ...old, facts_checked_at: "2026-11-14" });
  await insertSite({ ...old, facts_checked_at: "2026-11-13" });
  await insertSite({ ...old, facts_checked_at: "2026-11-21" });
  await insertSite({ createdAt: NOW - 7 * DAY_MS + 1, facts_checked_at: "2026-11-20" });
  await insertSite({ facts_checked_at: "2026-11-20", review: "pending" });
  expect(await week()).toEqual({ added: 6, checked: 2 });
  for (const query of ["?q=mail", "?category=finance", "?open_source=1"]) expect(await week(query), query).toBeNull();
  await env.DB.exec("UPDATE sites SET review = 'active', live_since = 0");
  expect(await week()).toEqual({ added: 0, checked: 3 });
});

test("counting a week reads at most as many rows as it counts", async () => {
  await insertSites(Array.from({ length: MAX_WEEK_COUNT + 50 }, (_, index) => `Many ${index}`));
  await insertSites(["Old A", "Old B"], { createdAt: 1, facts_checked_at: "2020-01-01" });
  const counts = meter(env.DB);
  expect(await weekStatement(connect(counts.d1), NOW)).toEqual([{ added: MAX_WEEK_COUNT, checked: 0 }]);
  expect(counts.rowsRead).toBeLessThan(MAX_WEEK_COUNT + 10);
});
