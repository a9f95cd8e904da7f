import { expect, test } from "vitest";
import type { SitePage, SiteSummary } from "#schema/sites/sites.ts";
import { exactSites } from "#worker/features/search-watches/check.ts";

const results = ["first", "second", "third"].map((slug) => ({ slug }) as SiteSummary);
const found = (facts: Partial<SitePage>) =>
  exactSites({ featured: [], results, count: results.length, page: 1, pages: 1, ...facts }).map(({ slug }) => slug);

test.each<[string, Partial<SitePage>, string[]]>([
  ["all results are exact", {}, ["first", "second", "third"]],
  ["close results stand after the exact ones", { exact_count: 2 }, ["first", "second"]],
  ["all results are only close", { exact_count: 0 }, []],
  ["the results are for another spelling", { corrected_query: "others" }, []],
  ["another spelling is only proposed", { did_you_mean: "others" }, ["first", "second", "third"]],
  ["nothing was found", { results: [], count: 0, pages: 0 }, []],
])("if %s, the mail names what the person asked for", (_, facts, slugs) => {
  expect(found(facts)).toEqual(slugs);
});
