import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { UNCHECKED } from "#schema/sites/life.ts";
import { BLANK_FIELDS } from "#schema/sites/site-form.ts";
import type { Facts } from "#schema/facts/facts.ts";
import type { ProductPage } from "#schema/pages/pages.ts";
import type { Pair, SitePage } from "#schema/sites/sites.ts";
import { NOW, fakes, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const list = async (query = "") => (await (await request(`/api/saas/?${query}`)).json()) as SitePage;
const names = async (query = "") => (await list(query)).results.map((site) => site.name);

test("the list returns the public fields of a site and no others", async () => {
  const site = await insertSite({
    name: "Mattermost",
    link: "https://mattermost.com/",
    description: "Secure chat",
    category: "communication",
    alternatives: [{ name: "Slack" }, { name: "Microsoft Teams" }],
  });
  const { results, ...page } = await list();
  expect(page).toEqual({ featured: [], count: 1, page: 1, pages: 1 });
  expect(results).toEqual([
    {
      ...BLANK_FIELDS,
      id: site.id,
      slug: "mattermost",
      name: "Mattermost",
      link: "https://mattermost.com/",
      description: "Secure chat",
      category: "communication",
      status: "basic",
      logo: null,
      screenshot: null,
      like_count: 0,
      alternatives: [
        { id: expect.any(Number), name: "Slack" },
        { id: expect.any(Number), name: "Microsoft Teams" },
      ],
      created_at: "2026-11-20T12:00:00.000Z",
      updated_at: "2026-11-20T12:00:00.000Z",
      alive: UNCHECKED,
      standing: "open",
      verified: null,
    },
  ]);
});

test("a page of the list has six sites, newest first, and the response has the total", async () => {
  await insertSites(["A", "B", "C", "D", "E", "F", "G"]);
  expect(await names()).toEqual(["G", "F", "E", "D", "C", "B"]);
  expect(await list("page=2")).toMatchObject({ results: [{ name: "A" }], count: 7, page: 2, pages: 2 });
  expect(await list("page=3")).toMatchObject({ results: [], count: 7, page: 3, pages: 2 });
  expect(await list(`page=${"9".repeat(30)}`)).toMatchObject({ results: [], count: 7, pages: 2 });
});

test("a list has the requested order, and a site is featured while its paid period runs", async () => {
  await insertSite({ name: "Old featured", featuredUntil: NOW + DAY_MS });
  await insertSite({ name: "Liked", likeCount: 5 });
  await insertSite({ name: "New featured", featuredUntil: NOW + 2 * DAY_MS, likeCount: 2 });
  await insertSite({ name: "Lapsed", featuredUntil: NOW });
  expect(await names()).toEqual(["Lapsed", "New featured", "Liked", "Old featured"]);
  expect(await names("sort=oldest")).toEqual(["Old featured", "Liked", "New featured", "Lapsed"]);
  expect(await names("sort=popular")).toEqual(["Liked", "New featured", "Lapsed", "Old featured"]);
  const tiers = async () => (await list()).results.map((site) => site.status);
  expect(await tiers()).toEqual(["basic", "featured", "basic", "featured"]);
  fakes.now = NOW + DAY_MS;
  expect(await tiers()).toEqual(["basic", "featured", "basic", "basic"]);
});

test("sites whose source code is archived stand last in every order", async () => {
  const gone = { facts: { archived: true, open_source: true } };
  await insertSite({ name: "Lost", ...gone });
  await insertSites(["A", "B", "C", "D", "E", "F"], { facts: { archived: false, open_source: true } });
  await insertSite({ name: "Gone", ...gone, likeCount: 5 });
  for (const query of ["", "category=developer_tools", "open_source=1"]) {
    expect((await names(query)).join(""), query).toBe("FEDCBA");
    expect(await names(`${query}&page=2`), query).toEqual(["Gone", "Lost"]);
    expect((await names(`${query}&sort=oldest`)).join(""), query).toBe("ABCDEF");
    expect(await names(`${query}&sort=oldest&page=2`), query).toEqual(["Lost", "Gone"]);
    expect(await names(`${query}&sort=popular&page=2`), query).toEqual(["Gone", "Lost"]);
  }
});

test("alternatives stand by fit, and those that fit equally well by usual categories, stars, commits and known facts", async () => {
  const today = new Date(NOW).toISOString().slice(0, 10);
  const replacing = (name: string, facts: Facts, pair: Pair = {}) =>
    insertSite({ name, facts, alternatives: [{ name: "Slack", ...pair }] });
  await replacing("Part", { stars: 90_000, last_commit: today }, { replaces: "part" });
  await replacing("Archived", { stars: 90_000, last_commit: today, archived: true }, { replaces: "drop_in" });
  await replacing("Known", { stars: 20_000, last_commit: today });
  await replacing("Left", { stars: 9000, last_commit: "2015-01-01" });
  await replacing("Described", { pricing: "free", free_plan: true, api: true, encrypted: true });
  await replacing("Future", { stars: 60, last_commit: "2199-01-01" });
  await replacing("Small", { stars: 70, last_commit: today });
  await replacing("Imports", { imports_from: ["slack"] });
  await replacing("Unknown", {});
  const database = { stars: 90_000, last_commit: today };
  await insertSite({ name: "Unusual", category: "education", facts: database, alternatives: [{ name: "Slack" }] });
  const { sites } = await (await request("/api/pages/alternatives/slack")).json<ProductPage>();
  expect(sites.results.map(({ name }) => name)).toEqual([
    "Imports",
    "Known",
    "Small",
    "Future",
    "Described",
    "Unknown",
    "Left",
    "Unusual",
    "Part",
    "Archived",
  ]);
});

test("a wrong parameter answers 400 and names it", async () => {
  for (const query of ["page=0", "page=1.5", "page=x", "page=", "category=nonsense", "sort=random"]) {
    const response = await request(`/api/saas/?${query}`);
    const { error, fields } = await response.json<{ error: string; fields: object }>();
    expect([query, response.status, fields]).toEqual([query, 400, { [query.split("=")[0]!]: error }]);
  }
});

test("the edge may cache the list and serve it while it fetches a new one", async () => {
  const response = await request("/api/saas");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=30");
  expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBe(
    "public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400",
  );
  expect(response.headers.get("Set-Cookie")).toBeNull();
});
