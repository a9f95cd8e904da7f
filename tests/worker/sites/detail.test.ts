import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS, NOW, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

test("GET /api/{slug}/ returns the site with article, alternatives and interactions", async () => {
  const content = JSON.stringify({ blocks: [{ type: "paragraph", data: { text: "Hello" } }] });
  const site = await insertSite({
    name: "Mattermost",
    featuredUntil: NOW + DAY_MS,
    likeCount: 3,
    alternatives: [{ name: "Slack", link: "https://slack.com/", description: "Chat at work" }],
    article: content,
  });
  const response = await request("/api/mattermost/");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id: site.id,
    slug: "mattermost",
    title: "Mattermost",
    status: "featured",
    content,
    blog: { slug: "mattermost", content },
    alternatives: [{ id: expect.any(Number), name: "Slack", link: "https://slack.com/", description: "Chat at work" }],
    interactions: { likes: 3, comments: 0 },
  });
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

test("the slug of a deleted site is not used again", async () => {
  const first = await insertSite({ name: "Phoenix" });
  await env.DB.prepare("DELETE FROM sites WHERE id = ?").bind(first.id).run();
  expect((await insertSite({ name: "Phoenix" })).slug).toBe("phoenix-2");
});
