import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { NOW, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { documentOf, listSite } from "../support/own-sites.ts";
import { insertPost } from "../support/posts.ts";
import { uploadImage } from "../support/uploads.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";

const SPAM = {
  name: "Casino",
  link: "https://casino.example/",
  description: "Best odds",
  alternatives: [
    { name: "Poker", link: "https://bit.ly/3poker" },
    { name: "Slack", link: "https://evil.example/slack" },
  ],
  blog: { content: documentOf("Win big") },
};

let anna: Browser;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

const reviewOf = (id: number) => env.DB.prepare("SELECT review, review_note FROM sites WHERE id = ?").bind(id).first();
const text = async (path: string) => (await request(path)).text();

test("a new owner's listing that looks like spam is pending, with a reason that only staff see", async () => {
  const site = await listSite(anna, SPAM);
  expect(site).toMatchObject({ review: "pending", refusal: null });
  expect(await reviewOf(site.id)).toEqual({ review: "pending", review_note: "shortened links (bit.ly)" });
  expect(JSON.stringify(site)).not.toContain("shortened");
});

test("an edit that turns a new owner's listing into spam makes it pending, and another edit does not undo that", async () => {
  const site = await listSite(anna);
  const change = async (body: object): Promise<EditableSite> => (await anna.put(`/api/sites/${site.id}/`, body)).json();
  const { blog: _, ...rest } = site;
  expect(await change({ ...rest, link: "https://bit.ly/3abc" })).toMatchObject({ review: "pending" });
  expect((await request("/api/mattermost/")).status).toBe(404);
  expect(await change({ ...rest, updated_at: undefined })).toMatchObject({ review: "pending" });
  expect(await reviewOf(site.id)).toEqual({ review: "pending", review_note: "shortened links (bit.ly)" });
});

test.each(["alt", "caption"])(
  "a URL in the %s of a screenshot sends a new owner's listing to review",
  async (field) => {
    const screenshot = { url: await uploadImage(anna, "screenshot", 400, 300), alt: "A board" };
    const site = await listSite(anna, { screenshots: [screenshot] });
    expect(site.review).toBe("active");
    const screenshots = [{ ...screenshot, [field]: "Buy at www.casino.example" }];
    expect(await (await anna.put(`/api/sites/${site.id}/`, { ...site, screenshots })).json()).toMatchObject({
      review: "pending",
    });
    const { review } = await listSite(anna, { ...SPAM, alternatives: [], screenshots });
    expect(review).toBe("pending");
  },
);

test("facts and the texts of a pair are checked, in a new listing and in a changed one", async () => {
  const stated = { facts: { good_at: ["Buy at www.casino.example"] } };
  expect(await listSite(anna, { ...SPAM, alternatives: [], ...stated })).toMatchObject({ review: "pending" });
  const site = await listSite(anna);
  const change = async (body: object): Promise<EditableSite> => (await anna.put(`/api/sites/${site.id}/`, body)).json();
  const alternatives = [{ ...SPAM.alternatives[1], adds: ["www.casino.example"] }];
  const { blog: _, ...rest } = site;
  expect(await change({ ...rest, alternatives })).toMatchObject({ review: "pending" });
  expect(await reviewOf(site.id)).toMatchObject({ review_note: "a URL in how it replaces a product" });
});

test("a changed link is checked together with the stored article", async () => {
  const links = Array.from({ length: 9 }, () => `<a href="https://mine.example/">word word word word</a>`);
  const article = documentOf(...links, Array.from({ length: 60 }, () => "word").join(" "));
  const site = await listSite(anna, { link: "https://mine.example/", blog: { content: article } });
  expect(site.review).toBe("active");
  const { blog: _, ...rest } = site;
  const moved = await (await anna.put(`/api/sites/${site.id}/`, { ...rest, link: "https://else.example/" })).json();
  expect(moved).toMatchObject({ review: "pending" });
});

test("staff and owners with a listing that has been public for a week are trusted", async () => {
  await insertSite({ ownerId: 1, createdAt: NOW - 7 * DAY_MS });
  expect(await listSite(anna, SPAM)).toMatchObject({ review: "active" });
  await insertUser({ email: BERT, isStaff: true });
  const staff = await logIn(BERT);
  expect(await listSite(staff, SPAM)).toMatchObject({ review: "active" });
});

test.each([
  ["less than a week old", { createdAt: NOW - 6 * DAY_MS }],
  ["still pending", { createdAt: NOW - 30 * DAY_MS, review: "pending" }],
  ["another user's", { createdAt: NOW - 30 * DAY_MS, ownerId: null }],
] as const)("a listing that is %s does not make its owner trusted", async (_, overrides) => {
  await insertSite({ ownerId: 1, ...overrides });
  expect(await listSite(anna, SPAM)).toMatchObject({ review: "pending" });
});

test("only its owner and staff see a pending site and its words", async () => {
  const site = await listSite(anna, SPAM);
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  await env.DB.prepare("UPDATE sites SET featured_until = ? WHERE id = ?")
    .bind(NOW + DAY_MS, site.id)
    .run();

  for (const path of [
    "/casino",
    "/api/casino/",
    "/api/pages/casino",
    "/alternatives/poker",
    "/favicons/casino.example",
  ]) {
    expect((await request(path)).status, path).toBe(404);
  }
  const hidden = /casino|poker|best odds|win big|evil\.example/i;
  for (const path of [
    "/",
    "/mattermost",
    "/feed.xml",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/sites-1.xml",
    "/sitemaps/products-1.xml",
    "/alternatives/slack",
    "/categories/communication",
    "/api/saas/",
    "/api/saas/?sort=popular",
    "/api/saas/?category=communication",
    "/api/saas/?q=odds",
    "/api/saas/?q=casinp",
    "/api/popular-alternatives/",
    "/api/alternatives/?q=po",
    "/api/alternatives/?q=poker",
    "/api/alternatives/?q=slack",
    "/api/suggestions/?q=cas",
    "/api/suggestions/?q=poker",
    "/api/pages/",
    "/api/pages/mattermost",
    "/api/pages/alternatives/slack",
    "/api/pages/categories/communication",
  ]) {
    expect(await text(path), path).not.toMatch(hidden);
  }
  expect(JSON.parse(await text("/api/saas/?q=Casino"))).toEqual({
    featured: [],
    results: [],
    count: 0,
    page: 1,
    pages: 0,
    understood: { product: null, wishes: [], marks: ["casino"] },
    nearest: { needs: [], category: null },
  });

  expect(await (await anna.get("/api/sites/")).json()).toMatchObject({
    results: [{ name: "Casino", review: "pending" }],
  });
  expect((await anna.get(`/api/sites/${site.id}/`)).status).toBe(200);
  await insertUser({ email: BERT });
  const bert = await logIn(BERT);
  expect((await bert.get(`/api/sites/${site.id}/`)).status).toBe(404);
  await env.DB.prepare("UPDATE users SET is_staff = 1 WHERE email = ?").bind(BERT).run();
  expect((await bert.get(`/api/sites/${site.id}/`)).status).toBe(200);
});

test("no public response contains pending sites or unpublished posts", async () => {
  const hidden = {
    name: "Zarquon",
    description: "Frobnicates",
    alternatives: [{ name: "Blorbit" }, { name: "Slack" }],
  };
  await insertSite({ ...hidden, review: "pending", featuredUntil: NOW + DAY_MS, article: documentOf("Quuxed") });
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }], article: documentOf("1", "2", "3", "4") });
  await insertPost({ slug: "seen", siteSlugs: JSON.stringify(["zarquon"]) });
  await insertPost({ title: "Draughted", slug: "draughted", publishedAt: null });
  await insertPost({ title: "Scheduled", slug: "scheduled", publishedAt: NOW + DAY_MS });
  const words = /zarquon|frobnicate|blorbit|quuxed|draughted|scheduled/i;
  const paths = [
    "/",
    "/?q=zarqu",
    "/?q=blorbi",
    "/?q=zarquno",
    "/?popular=1",
    "/mattermost",
    "/mattermost?q=zarqu",
    "/alternatives/slack",
    "/categories/developer_tools",
    "/blogs",
    "/blogs/seen",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/sites-1.xml",
    "/sitemaps/products-1.xml",
    "/feed.xml",
    "/blogs/feed.xml",
    "/api/saas/",
    "/api/saas/?q=zarqu",
    "/api/saas/?q=frobnic",
    "/api/saas/?category=developer_tools&sort=popular",
    "/api/popular-alternatives/",
    "/api/alternatives/?q=blo",
    "/api/alternatives/?q=slack",
    "/api/suggestions/?q=cas",
    "/api/suggestions/?q=poker",
    "/api/blogs/public/",
    "/api/blogs/seen/",
    "/api/pages/",
    "/api/pages/mattermost",
    "/api/pages/alternatives/slack",
    "/api/pages/blogs/seen",
    "/api/mattermost/",
  ];
  for (const path of paths) {
    const response = await request(path);
    expect(response.status, path).toBe(200);
    expect((await response.text()).match(words), path).toBeNull();
  }
  const closed = [
    "/zarquon",
    "/api/zarquon/",
    "/api/pages/zarquon",
    "/alternatives/blorbit",
    "/api/pages/alternatives/blorbit",
  ];
  for (const path of [...closed, "/blogs/draughted", "/api/blogs/scheduled/", "/api/pages/blogs/scheduled"]) {
    expect((await request(path)).status, path).toBe(404);
  }
});

