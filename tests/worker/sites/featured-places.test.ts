import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import { vocabularyReader } from "#worker/features/search/read-vocabulary.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { ROTATION_MS } from "#worker/features/sites/read/featured-places.ts";
import { connect } from "#worker/db/connection.ts";
import { meter } from "../../support/meter.ts";
import { NOW, fakes, request, fakePorts } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const get = async <T>(path: string) => (await (await request(path)).json()) as T;
const list = (query = "") => get<SitePage>(`/api/saas/?${query}`);
const product = async (query = "") => (await get<ProductPage>(`/api/pages/alternatives/slack/?${query}`)).sites;
const names = (sites: { name: string }[]) => sites.map(({ name }) => name);
const sorted = (sites: { name: string }[]) => names(sites).toSorted();
const featuredUntil = NOW + DAY_MS;

test("payment does not change the order of lists, and their first page has at most three featured places", async () => {
  const alternatives = [{ name: "Slack" }];
  await insertSites(["F1", "F2", "F3", "F4"], { featuredUntil, alternatives });
  await insertSites(["A", "B", "C", "D"], { alternatives });
  await insertSite({ name: "Lapsed", featuredUntil: NOW });
  const first = await list();
  expect(names(first.results)).toEqual(["Lapsed", "D", "C", "B", "A", "F4"]);
  expect(first.results.at(-1)).toMatchObject({ status: "featured" });
  expect(first.featured).toHaveLength(3);
  for (const { name, status } of first.featured) expect([name[0], status]).toEqual(["F", "featured"]);
  expect(await list("page=2")).toMatchObject({
    featured: [],
    results: [{ name: "F3" }, { name: "F2" }, { name: "F1" }],
  });
  const more = Array.from({ length: 18 }, (_, at) => `G${at}`);
  await insertSites(more, { alternatives });
  expect(names((await product()).results)).toEqual([...more.toReversed(), "D", "C", "B", "A", "F4", "F3"]);
  expect(await product("page=2")).toMatchObject({ featured: [], results: [{ name: "F2" }, { name: "F1" }] });
  fakes.now = featuredUntil;
  expect((await list()).featured).toEqual([]);
});

test("only sites that fit a list are in its featured places", async () => {
  const paid = { featuredUntil };
  await insertSite({ ...paid, name: "Team chat", category: "communication", alternatives: [{ name: "Slack" }] });
  await insertSite({ ...paid, name: "Ledger", category: "finance", description: "Accounts for a team" });
  await insertSite({ ...paid, name: "Hidden chat", category: "communication", review: "pending" });
  await insertSite({ name: "Free chat", category: "communication", alternatives: [{ name: "Slack" }] });
  expect(sorted((await list()).featured)).toEqual(["Ledger", "Team chat"]);
  const bot = await insertSite({ ...paid, name: "Bot", category: "finance", description: "Works with Slack" });
  for (const q of ["slack", "slack alternative"])
    expect(names((await list(`q=${q}`)).featured), q).toEqual(["Team chat"]);
  await env.DB.prepare("DELETE FROM sites WHERE id = ?").bind(bot.id).run();
  expect(names((await list("category=communication")).featured)).toEqual(["Team chat"]);
  expect(names((await list("category=education")).featured)).toEqual([]);
  expect(names((await list("q=ledger")).featured)).toEqual(["Ledger"]);
  expect(sorted((await list("q=team")).featured)).toEqual(["Ledger", "Team chat"]);
  expect(names((await list("q=team&category=finance")).featured)).toEqual(["Ledger"]);
  expect(names((await list("q=slack&sort=oldest")).featured)).toEqual(["Team chat"]);
  expect(await list("q=leger")).toMatchObject({ corrected_query: "ledger", featured: [{ name: "Ledger" }] });
  expect(await list("q=nothing")).toMatchObject({ featured: [], count: 0 });
  expect(await list("q=%3F")).toMatchObject({ featured: [], count: 0 });
  expect(await product()).toMatchObject({
    featured: [{ name: "Team chat" }],
    results: [{ name: "Free chat" }, { name: "Team chat" }],
  });
});

