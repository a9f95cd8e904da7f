import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { NOW, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

test("the site has its facts with their sources, and says how it replaces each product", async () => {
  await insertSite({
    name: "Mattermost",
    facts: { pricing: "freemium", platforms: ["web", "linux"] },
    // The source of a fact that is no longer stated stays stored.
    fact_sources: { pricing: "https://mattermost.com/pricing/", api: "https://mattermost.com/api/" },
    facts_checked_at: "2026-10-30",
    alternatives: [
      { name: "Slack", replaces: "same_job", lacks: ["Huddles"], moving: { text: "", link: "https://docs.example/" } },
      { name: "Discord" },
    ],
  });
  const site = await (await request("/api/mattermost/")).json();
  expect(site).toMatchObject({
    facts: { pricing: "freemium", platforms: ["web", "linux"] },
    fact_sources: { pricing: "https://mattermost.com/pricing/" },
    facts_checked_at: "2026-10-30",
  });
  expect(site).not.toHaveProperty("fact_sources.api");
  expect(site).toHaveProperty("alternatives", [
    {
      id: expect.any(Number),
      name: "Slack",
      link: "https://slack.example/",
      description: "",
      replaces: "same_job",
      lacks: ["Huddles"],
      moving: { text: "", link: "https://docs.example/" },
      stated_at: new Date(NOW).toISOString(),
    },
    { id: expect.any(Number), name: "Discord", link: "https://discord.example/", description: "" },
  ]);
});

test("an unknown and a pending site answer 404, a deleted site 410", async () => {
  await insertSite({ name: "Waiting", review: "pending" });
  const gone = await insertSite({ name: "Gone" });
  await env.DB.prepare("DELETE FROM sites WHERE id = ?").bind(gone.id).run();
  for (const [slug, status] of [
    ["nothing", 404],
    ["waiting", 404],
    ["gone", 410],
  ] as const) {
    const response = await request(`/api/${slug}/`);
    expect([slug, response.status, await response.json()]).toEqual([slug, status, { error: "Site not found" }]);
  }
});
