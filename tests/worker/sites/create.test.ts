import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { type EditableSite, SITE_MESSAGES, type SitePage } from "#schema/sites/sites.ts";
import { NOW, fakes, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { documentOf, listSite, siteBody } from "../support/own-sites.ts";
import { ANNA, readResponse, BERT, insertUser, logIn, PASSWORD, errorResponse } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

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
  });
  expect(await readResponse(await anna.get(`/api/sites/${site.id}/`))).toEqual({ status: 200, body: site });
  expect(await (await request("/api/mattermost/")).json()).toMatchObject({ id: site.id, content });
  expect((await request("/mattermost")).status).toBe(200);
  expect(await (await request("/api/saas/?q=slack")).json()).toMatchObject({ results: [{ id: site.id }] });
});

test.each([
  ["a document", documentOf("Words")],
  ["the JSON of one", JSON.stringify(documentOf("Words"))],
  ["plain text", "Words"],
])("the article may be sent as %s", async (_, content) => {
  const { content: saved } = await listSite(anna, { blog: { content } });
  expect(JSON.parse(saved)).toEqual(documentOf("Words"));
});

test("fields that an owner may not set are ignored", async () => {
  await insertUser({ email: BERT });
  const site = await listSite(anna, {
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
  });
  expect(site).toMatchObject({ slug: "mattermost", status: "basic", review: "active", refusal: null, like_count: 0 });
  expect(site).toMatchObject({ featured_until: null, created_at: "2026-11-20T12:00:00.000Z", is_liked_by_user: false });
  expect(await env.DB.prepare("SELECT id, owner_id, review_note FROM sites").all()).toMatchObject({
    results: [{ id: 1, owner_id: 1, review_note: null }],
  });
});

test("a URL without https:// gets it, for the site and for its alternatives", async () => {
  const site = await listSite(anna, {
    link: " mattermost.com/team ",
    alternatives: [{ name: "Slack", link: "slack.com" }],
  });
  expect(site).toMatchObject({ link: "https://mattermost.com/team", alternatives: [{ link: "https://slack.com" }] });
  const changed = await anna.put(`/api/sites/${site.id}/`, siteBody({ link: "mattermost.org" }));
  expect(await changed.json()).toMatchObject({ link: "https://mattermost.org" });
});

test("each kind of link is mended, and stored without tracking parameters", async () => {
  const typed = (path: string) => `\u202ahttps://https://a.example/${path}?utm_source=x&id=1,`;
  const stored = (path: string) => `https://a.example/${path}?id=1`;
  const site = await listSite(anna, {
    link: typed("site"),
    alternatives: [{ name: "Slack", link: typed("slack"), moving: { text: "", link: typed("moving") } }],
    facts: { source_code: typed("code"), api: true },
    fact_sources: { api: typed("source") },
  });
  expect(site).toMatchObject({
    link: stored("site"),
    alternatives: [{ link: stored("slack"), moving: { link: stored("moving") } }],
    facts: { source_code: stored("code") },
    fact_sources: { api: stored("source") },
  });
});

test("a link in a listing that works only in a network is refused with its reason, wherever it stands", async () => {
  const link = "http://192.168.1.11/";
  const reason =
    "Only some computers or networks can open “192.168.1.11”. Please enter an address that everybody can open.";
  const answer = await readResponse(
    await anna.post(
      "/api/sites/",
      siteBody({
        alternatives: [{ name: "Slack", link: "https://slack.com/", moving: { link } }],
        facts: { source_code: link, api: true },
        fact_sources: { api: link },
      }),
    ),
  );
  expect(answer).toMatchObject({
    status: 400,
    body: {
      fields: {
        "alternatives.0.moving.link": reason,
        "facts.source_code": `Source code: ${reason}`,
        "fact_sources.api": `The source: ${reason}`,
      },
    },
  });
});

