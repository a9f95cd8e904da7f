import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import type { ListRequest } from "#worker/features/sites/list/list-request.ts";
import { connect } from "#worker/db/connection.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import type { Filters } from "#schema/facts/filters.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { meter, MOST_ROWS } from "../../support/meter.ts";
import { NOW } from "../support/app.ts";
import { toNewSite } from "../support/factories.ts";

// D1 bills each row that a query reads. Here more sites have each value than a list counts, so a list reads as much as it
// can in any directory.
const SITES = 1100;

const ALL: Facts = {
  pricing: "free",
  free_plan: true,
  open_source: true,
  licences: ["MIT", "AGPL-3.0", "GPL-3.0", "Apache-2.0", "GPL-2.0", "MPL-2.0", "BSD-3-Clause", "ISC"],
  platforms: ["web", "windows", "macos", "linux", "ios", "android", "browser_extension", "cli"],
  hosting: ["cloud", "self_hosted"],
  country: "DE",
  imports_from: ["slack", "trello", "notion", "asana", "jira", "evernote", "gmail", "dropbox"],
  encrypted: true,
  api: true,
  sso: true,
  setup: "hours",
  team_size: ["one", "small", "medium", "large"],
};

const COUNTRIES = ["DE", "FR", "NL", "US", "GB", "CH", "SE", "ES", "IT", "PL"];

test("a filtered list, a search and the numbers beside filters read a limited number of rows", async () => {
  const listed = Array.from({ length: SITES }, (_, index) =>
    toNewSite({
      name: `Common ${index}`,
      category: "communication",
      description: "A common word",
      facts: { ...ALL, country: COUNTRIES[index % COUNTRIES.length]! },
      alternatives: [{ name: "Slack" }],
    }),
  );
  for (let at = 0; at < SITES; at += 100)
    await createListings(connect(env.DB), listed.slice(at, at + 100), { ownerId: null, newId: () => "unique" });
  const counts = meter(env.DB);
  const db = connect(counts.d1);
  const list = (query: Partial<ListRequest>) => ({
    now: NOW,
    q: "",
    sort: null,
    page: 1,
    perPage: 24,
    hasFeaturedPlaces: true,
    vocabulary: new Vocabulary(),
    ...query,
  });
  const three = { open_source: ["1"], platform: ["linux", "web"], hosting: ["self_hosted"] };
  const lists: Record<string, ListRequest> = {
    "all sites": list({}),
    "all platforms": list({ filters: { runs_on: ALL.platforms! } }),
    "one filter": list({ filters: { open_source: ["1"] } }),
    "three filters": list({ filters: three }),
    "three filters, the last page": list({ filters: three, page: 41 }),
    "three filters, most liked": list({ filters: three, sort: "popular" }),
    "a category": list({ category: "communication" }),
    "three filters of a category": list({ category: "communication", filters: three }),
    "a product by age": list({ replaces: "slack", sort: "newest" }),
    "a product": list({ replaces: "slack" }),
    "a product, the most liked": list({ replaces: "slack", sort: "popular" }),
    "a product, three filters": list({ replaces: "slack", filters: three }),
    "a search, three filters": list({ q: "common", filters: three }),
    "a search in a product, three filters": list({ q: "common", replaces: "slack", filters: three, maxHits: 400 }),
  };
  const costs: Record<string, number[]> = {};
  for (const [name, request] of Object.entries(lists)) {
    for (const hasFacets of [false, true]) {
      counts.rowsRead = 0;
      const { count } = await listSites(db, { ...request, hasFacets });
      expect(count).toBeGreaterThan(0);
      (costs[name] ??= []).push(counts.rowsRead);
    }
  }
  const numbers = async (filters: Filters) =>
    (await listSites(db, { ...list({ q: "common", filters }), hasFacets: true })).facets!["country"];
  expect(await numbers({ country: ["DE"] }), "a filter leaves its own numbers").toEqual(await numbers({}));
  const most = (name: string) => MOST_ROWS[name.startsWith("a search") ? "search" : "list"];
  const costly = Object.entries(costs).filter(
    ([name, [without = 0, withNumbers = 0]]) => without > most(name) || withNumbers > MOST_ROWS.numbers,
  );
  expect(costly).toEqual([]);
});
