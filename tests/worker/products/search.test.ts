import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { ProductPage } from "#schema/pages/pages.ts";
import { MAX_SEARCH_HITS } from "#schema/sites/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { vocabularyReader } from "#worker/features/search/read-vocabulary.ts";
import { findProductPage } from "#worker/pages/product-page.ts";
import { meter } from "../../support/meter.ts";
import { fakePorts, NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const readVocabulary = vocabularyReader({ env, var: { ports: fakePorts } });
const replaces = (name: string) => ({ alternatives: [{ name }] });

async function search(slug: string, q: string): Promise<ProductPage> {
  const response = await request(`/api/pages/alternatives/${slug}?${new URLSearchParams({ q })}`);
  expect(response.status).toBe(200);
  return response.json();
}
const names = async (slug: string, q: string) => (await search(slug, q)).sites.results.map(({ name }) => name);

test("a search in the alternatives to a product finds only its sites", async () => {
  await insertSite({ name: "Video chat", ...replaces("Slack") });
  await insertSite({ name: "Text chat", ...replaces("Slack") });
  await insertSite({ name: "Video calls", ...replaces("Zoom") });
  await insertSite({ name: "Hidden video", review: "pending", ...replaces("Slack") });
  expect(await names("slack", "video")).toEqual(["Video chat"]);
  expect((await search("slack", "alternatives to zoom")).sites).toMatchObject({ exact_count: 0 });
  expect(await search("slack", "vidoe")).toMatchObject({
    product: { name: "Slack", count: 2 },
    query: { q: "vidoe" },
    sites: { corrected_query: "video", results: [{ name: "Video chat" }] },
  });
});

test("such a search may have only wishes", async () => {
  await insertSite({ name: "Own", description: "Self-hosted chat", ...replaces("Slack") });
  await insertSite({ name: "Cloud", description: "Chat", ...replaces("Slack") });
  await insertSite({ name: "Elsewhere", description: "Self-hosted calls", ...replaces("Zoom") });
  const { sites } = await search("slack", "self-hosted");
  expect(sites.results.map(({ name }) => name)).toEqual(["Own", "Cloud"]);
  expect(sites.understood!.wishes).toEqual([{ label: "self-hosted", without: "" }]);
  expect(sites).not.toHaveProperty("exact_count");
  for (const q of ["best", "the best app", "free", "for teams"]) expect(await names("slack", q), q).toHaveLength(2);
});

test("such a search finds the product's sites also if many newer sites have the words", async () => {
  await insertSite({ name: "Old video", ...replaces("Slack") });
  await insertSites(
    Array.from({ length: MAX_SEARCH_HITS + 5 }, (_, index) => `New ${index}`),
    { description: "A video" },
  );
  expect(await names("slack", "video")).toEqual(["Old video"]);
});

test("the name of the product can have any signs", async () => {
  await insertSite({ name: "Other", description: "Video", ...replaces("Another") });
  for (const name of ["C++", "ASP.NET", "ラーメン", 'The "Best" (Beta)', "Zürich", "X (Twitter)"]) {
    await insertSite({
      name: `For ${name}`,
      description: "Video",
      alternatives: [{ name, link: "https://product.example/" }],
    });
    const product = env.DB.prepare("SELECT slug FROM products WHERE name = ?").bind(name);
    expect(await names((await product.first<string>("slug"))!, "video"), name).toEqual([`For ${name}`]);
  }
});

test("featured places of such a search are sites of the product that fit", async () => {
  const featuredUntil = NOW + DAY_MS;
  await insertSite({ name: "Paid video", featuredUntil, ...replaces("Slack") });
  await insertSite({ name: "Paid text", featuredUntil, ...replaces("Slack") });
  await insertSite({ name: "Paid video of another", featuredUntil, ...replaces("Zoom") });
  expect((await search("slack", "video")).sites.featured.map(({ name }) => name)).toEqual(["Paid video"]);
});

test("the page of a product searches without scripts, and search engines do not index what it found", async () => {
  await insertSites(
    Array.from({ length: 7 }, (_, index) => `Chat ${index}`),
    replaces("Slack"),
  );
  const all = await (await request("/alternatives/slack")).text();
  expect(all).toContain('<form id="list-search" class="list-search" action="/alternatives/slack#results">');
  expect(all).not.toContain("noindex");
  const found = await (await request("/alternatives/slack?q=Chat+3")).text();
  expect(found).toContain('<meta name="robots" content="noindex, follow"/>');
  expect(found).toContain("Search for “Chat 3” in alternatives to Slack");
});

test("a search in the alternatives to a product that nearly all sites replace reads at most 4,500 rows", async () => {
  await insertSites(
    Array.from({ length: MAX_SEARCH_HITS + 5 }, (_, index) => `Chat ${index}`),
    { description: "A video chat for teams", ...replaces("Slack") },
  );
  const counts = meter(env.DB);
  const options = { now: NOW, directory: "Directory", vocabulary: await readVocabulary("video") };
  for (const q of ["video", "video chat", "chat", "alternative to slack", "vidoe", "open source video for teams"]) {
    counts.rowsRead = 0;
    const { sites } = await findProductPage(connect(counts.d1), "slack", new URLSearchParams({ q }), options);
    expect(sites, q).toMatchObject({ count: 400, count_capped: true });
    expect(counts.rowsRead, q).toBeLessThanOrEqual(4500);
  }
});