test.each([2, 5])("of %i sites that fit, each is in each place equally often", async (fit) => {
  await insertSites(
    Array.from({ length: fit }, (_, index) => `F${index}`),
    { featuredUntil, alternatives: [{ name: "Slack" }] },
  );
  await insertSite({ name: "Other", featuredUntil, category: "finance" });
  const rounds = 3;
  const shown = new Map<string, number>();
  const orders = new Set<string>();
  // A round begins when the number of turns since 1970 is a multiple of the number of sites.
  const begin = Math.ceil(NOW / ROTATION_MS / fit) * fit;
  for (let turn = begin; turn < begin + rounds * fit; turn++) {
    fakes.now = turn * ROTATION_MS;
    const lists = [await list("category=developer_tools"), await list("q=slack"), await product()];
    for (const [index, { featured }] of lists.entries()) {
      expect(featured).toHaveLength(Math.min(fit, 3));
      for (const [place, { name }] of featured.entries()) {
        const at = `${index} ${name} ${place}`;
        shown.set(at, (shown.get(at) ?? 0) + 1);
      }
    }
    orders.add(names(lists[0]!.featured).join());
    fakes.now = (turn + 1) * ROTATION_MS - 1;
    expect(names((await list("q=slack")).featured), "within a turn").toEqual(names(lists[1]!.featured));
  }
  expect([...shown.values()]).toEqual(Array.from({ length: 3 * fit * Math.min(fit, 3) }, () => rounds));
  if (fit > 3) expect(orders.size, "another order in another round").toBeGreaterThan(fit);
});

test("featured places cost no more in a large directory than in a small one", async () => {
  await insertSites(["F1", "F2", "F3", "F4", "F5"], { featuredUntil, alternatives: [{ name: "Slack" }] });
  const counts = meter(env.DB);
  const vocabulary = await vocabularyReader({ env, var: { ports: fakePorts } })("slack");
  const rowsRead = async (query: { q?: string }) => {
    counts.rowsRead = counts.roundTrips = 0;
    const options = { now: NOW, q: "", sort: null, page: 1, perPage: 6, hasFeaturedPlaces: true, vocabulary, ...query };
    await listSites(connect(counts.d1), options);
    expect(counts.roundTrips).toBe(query.q ? 2 : 1);
    return counts.rowsRead;
  };
  const lists = [{}, { category: "developer_tools" }, { q: "slack", perPage: 0 }];
  const rowsOfLists = async () => {
    const rows: number[] = [];
    for (const query of lists) rows.push(await rowsRead(query));
    return rows;
  };
  const small = await rowsOfLists();
  await insertSites(Array.from({ length: 400 }, (_, index) => `Free ${index}`));
  const large = await rowsOfLists();
  for (const [index, rows] of large.entries()) expect(rows, String(index)).toBeLessThanOrEqual(small[index]! + 6);
});

const article = {
  blocks: Array.from({ length: 100 }, (_, index) => ({ type: "paragraph", data: { text: `P${index}` } })),
};
const sponsors = async (slug: string) => (await get<SiteDetailPage>(`/api/pages/${slug}/`)).sponsors;
const asides = async (path: string) =>
  [...(await (await request(path)).text()).matchAll(/aria-label="Sponsored: ([^"]*)"/g)].map(([, name]) => name);

test("an article has at most two different sponsors that fit it, and the article of a featured site has none", async () => {
  await insertSite({ name: "Reader", category: "security", alternatives: [{ name: "Slack" }], article });
  await insertSite({ name: "Same category", category: "security", featuredUntil, article });
  await insertSite({ name: "Same product", category: "finance", featuredUntil, alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Neither", category: "education", featuredUntil, alternatives: [{ name: "Zoom" }] });
  await insertSite({ name: "Hidden", category: "security", featuredUntil, review: "pending" });
  expect(sorted(await sponsors("reader"))).toEqual(["Same category", "Same product"]);
  expect((await asides("/reader")).toSorted()).toEqual(["Same category", "Same product"]);
  expect(await sponsors("same-category")).toEqual([]);
  expect(await asides("/same-category")).toEqual([]);
  await insertSites(["Third", "Fourth"], { category: "security", featuredUntil });
  const seen = new Set<string>();
  for (let turn = 0; turn < 4; turn++) {
    fakes.now = NOW + turn * ROTATION_MS;
    const shown = names(await sponsors("reader"));
    expect([shown.length, new Set(shown).size]).toEqual([2, 2]);
    for (const name of shown) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual(["Fourth", "Same category", "Same product", "Third"]);
});
