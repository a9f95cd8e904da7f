import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import { FILTERS } from "#schema/facts/facts.ts";
import type { Filters } from "#schema/facts/filters.ts";
import { withQuery } from "#schema/pages/paths.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { LICENCE_FAMILIES } from "#schema/facts/licence-families.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { request } from "../support/app.ts";
import { insertSites, toNewSite } from "../support/factories.ts";
import { randomFrom } from "../support/random.ts";

const CATEGORIES = ["communication", "productivity"] as const;
const PRODUCTS = ["Slack", "Trello", "Notion"];
const PLATFORMS = ["web", "linux", "macos", "windows", "android"] as const;
const LICENCES = ["MIT", "AGPL-3.0", "GPL-3.0-only", "Proprietary", "NLPL"];
const TYPES: Record<string, string> = { MIT: "permissive", "AGPL-3.0": "copyleft", "GPL-3.0-only": "copyleft" };
const COUNTRIES = ["DE", "FR", "US"];
const SITES = 260;

const random = randomFrom(7);
/** From 0 to 1. */
const next = () => random.next() / 32_768;
const some = <T>(values: readonly T[], share: number) => values.filter(() => next() < share);
const one = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
const maybe = <T>(share: number, value: T) => (next() < share ? value : undefined);

function randomFacts(): Facts {
  const facts = {
    pricing: maybe(0.8, one(["free", "freemium", "paid"] as const)),
    free_plan: maybe(0.5, next() < 0.7),
    open_source: maybe(0.8, next() < 0.6),
    licences: maybe(0.6, some(LICENCES, 0.5)),
    platforms: maybe(0.8, some(PLATFORMS, 0.5)),
    hosting: maybe(0.7, some(["cloud", "self_hosted"] as const, 0.6)),
    country: maybe(0.5, one(COUNTRIES)),
    imports_from: maybe(0.4, some(["slack", "trello"], 0.6)),
    encrypted: maybe(0.3, next() < 0.5),
    api: maybe(0.4, next() < 0.8),
    sso: maybe(0.3, next() < 0.5),
    setup: maybe(0.4, one(["minutes", "hours"] as const)),
    team_size: maybe(0.4, some(["one", "small"] as const, 0.7)),
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

const listed = Array.from({ length: SITES }, (_, index) => ({
  ...toNewSite({
    name: `Listed ${index}`,
    category: one(CATEGORIES),
    facts: randomFacts(),
    alternatives: some(PRODUCTS, 0.5).map((name) => ({ name })),
    // The last ones are not public.
    review: index < SITES - 20 ? "active" : "pending",
  }),
}));

const valuesOf = (facts: Facts, filter: string): string[] =>
  [facts[FILTERS.get(filter)!] ?? []]
    .flat()
    .filter((value) => value !== false)
    .map((value) => (value === true ? "1" : String(value)))
    .map((value) => (filter === "licence_type" ? (TYPES[value] ?? value.toLowerCase()) : value));

const meets = (facts: Facts, filters: Filters) =>
  Object.entries(filters).every(([filter, values]) =>
    values[filter === "runs_on" ? "every" : "some"]((value) => valuesOf(facts, filter).includes(value)),
  );

type Where = { path: string; holds: (site: (typeof listed)[number]) => boolean };

const PLACES: Where[] = [
  { path: "/api/saas/", holds: () => true },
  { path: "/api/saas/?q=listed", holds: () => true },
  { path: "/api/saas/?category=communication", holds: ({ category }) => category === "communication" },
  {
    path: "/api/pages/alternatives/slack",
    holds: ({ alternatives }) => alternatives.some(({ name }) => name === "Slack"),
  },
];

const OFFERED: Filters = {
  pricing: ["free", "freemium", "paid"],
  free_plan: ["1"],
  open_source: ["1"],
  licence: LICENCES,
  licence_type: ["permissive", "copyleft", "proprietary"],
  platform: [...PLATFORMS],
  runs_on: [...PLATFORMS],
  hosting: ["cloud", "self_hosted"],
  country: COUNTRIES,
  imports_from: ["slack", "trello"],
  encrypted: ["1"],
  api: ["1"],
  sso: ["1"],
  setup: ["minutes", "hours"],
  team_size: ["one", "small"],
};

const ANY_AND_ALL: Filters = { platform: ["linux", "web"], runs_on: ["macos"] };

function randomFilters(): Filters {
  const chosen = Object.entries(OFFERED).filter(() => next() < 0.25);
  return Object.fromEntries(chosen.map(([filter, values]) => [filter, [...new Set([one(values), one(values)])]]));
}

async function listAt(path: string, filters: Filters): Promise<SitePage> {
  const [base = "", query = ""] = path.split("?");
  const response = await request(
    withQuery(base, { ...Object.fromEntries(new URLSearchParams(query)), ...filters, facets: "1" }),
  );
  expect(response.status).toBe(200);
  const body = (await response.json()) as SitePage | { sites: SitePage };
  return "sites" in body ? body.sites : body;
}

test("the count of a list and the numbers beside its filters equal a count by hand, with and without chosen values", async () => {
  await createListings(connect(env.DB), listed, { ownerId: null, newId: () => "unique" });
  const wrong: unknown[] = [];
  for (let run = 0; run < 6 * PLACES.length; run++) {
    const { path, holds } = PLACES[run % PLACES.length]!;
    const filters = [{}, ANY_AND_ALL][Math.floor(run / PLACES.length)] ?? randomFilters();
    const sites = listed.filter((site) => site.review === "active" && holds(site));
    const found = await listAt(path, filters);
    const count = sites.filter(({ facts }) => meets(facts!, filters)).length;
    if (found.count !== count) wrong.push({ path, filters, count, found: found.count });
    for (const [filter, values] of Object.entries(OFFERED)) {
      for (const value of values) {
        const chosen = [...(filter === "runs_on" ? (filters[filter] ?? []) : []), value];
        const number = sites.filter(({ facts }) => meets(facts!, { ...filters, [filter]: chosen })).length;
        const shown = found.facets?.[filter]?.[value] ?? 0;
        // Pages leave out what does not change the list.
        if (path.includes("/pages/") && shown === 0 && (filter === "platform" || number === count)) continue;
        if (shown !== Math.min(number, 200)) wrong.push({ path, filters, filter, value, number, shown });
      }
    }
  }
  expect(wrong).toEqual([]);
  for (const { path } of PLACES.filter((place) => !place.path.includes("category")))
    expect([path, (await listAt(path, {})).products]).toEqual([path, { slack: "Slack", trello: "Trello" }]);
});

test("the database and the code know the same types of licences", async () => {
  const { results } = await env.DB.prepare("SELECT licence_type, family FROM licence_families").all<
    Record<string, string>
  >();
  const families = Map.groupBy(results, ({ licence_type: type }) => type!);
  expect(Object.fromEntries([...families].map(([type, rows]) => [type, rows.map(({ family }) => family)]))).toEqual(
    LICENCE_FAMILIES,
  );
});

test("a filter of a search takes sites away, and none that are only close fill up the list", async () => {
  const close = { description: "A garden planner", facts: { open_source: true } };
  await insertSites(["Exact notes"], { description: "Notes and sketches", facts: { open_source: true } });
  await insertSites(["Other notes"], { description: "Notes and sketches" });
  await insertSites(
    Array.from({ length: 130 }, (_, at) => `Sketches ${at}`),
    { description: "Sketches" },
  );
  await insertSites(
    Array.from({ length: 130 }, (_, at) => `Garden ${at}`),
    close,
  );
  for (const q of ["notes sketches", "notes garden", "free notes sketches planner"]) {
    const path = `/api/saas/?${new URLSearchParams({ q })}`;
    const [all, found] = [await listAt(path, {}), await listAt(path, { open_source: ["1"] })];
    expect([q, found.count]).toEqual([q, all.facets?.["open_source"]?.["1"] ?? 0]);
  }
});

test("an unknown value of a filter is refused by the call, and ignored by pages", async () => {
  for (const query of [
    "pricing=cheap",
    "platform=linux&platform=amiga",
    "country=XX",
    "open_source=yes",
    "licence=a b",
  ]) {
    const response = await request(`/api/saas/?${query}`);
    expect([query, response.status]).toEqual([query, 400]);
    expect((await request(`/api/pages/?${query}`)).status).toBe(200);
  }
});

test("values of filters cannot become a part of the query", async () => {
  await insertSites(["Listed"], { facts: { licences: ["MIT"] } });
  for (const licence of ["MIT')OR1=1--", '"MIT"', "MIT*", "NOT", "'"]) {
    const counts = ["/api/saas/", "/api/saas/?q=listed"].map(
      async (path) => (await listAt(path, { licence: [licence] })).count,
    );
    expect([licence, ...(await Promise.all(counts))]).toEqual([licence, 0, 0]);
  }
});
