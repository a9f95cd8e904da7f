import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { ComparedSite } from "#schema/sites/comparisons.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { countTrips } from "../support/trips.ts";

beforeEach(async () => {
  await insertSite({
    name: "Zulip",
    facts: { open_source: true, licences: ["Apache-2.0"] },
    fact_sources: { licences: "https://github.com/zulip/zulip" },
    facts_checked_at: "2026-08-21",
    alternatives: [{ name: "Slack", replaces: "same_job", lacks: ["Huddles"], adds: ["Topics"] }, { name: "Teams" }],
  });
  await insertSite({ name: "Element", facts: { open_source: true }, alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Waiting", review: "pending" });
});

const compare = (sites: string) => request(`/api/compare/?sites=${encodeURIComponent(sites)}`);

test("a comparison has all facts of each site, and how it replaces each product, in the order of the request", async () => {
  const response = await compare("zulip,element");
  expect(response.status).toBe(200);
  const { sites } = await response.json<{ sites: ComparedSite[] }>();
  expect(sites.map(({ slug }) => slug)).toEqual(["zulip", "element"]);
  expect(sites[0]).toMatchObject({
    facts: { open_source: true, licences: ["Apache-2.0"] },
    fact_sources: { licences: "https://github.com/zulip/zulip" },
    facts_checked_at: "2026-08-21",
    screenshots: [],
    interactions: { likes: 0, comments: 0 },
    alternatives: [
      { name: "Slack", slug: "slack", replaces: "same_job", lacks: ["Huddles"], adds: ["Topics"] },
      { name: "Teams", slug: "teams" },
    ],
  });
  expect(sites[1]!.alternatives).toEqual([expect.objectContaining({ name: "Slack", slug: "slack" })]);
});

test("other than two to four different sites are refused", async () => {
  for (const sites of ["", "zulip", "zulip,zulip", "a,b,c,d,e", ","]) {
    const response = await compare(sites);
    expect([sites, response.status]).toEqual([sites, 400]);
    expect(await response.json()).toMatchObject({ fields: { sites: expect.any(String) } });
  }
});

test("a site that is unknown or waits for review answers 404, a deleted one 410", async () => {
  await env.DB.exec("DELETE FROM sites WHERE slug = 'element'");
  for (const [slug, status] of [
    ["nothing", 404],
    ["waiting", 404],
    ["element", 410],
  ] as const)
    expect([slug, (await compare(`zulip,${slug}`)).status]).toEqual([slug, status]);
});

test("the edge keeps a comparison by its sites and products, and it takes one round trip to D1", async () => {
  const response = await compare("zulip,element");
  const tags = response.headers.get("Cache-Tag")!.split(",");
  expect(tags).toEqual(expect.arrayContaining(["site:zulip", "site:element", "product:slack", "product:teams"]));
  for (const path of ["/api/compare/?sites=zulip,element", "/compare/element-vs-zulip", "/compare?site=zulip"])
    expect(await countTrips((counting) => request(path, {}, counting)), path).toMatchObject({ d1: 1, d1Later: 0 });
});