const LISTED = "another listing has this link";

test("a link that another owner's public listing has waits for staff, in every spelling and for every owner", async () => {
  await insertSite({ link: "https://www.mattermost.com", ownerId: null });
  await insertSite({ ownerId: 1, createdAt: NOW - 30 * DAY_MS });
  const site = await listSite(anna, { link: "http://mattermost.com/" });
  expect(site).toMatchObject({ review: "pending", refusal: null });
  expect(await reviewOf(site.id)).toEqual({ review: "pending", review_note: LISTED });
  const both = await listSite(anna, { name: "pаypal", link: "https://bit.ly/3abc" });
  expect(await reviewOf(both.id)).toEqual({
    review: "pending",
    review_note: "letters of several alphabets in one word (pаypal)",
  });
});

test.each(["?ref=mine", "#mine", "/?a=1#b", "/#a?b"])(
  "a listed link with the addition %s is still the same link",
  async (addition) => {
    await insertSite({ link: "https://mattermost.com/" });
    expect(await listSite(anna, { link: `https://mattermost.com${addition}` })).toMatchObject({ review: "pending" });
  },
);

test("if two owners list a link at the same time, one is pending, and a pending link does not affect others", async () => {
  await insertUser({ email: BERT });
  const bert = await logIn(BERT);
  const both = await Promise.all([listSite(anna), listSite(bert)]);
  expect(both.map(({ review }) => review).toSorted()).toEqual(["active", "pending"]);
  await insertSite({ link: "https://hidden.example/", review: "pending" });
  expect(await listSite(anna, { link: "https://hidden.example/" })).toMatchObject({ review: "active" });
});