const long = "x".repeat(101);
test.each<[string, object, Record<string, string>]>([
  ["no name", { name: " " }, { name: "Site name is required" }],
  ["a long name", { name: long }, { name: "Site name must be less than 100 characters" }],
  ["no link", { link: "" }, { link: "Site link is required" }],
  ["a bad link", { link: "mattermost" }, { link: "Please enter a valid URL." }],
  ["an email address for a link", { link: "anna@mattermost.com" }, { link: "Please enter a valid URL." }],
  [
    "a link into the own network",
    { link: "http://localhost:3000/" },
    { link: "Only some computers or networks can open “localhost”. Please enter an address that everybody can open." },
  ],
  ["a script for a link", { link: "javascript:alert(1)" }, { link: "Please enter a valid URL." }],
  ["a long description", { description: long }, { description: "Description must be less than 100 characters" }],
  ["no category", { category: "" }, { category: "Category is required." }],
  ["an unknown category", { category: "games" }, { category: "Category is required." }],
  [
    "an alternative without link",
    { alternatives: [{ name: "Slack", link: "" }] },
    { "alternatives.0.link": "URL is required when name is provided" },
  ],
  [
    "an alternative without name",
    {
      alternatives: [
        { name: "Slack", link: "https://slack.com/" },
        { name: "", link: "https://zoom.us/" },
      ],
    },
    { "alternatives.1.name": "Name is required when URL is provided" },
  ],
  [
    "an alternative with a bad link",
    { alternatives: [{ name: "Slack", link: "slack" }] },
    { "alternatives.0.link": "Please enter a valid URL." },
  ],
  [
    "six alternatives",
    { alternatives: Array.from({ length: 6 }, (_, at) => ({ name: `A${at}`, link: "https://a.example/" })) },
    { alternatives: "You can add at most 5 alternatives" },
  ],
  ["no article", { blog: undefined }, { blog: "Content is required" }],
  ["no content", { blog: {} }, { "blog.content": "Content is required" }],
  ["empty content", { blog: { content: "" } }, { "blog.content": "Content is required" }],
  ["an empty document", { blog: { content: { blocks: [] } } }, { "blog.content": "Content is required" }],
  [
    "a single blank paragraph",
    { blog: { content: JSON.stringify(documentOf(" <br>&nbsp;")) } },
    { "blog.content": "Content is required" },
  ],
  ["content of a wrong type", { blog: { content: 42 } }, { "blog.content": "Content is required" }],
  [
    "more blocks than an article may have",
    { blog: { content: documentOf(...Array.from({ length: 2001 }, () => "x")) } },
    { "blog.content": "The article may have at most 2,000 blocks. Please shorten it." },
  ],
])("%s is refused with its own message", async (_, overrides, fields) => {
  expect(await post(overrides)).toEqual(errorResponse(400, Object.values(fields)[0]!, fields));
  expect(await countSites()).toBe(0);
});

test("the response names all wrong fields at once", async () => {
  const { body } = await post({ name: "", category: "x", alternatives: [{ name: "A", link: "" }] });
  expect(Object.keys(body["fields"] as object)).toEqual(["name", "category", "alternatives.0.link"]);
});

test("a body of more than a megabyte is refused before it is read", async () => {
  const response = await post({ blog: { content: "x".repeat(1_100_000) } });
  expect(response).toEqual(
    errorResponse(413, "This article is too large: the limit is 1 MB. Shorten it and try again."),
  );
});

test("only a signed-in user can list a site, and nobody can sign in before their email address is verified", async () => {
  expect(await readResponse(await new Browser().post("/api/sites/", siteBody()))).toEqual(
    errorResponse(401, ACCOUNT_MESSAGES.signIn),
  );
  await insertUser({ email: BERT, emailVerifiedAt: null });
  const bert = new Browser();
  expect((await bert.post("/api/login/", { email: BERT, password: PASSWORD })).status).toBe(403);
  expect((await bert.post("/api/sites/", siteBody())).status).toBe(401);
});

test("a link that the owner lists already is refused, with the URL of that listing", async () => {
  const { id } = await listSite(anna);
  const message = `This link is already listed as “Mattermost”. You can edit that site at /site/edit/${id}.`;
  for (const link of [
    "https://mattermost.com",
    "http://www.mattermost.com/",
    "https://MATTERMOST.com/",
    "https://mattermost.com/?utm_source=x&fbclid=1&ref=y",
  ]) {
    expect(await post({ name: "Again", link })).toEqual(errorResponse(409, message, { link: message }));
  }
  await insertUser({ email: BERT });
  expect(await listSite(await logIn(BERT), { name: "Also" })).toMatchObject({ review: "pending" });
});

test("a double click creates one site", async () => {
  const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await post()).status));
  expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await countSites()).toBe(1);
});

const twentyFive = () =>
  Promise.all(Array.from({ length: 25 }, (_, at) => post({ name: "Same Name", link: `https://example.com/${at}` })));

test("a user can list twenty sites a day, even with twenty-five concurrent requests; refused ones do not count", async () => {
  await listSite(anna, { link: "https://first.example/" });
  expect((await post({ link: "https://first.example/" })).status).toBe(409);
  expect((await post({ name: "" })).status).toBe(400);
  const answers = await twentyFive();
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(answers.find(({ status }) => status !== 201)).toEqual(errorResponse(429, SITE_MESSAGES.dailyLimitReached));
  expect(new Set(answers.map(({ body }) => body["slug"])).size, "each has a slug of its own").toBe(20);
  const response = await anna.post("/api/sites/", siteBody());
  expect(response.headers.get("Retry-After")).toBe("86400");

  fakes.now += DAY_MS;
  expect((await post({ link: "https://next-day.example/" })).status).toBe(201);
});

test("staff can list any number of sites", async () => {
  await env.DB.prepare("UPDATE users SET is_staff = 1 WHERE email = ?").bind(ANNA).run();
  expect((await twentyFive()).every(({ status }) => status === 201)).toBe(true);
});

test("a listed link is recognized with and without a trailing slash, and other pages of its host are other links", async () => {
  await listSite(anna, { link: "https://one.example/team" });
  for (const link of ["https://one.example/team/", "http://www.one.example/team", "https://one.example/team//"]) {
    expect((await post({ link })).status, link).toBe(409);
  }
  for (const link of ["https://one.example/", "https://one.example/team/2", "https://two.example/team"]) {
    await listSite(anna, { link });
  }
});
