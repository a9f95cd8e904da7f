import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { UNCHECKED } from "#schema/sites/life.ts";
import { type EditableSite, SITE_MESSAGES, type SitePage } from "#schema/sites/sites.ts";
import { NOW, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { documentOf, listSite, siteBody } from "../support/own-sites.ts";
import { readResponse, BERT, insertUser, errorResponse, raiseRateCounts, logInNew } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => void (anna = await logInNew()));

const post = async (overrides: object = {}) => readResponse(await anna.post("/api/sites/", siteBody(overrides)));
const countSites = async () => (await (await request("/api/saas/")).json<SitePage>()).count;

test("a listed site is returned as its owner edits it, and is public at once", async () => {
  const response = await anna.post("/api/sites/", siteBody());
  expect(response.status).toBe(201);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const content = JSON.stringify(documentOf("Why it is good"));
  const site = await response.json<EditableSite>();
  expect(site).toEqual({
    id: expect.any(Number),
    slug: "mattermost",
    name: "Mattermost",
    title: "Mattermost",
    link: "https://mattermost.com/",
    description: "Secure chat",
    category: "communication",
    facts: {},
    fact_sources: {},
    facts_checked_at: null,
    status: "basic",
    review: "active",
    refusal: null,
    featured_until: null,
    logo: null,
    screenshot: null,
    screenshots: [],
    like_count: 0,
    is_liked_by_user: false,
    interactions: { likes: 0, comments: 0 },
    alternatives: [{ id: expect.any(Number), name: "Slack", link: "https://slack.com/", description: "" }],
    blog: { slug: "mattermost", content },
    content,
    created_at: "2026-11-20T12:00:00.000Z",
    updated_at: "2026-11-20T12:00:00.000Z",
    alive: UNCHECKED,
    standing: "open",
    verified: null,
    moved_to: null,
    claimed_until: null,
  });
  expect(await readResponse(await anna.get(`/api/sites/${site.id}/`))).toEqual({ status: 200, body: site });
  expect(await (await request("/api/mattermost/")).json()).toMatchObject({ id: site.id, content });
  expect((await request("/mattermost")).status).toBe(200);
  expect(await (await request("/api/saas/?q=slack")).json()).toMatchObject({ results: [{ id: site.id }] });
});

test.each([
  ["a document", documentOf("Words")],
  ["plain text", "Words"],
])("the article may be sent as %s", async (_, content) => {
  const { content: saved } = await listSite(anna, { blog: { content } });
  expect(JSON.parse(saved)).toEqual(documentOf("Words"));
});

test("fields that an owner may not set are ignored, in a new site and in a change", async () => {
  await insertUser({ email: BERT });
  const wanted = {
    id: 77,
    slug: "admin",
    owner: 2,
    owner_id: 2,
    status: "featured",
    review: "pending",
    review_note: "x",
    refusal: "x",
    featured_until: "2030-01-01T00:00:00.000Z",
    featuredUntil: NOW + DAY_MS,
    like_count: 9,
    is_liked_by_user: true,
    interactions: { likes: 9, comments: 9 },
    created_at: "2000-01-01T00:00:00.000Z",
    createdAt: 0,
    updated_at: "2000-01-01T00:00:00.000Z",
    alternatives: [{ id: 9, name: "Slack", link: "https://slack.com/", product_id: 9, position: 9 }],
  };
  const site = await listSite(anna, wanted);
  expect(site).toMatchObject({ slug: "mattermost", status: "basic", review: "active", refusal: null, like_count: 0 });
  expect(site).toMatchObject({ featured_until: null, created_at: "2026-11-20T12:00:00.000Z", is_liked_by_user: false });
  expect(await env.DB.prepare("SELECT id, owner_id, review_note FROM sites").all()).toMatchObject({
    results: [{ id: 1, owner_id: 1, review_note: null }],
  });
  const changed = await anna.put(`/api/sites/${site.id}/`, { ...siteBody(wanted), updated_at: undefined });
  expect(await changed.json()).toEqual({ ...site, updated_at: expect.any(String) });
});

test.each([
  ["an empty document", { blocks: [] }],
  ["a single blank paragraph", documentOf(" <br>&nbsp;")],
])("%s is no article", async (_, content) => {
  const message = "Content is required";
  expect(await post({ blog: { content } })).toEqual(errorResponse(400, message, { "blog.content": message }));
  expect(await countSites()).toBe(0);
});

test("a body of more than a megabyte is refused before it is read", async () => {
  const response = await post({ blog: { content: "x".repeat(1_100_000) } });
  expect(response).toEqual(
    errorResponse(413, "This article is too large: the limit is 1 MB. Shorten it and try again."),
  );
});

test("a link that the owner lists already is refused, with the name of that listing", async () => {
  await listSite(anna);
  const message = "This link is already listed as “Mattermost”.";
  for (const link of [
    "https://mattermost.com",
    "http://www.mattermost.com/",
    "https://MATTERMOST.com/",
    "https://mattermost.com/?utm_source=x&fbclid=1&ref=y",
  ]) {
    expect(await post({ name: "Again", link })).toEqual(errorResponse(409, message, { link: message }));
  }
  expect(await listSite(await logInNew({ email: BERT }), { name: "Also" })).toMatchObject({ review: "pending" });
});

test("a double click creates one site", async () => {
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await post()).status));
  expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await countSites()).toBe(1);
});

test("a user can list twenty sites a day, even with concurrent requests; refused ones and those of staff do not count", async () => {
  await listSite(anna, { link: "https://first.example/" });
  expect((await post({ link: "https://first.example/" })).status).toBe(409);
  expect((await post({ name: "" })).status).toBe(400);
  await raiseRateCounts(16);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => post({ name: "Same Name", link: `https://example.com/${at}` })),
  );
  const listed = answers.filter(({ status }) => status === 201);
  expect(listed).toHaveLength(4);
  expect(answers.find(({ status }) => status !== 201)).toEqual(errorResponse(429, SITE_MESSAGES.dailyLimitReached));
  expect(new Set(listed.map(({ body }) => body["slug"])).size, "each has a slug of its own").toBe(4);
  const response = await anna.post("/api/sites/", siteBody());
  expect(response.headers.get("Retry-After")).toBe("86400");
  const setStaff = (isStaff: number) => env.DB.prepare("UPDATE users SET is_staff = ?").bind(isStaff).run();
  await setStaff(1);
  expect((await post({ link: "https://staff.example/" })).status).toBe(201);
  await setStaff(0);
  fakes.now += DAY_MS;
  expect((await post({ link: "https://next-day.example/" })).status).toBe(201);
});