test("a change to a listed link waits once; after staff approve it, it stays active", async () => {
  await insertSite({ link: "https://taken.example/" });
  const site = await listSite(anna);
  const change = async (body: object): Promise<EditableSite> =>
    (await anna.put(`/api/sites/${site.id}/`, { ...site, updated_at: undefined, ...body })).json();
  expect(await change({ link: "https://taken.example" })).toMatchObject({ review: "pending" });
  expect(await reviewOf(site.id)).toEqual({ review: "pending", review_note: LISTED });
  await env.DB.prepare("UPDATE sites SET review = 'active' WHERE id = ?").bind(site.id).run();
  expect(await change({ link: "https://taken.example/", description: "New" })).toMatchObject({ review: "active" });
  expect(await change({ link: "https://bit.ly/3abc" })).toMatchObject({ review: "pending" });
});

test("staff and featured listings can have a link that another owner lists", async () => {
  await insertSite({ link: "https://taken.example/" });
  const site = await listSite(anna);
  await env.DB.prepare("UPDATE sites SET granted_until = ? WHERE id = ?")
    .bind(NOW + DAY_MS, site.id)
    .run();
  const changed = await anna.put(`/api/sites/${site.id}/`, {
    ...site,
    updated_at: undefined,
    link: "https://taken.example/",
  });
  expect(await changed.json()).toMatchObject({ review: "active" });
  await insertUser({ email: BERT, isStaff: true });
  expect(await listSite(await logIn(BERT), { link: "https://taken.example/" })).toMatchObject({ review: "active" });
});

test("a name with lookalike letters of another alphabet is pending, and its slug comes from the link", async () => {
  const site = await listSite(anna, { name: "pаypal", link: "https://mine.example/" });
  expect(site).toMatchObject({ review: "pending", slug: "mine-example" });
  const other = await listSite(anna, {
    name: "Other",
    link: "https://other.example/",
    alternatives: [{ name: "Slасk", link: "https://slack.com/" }],
  });
  expect(other).toMatchObject({ review: "pending" });
  expect(await env.DB.prepare("SELECT slug FROM products WHERE slug <> 'slack'").all()).toMatchObject({
    results: [{ slug: "slack-com" }],
  });
});

test.each([
  ["Яндекс Почта", "яндекс-почта"],
  ["Yandex Почта", "x-example"],
  ["LINEアプリ", "lineアプリ"],
  ["카카오Talk", "카카오talk"],
  ["แอปLINE", "แอปline"],
  ["µTorrent", "μtorrent"],
  ["Café Crème", "cafe-creme"],
])("a name with scripts that are commonly mixed is listed at once: %s", async (name, slug) => {
  const site = await listSite(anna, { name, link: "https://x.example/" });
  expect({ review: site.review, slug: site.slug }).toEqual({ review: "active", slug: slug.normalize("NFC") });
});

test("a listing that staff approved with a note stays active with later saves, until the note changes", async () => {
  const site = await listSite(anna, SPAM);
  await insertUser({ email: BERT, isStaff: true });
  const staff = await logIn(BERT);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { review: "active" })).status).toBe(200);
  const { blog: _, updated_at: __, ...rest } = site;
  const save = async (fields: object) => (await anna.put(`/api/sites/${site.id}/`, { ...rest, ...fields })).json();
  expect(await save({ description: "Better odds" })).toMatchObject({ review: "active" });
  expect(await save({ description: "See www.casino.example" })).toMatchObject({ review: "pending" });
});
