import { expect, test } from "vitest";
import type { PopularAlternative, ProductSuggestion } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const get = async <T>(path: string) => (await (await request(path)).json()) as T;
type Popular = { popular_alternatives: PopularAlternative[]; count: number; page: number; pages: number };
const suggest = async (q: string) =>
  (await get<{ results: ProductSuggestion[] }>(`/api/alternatives/?${new URLSearchParams({ q })}`)).results.map(
    ({ name }) => name,
  );

test("popular alternatives come four a page, most listed first, with their sites, the best first", async () => {
  const names = ["One", "Two", "Three", "Four", "Five"].map((name) => ({ name }));
  const facts = { stars: 5000 };
  await insertSite({ name: "Archived", facts: { ...facts, archived: true }, alternatives: names.slice(4) });
  await insertSite({ name: "A", facts, alternatives: names });
  await insertSite({ name: "B", alternatives: names.slice(3) });
  await insertSite({ name: "C", alternatives: [names[4]!] });
  await insertSite({ name: "Hidden", review: "pending", alternatives: [names[0]!, { name: "Unseen" }] });
  expect(await get<Popular>("/api/popular-alternatives/")).toEqual({
    popular_alternatives: [
      {
        name: "Five",
        slug: "five",
        count: 4,
        sites: ["A", "C", "B", "Archived"].map((name) => ({ name, blog_slug: name.toLowerCase() })),
      },
      {
        name: "Four",
        slug: "four",
        count: 2,
        sites: ["A", "B"].map((name) => ({ name, blog_slug: name.toLowerCase() })),
      },
      { name: "One", slug: "one", count: 1, sites: [{ name: "A", blog_slug: "a" }] },
      { name: "Two", slug: "two", count: 1, sites: [{ name: "A", blog_slug: "a" }] },
    ],
    count: 5,
    page: 1,
    pages: 2,
  });
  expect(await get<Popular>("/api/popular-alternatives/?page=2")).toMatchObject({
    popular_alternatives: [{ name: "Three" }],
  });
  expect(await get<Popular>("/api/popular-alternatives/?page=9")).toMatchObject({ popular_alternatives: [], count: 5 });
  expect((await request("/api/popular-alternatives/?page=zero")).status).toBe(400);
});

test("a short part from the middle of a name or link matches", async () => {
  const alternatives = [
    { name: "Chat", link: "https://app.qx.example/" },
    { name: "Aqx", link: "https://other.example/" },
  ];
  await insertSite({ alternatives });
  expect((await suggest("qx")).toSorted()).toEqual(["Aqx", "Chat"]);
  expect((await suggest("p.")).toSorted()).toEqual(["Chat"]);
});

test("suggestions match names and links, first those that begin with the text, then the most listed", async () => {
  await insertSite({ alternatives: [{ name: "Google Docs", link: "https://docs.google.com/" }, { name: "Docker" }] });
  await insertSite({ alternatives: [{ name: "Docker" }, { name: "Readthedocs" }, { name: "Çafé Docs" }] });
  expect(await suggest("doc")).toEqual(["Docker", "Google Docs", "Readthedocs", "Çafé Docs"]);
  expect(await suggest("DOCS.google")).toEqual(["Google Docs"]);
  expect(await suggest("https://www.docs.google.com/")).toEqual(["Google Docs"]);
  expect(await suggest("cafe")).toEqual(["Çafé Docs"]);
  expect(await suggest("google d")).toEqual(["Google Docs"]);
  expect(await suggest("ea")).toEqual(["Readthedocs"]);
  expect(await suggest("r")).toEqual(["Readthedocs", "Docker"]);
});

test("suggestions are at most ten, without duplicates, with id, name, slug and link only", async () => {
  await insertSites(["X", "Y"], { alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  for (const part of [0, 1, 2]) {
    await insertSite({ alternatives: Array.from({ length: 4 }, (_, index) => ({ name: `Tool ${part}${index}` })) });
  }
  expect(await suggest("tool")).toHaveLength(10);
  const { results } = await get<{ results: ProductSuggestion[] }>("/api/alternatives/?q=slack");
  expect(results).toEqual([{ id: expect.any(Number), name: "Slack", slug: "slack", link: "https://slack.com/" }]);
});
