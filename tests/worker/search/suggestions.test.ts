import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Suggestions } from "#schema/search/suggestions.ts";
import { vocabularyReader } from "#worker/features/search/read-vocabulary.ts";
import { findSuggestions } from "#worker/features/suggestions/suggest.ts";
import { connect } from "#worker/db/connection.ts";
import { meter } from "../../support/meter.ts";
import { fakePorts, NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";

const readVocabulary = vocabularyReader({ env, var: { ports: fakePorts } });

async function offered(q: string): Promise<Suggestions> {
  const response = await request(`/api/suggestions/?${new URLSearchParams({ q })}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toMatch(/^public/);
  return response.json();
}
const names = async (q: string) => {
  const { products, sites, categories } = await offered(q);
  return [products.map(({ name }) => name), sites.map(({ name }) => name), categories.map(({ category }) => category)];
};

test("suggestions contain products, sites and categories, the best match of each first", async () => {
  await insertSite({
    name: "Security desk",
    link: "https://desk.example/",
    category: "communication",
    alternatives: [{ name: "Secure Mail" }, { name: "Slack" }],
  });
  await insertSite({ name: "Secrets", category: "security", alternatives: [{ name: "Secure Mail" }] });
  await insertSite({ name: "A secret store", category: "security" });
  await insertSite({ name: "Other", category: "finance", description: "For secrets" });
  expect(await offered("sec")).toEqual({
    products: [{ name: "Secure Mail", slug: "secure-mail", count: 2 }],
    sites: [
      { name: "Secrets", slug: "secrets", link: expect.stringMatching(/^https:/) },
      { name: "Security desk", slug: "security-desk", link: "https://desk.example/" },
      { name: "A secret store", slug: "a-secret-store", link: expect.stringMatching(/^https:/) },
    ],
    categories: [{ category: "security", count: 2 }],
    articles: [],
  });
  expect(await names("SÉCRETS")).toEqual([[], ["Secrets"], []]);
  expect(await names("desk")).toEqual([[], ["Security desk"], []]);
  expect(await names("store secret")).toEqual([[], ["A secret store"], []]);
});

test("the search box does not offer pending sites, their products or empty categories", async () => {
  await insertSite({ name: "Waiting", category: "education", review: "pending", alternatives: [{ name: "Waiter" }] });
  await insertSite({ name: "Gone", category: "education" });
  await env.DB.prepare("DELETE FROM sites WHERE name = 'Gone'").run();
  for (const q of ["wait", "waiting", "waiter"]) expect(await names(q), q).toEqual([[], [], []]);
  expect(await names("education")).toEqual([[], [], []]);
});

test("the search box offers at most ten entries, and one kind fills the room that another leaves", async () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `Tool ${index}`);
  await insertSites(twelve);
  const sizes = async () => Object.values(await offered("tool")).map((list: unknown[]) => list.length);
  expect(await sizes()).toEqual([0, 9, 1, 0]);
  for (const name of twelve) await insertSite({ alternatives: [{ name: `${name} product` }] });
  expect(await sizes()).toEqual([5, 4, 1, 0]);
  await env.DB.prepare("DELETE FROM sites WHERE name LIKE 'Tool%'").run();
  expect(await sizes()).toEqual([9, 0, 1, 0]);
});

test("any input is safe", async () => {
  await insertSite({ name: "Penpot" });
  for (const q of ["", '"', "%", "NEAR(", "name:x", "🦊", "\0", "\ud800", "x".repeat(5000)])
    expect(await names(q), q).toEqual([[], [], []]);
});

test("the category with the most sites comes first", async () => {
  await insertSite({ category: "design_creativity" });
  await insertSites(["A", "B"], { category: "developer_tools" });
  expect(await names("de")).toEqual([[], [], ["developer_tools", "design_creativity"]]);
});

test("suggestions contain the newest public articles whose titles have the words", async () => {
  for (const [at, title] of ["Leaving Slack", "Slack in teams", "A slack morning", "Slackers", "Other"].entries())
    await insertPost({ title, slug: `post-about-${at}`, publishedAt: NOW - 10_000 + at });
  await insertPost({ title: "Slack draft", publishedAt: null });
  await insertPost({ title: "Slack tomorrow", publishedAt: NOW + 1000 });
  expect((await offered("slack")).articles.map(({ title }) => title)).toEqual(["Slackers", "A slack morning"]);
  expect((await offered("leav sla")).articles).toEqual([{ title: "Leaving Slack", slug: "post-about-0" }]);
  expect((await offered("")).articles).toEqual([]);
});

test("a question gets the product that it asks for, and what the search answers, after the names", async () => {
  await insertSite({ name: "Zulip", description: "Team chat", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Slack alternatives weekly", description: "News" });
  await insertSite({ name: "Vault", description: "Keep passwords" });
  expect(await names("slack alternatives")).toEqual([["Slack"], ["Slack alternatives weekly", "Zulip"], []]);
  expect(await names("alternative to slack")).toEqual([["Slack"], ["Zulip"], []]);
  expect(await names("password manager")).toEqual([[], ["Vault"], []]);
  expect((await names("chat for unicorns"))[1]).toEqual(["Zulip"]);
});

test("a misspelt name that nothing begins with is corrected, with one more round trip", async () => {
  await insertSite({ name: "Zulip", alternatives: [{ name: "Slack" }] });
  const counts = meter(env.DB);
  const found = await findSuggestions(connect(counts.d1), "slakc", { now: NOW, readVocabulary });
  expect(found).toMatchObject({ products: [{ name: "Slack" }], sites: [{ name: "Zulip" }] });
  expect(counts.roundTrips).toBeGreaterThan(1);
  expect(await names("zlu")).toEqual([[], [], []]);
});
