import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import type { CategoryPage, HomePage, ProductPage } from "#schema/pages/pages.ts";
import type { SitePage } from "#schema/sites/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { request } from "../support/app.ts";
import { toNewSite } from "../support/factories.ts";

type ListPage = HomePage | CategoryPage | ProductPage;

/** How many sites come from each country. */
const COUNTRIES = { DE: 6, FR: 5, US: 4, NL: 4, SE: 3, CH: 3, ES: 2, IT: 1, PT: 1 };
const PRODUCTS = ["Slack", "Trello", "Notion", "Asana", "Jira", "Evernote", "Dropbox", "Figma", "Zoom"];
const LICENCES = ["MIT", "ISC", "GPL-2.0", "GPL-3.0", "AGPL-3.0", "MPL-2.0", "BSD-3", "Apache-2.0"];
const FIRST_COUNTRIES = { DE: 6, FR: 5, NL: 4, US: 4 };

const page = async <T extends ListPage>(path: string) => (await request(`/api/pages${path}`)).json<T>();
const listOf = async (path: string) => (await page(path)).sites;

beforeEach(async () => {
  const of = Object.entries(COUNTRIES).flatMap(([country, count]) => Array<string>(count).fill(country));
  const listed = of.map((country, index) => {
    const facts: Facts = { country, open_source: country !== "PT" };
    const first = { facts: { ...facts, imports_from: PRODUCTS.map((name) => name.toLowerCase()), licences: LICENCES } };
    return toNewSite({
      name: `Listed ${index}`,
      category: "communication",
      facts,
      ...(index === 0 && first),
      alternatives: (index === 0 ? PRODUCTS : ["Slack"]).map((name) => ({ name })),
    });
  });
  await createListings(connect(env.DB), listed, { ownerId: null, newId: () => "unique" });
});

test("of a filter with more than eight values, lists have the four with the most sites", async () => {
  for (const path of ["/?show=filters", "/categories/communication", "/alternatives/slack", "/?q=listed"]) {
    const { facets, cut_facets, products } = await listOf(path);
    expect(facets!["country"], path).toEqual(FIRST_COUNTRIES);
    expect(Object.keys(facets!["licence"]!)).toHaveLength(8);
    expect(cut_facets).toEqual({ imports_from: 9, country: 9 });
    expect(products).toEqual({ asana: "Asana", dropbox: "Dropbox", evernote: "Evernote", figma: "Figma" });
  }
});

test("chosen values stay, also those that leave no site", async () => {
  const { facets, cut_facets, products } = await listOf("/?country=PT&country=AT&imports_from=zoom");
  expect(facets!["country"]).toEqual({ DE: 1, PT: 0, AT: 0 });
  expect(facets!["imports_from"]).toEqual({ zoom: 0 });
  expect([cut_facets, products]).toEqual([undefined, { zoom: "Zoom" }]);
  const chosen = await listOf("/?country=PT");
  expect(chosen.facets!["country"]).toEqual({ ...FIRST_COUNTRIES, PT: 1 });
  expect(chosen.cut_facets).toEqual({ country: 9 });
});

test("a list has all values of the filter that it names, and of others the first ones; an unknown name changes nothing", async () => {
  for (const path of [
    "/?values=country",
    "/alternatives/slack?values=country",
    "/categories/communication/open-source?values=country",
  ]) {
    const { query, sites } = await page(path);
    expect(query.values, path).toEqual(["country"]);
    const counts = path.includes("open-source") ? { ...COUNTRIES, PT: undefined } : COUNTRIES;
    expect(sites.facets!["country"], path).toEqual(counts);
    expect(sites.cut_facets).toEqual({ imports_from: 9 });
  }
  expect(await page("/?values=all&values=__proto__&values=")).toEqual(await page("/"));
});

test("the public list has all values", async () => {
  for (const query of ["facets=1", "facets=1&values=country", "facets=1&values=nothing"]) {
    const response = await request(`/api/saas/?${query}`);
    const list = await response.json<SitePage>();
    expect([response.status, list.facets!["country"]]).toEqual([200, COUNTRIES]);
    expect(Object.keys(list.products!)).toHaveLength(9);
    expect(list).not.toHaveProperty("cut_facets");
  }
});
