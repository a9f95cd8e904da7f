import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import type { Facts } from "#schema/facts/facts.ts";
import { connect } from "#worker/db/connection.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { findSitePage } from "#worker/pages/site-page.ts";
import { meter } from "../../support/meter.ts";
import { NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

const pageOf = async (slug: string) => (await request(`/api/pages/${slug}`)).json<SiteDetailPage>();
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
/** As a save does it, on a day after the listing. */
const change = (id: number, facts: Facts, days: number) =>
  run("UPDATE sites SET facts = ?, updated_at = ? WHERE id = ?", JSON.stringify(facts), NOW + days * DAY_MS, id);
const price = (amount: string) => ({ amount, currency: "EUR", per: "month" }) as const;

test("products that a site imports from have their names, also under a former slug, and only if they have a page", async () => {
  await insertSite({ name: "Zulip", alternatives: [{ name: "Slack" }, { name: "Teams" }] });
  await insertSite({ name: "Waiting", review: "pending", alternatives: [{ name: "Hidden" }] });
  await run("INSERT INTO product_moves (slug, product_id) SELECT 'ms-teams', id FROM products WHERE slug = 'teams'");
  await insertSite({ name: "Mattermost", facts: { imports_from: ["slack", "ms-teams", "hidden", "nothing"] } });
  const { products, site } = await pageOf("mattermost");
  expect(products).toEqual({ slack: "Slack", teams: "Teams" });
  expect(site.facts.imports_from).toEqual(["slack", "teams", "hidden", "nothing"]);
});

test("the changes of facts are listed by day, the newest first, and at most 20", async () => {
  const { id } = await insertSite({ name: "Mattermost", facts: { price_from: price("12.00"), api: true } });
  await change(id, { price_from: price("15.00"), api: true }, 1);
  await change(id, { price_from: price("15.00"), country: "US" }, 40);
  expect((await pageOf("mattermost")).changes).toEqual([
    { fact: "country", before: null, after: "US", day: "2026-12-30" },
    { fact: "api", before: true, after: null, day: "2026-12-30" },
    { fact: "price_from", before: price("12.00"), after: price("15.00"), day: "2026-11-21" },
  ]);
  for (let day = 41; day < 65; day++) await change(id, { trial_days: day }, day);
  const { changes } = await pageOf("mattermost");
  expect(changes).toHaveLength(20);
  expect(changes[0]).toEqual({ fact: "trial_days", before: 63, after: 64, day: "2027-01-23" });
});

test("a change of a fact that is no longer declared is left out", async () => {
  const { id } = await insertSite({ name: "Mattermost" });
  await run("INSERT INTO fact_changes (site_id, fact, before, after, day) VALUES (?, 'colour', NULL, '1', 20000)", id);
  expect((await pageOf("mattermost")).changes).toEqual([]);
});

test("similar sites live, share most products, have most stars, state most facts, and are active", async () => {
  const both = [{ name: "Slack" }, { name: "Teams" }];
  const slack = [{ name: "Slack" }];
  await insertSite({ name: "Both", alternatives: both });
  await insertSite({ name: "Stated", alternatives: slack, facts: { api: true, sso: true } });
  await insertSite({ name: "Starred", alternatives: slack, facts: { stars: 9 } });
  await insertSite({ name: "Archived", alternatives: both, facts: { archived: true } });
  await insertSite({ name: "Hidden", alternatives: both, review: "pending" });
  await insertSite({ name: "Elsewhere", alternatives: [{ name: "Figma" }] });
  await insertSites(["Older", "Newer"], { alternatives: slack });
  await insertSite({ name: "Mattermost", alternatives: both, facts: { api: true } });
  const names = (await pageOf("mattermost")).similar.map(({ name }) => name);
  expect(names).toEqual(["Both", "Starred", "Stated", "Newer", "Older", "Archived"]);
  await insertSites(
    Array.from({ length: 20 }, (_, index) => `More ${index}`),
    { alternatives: slack },
  );
  expect((await pageOf("mattermost")).similar).toHaveLength(6);
  expect((await pageOf("elsewhere")).similar).toEqual([]);
});

test("a site page reads the same rows whether 100 or 400 sites replace the same products", async () => {
  const alternatives = ["Slack", "Teams", "Zoom", "Skype", "Discord"].map((name) => ({ name }));
  await insertSite({ name: "Mattermost", alternatives });
  const counts = meter(env.DB);
  const readPage = async () => {
    counts.rowsRead = 0;
    counts.roundTrips = 0;
    await findSitePage(connect(counts.d1), "mattermost", new URLSearchParams(), {
      now: NOW,
      directory: "Directory",
      vocabulary: new Vocabulary(),
      imageUrl: (url) => url,
    });
    expect(counts.roundTrips).toBe(2);
    return counts.rowsRead;
  };
  const listMore = (count: number) =>
    insertSites(
      Array.from({ length: count }, (_, index) => `Chat ${index}`),
      { alternatives },
    );
  await listMore(100);
  const few = await readPage();
  await listMore(300);
  expect(await readPage()).toBe(few);
  expect(few).toBeLessThanOrEqual(1000);
});

test("facts that contradict each other are said with their sources", async () => {
  const source = "https://github.com/awesome-selfhosted/awesome-selfhosted-data";
  await insertSite({
    name: "Both",
    facts: { open_source: true, licences: ["Proprietary"] },
    fact_sources: { licences: source },
  });
  expect((await pageOf("both")).disagreements).toEqual([
    {
      facts: ["licences", "open_source"],
      text: "Sources disagree: proprietary (awesome-selfhosted), open source (the owner).",
    },
  ]);
});

test("the description names three key facts if the article has no text", async () => {
  const facts: Facts = {
    pricing: "free",
    open_source: true,
    licences: ["MIT", "Apache-2.0"],
    hosting: ["self_hosted"],
    api: true,
  };
  await insertSite({ name: "Brief", description: "In short", facts });
  expect((await pageOf("brief")).description).toBe(
    "In short – Pricing: Free to self-host; Open source: Yes; Licence: MIT, Apache-2.0",
  );
  await insertSite({ name: "Wordless", description: "", facts: { country: "DE" } });
  expect((await pageOf("wordless")).description).toBe("Company’s country: Germany");
});
