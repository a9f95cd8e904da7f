import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { NOW, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { importFile } from "../support/import.ts";
import { insertSite } from "../support/factories.ts";
import { documentOf, listSite } from "../support/own-sites.ts";
import { insertPost } from "../support/posts.ts";
import { storeImage } from "../support/uploads.ts";
import { BERT, logInNew } from "../support/people.ts";

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
beforeEach(async () => void (anna = await logInNew()));

const reviewOf = (id: number) => env.DB.prepare("SELECT review, review_note FROM sites WHERE id = ?").bind(id).first();

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

test("a URL in the texts of a screenshot sends a new owner's listing to review", async () => {
  const screenshot = { url: await storeImage(1, "screenshot", 400, 300), alt: "A board" };
  const site = await listSite(anna, { screenshots: [screenshot] });
  expect(site.review).toBe("active");
  const screenshots = [{ ...screenshot, caption: "Buy at www.casino.example" }];
  expect(await (await anna.put(`/api/sites/${site.id}/`, { ...site, screenshots })).json()).toMatchObject({
    review: "pending",
  });
  expect(await listSite(anna, { ...SPAM, alternatives: [], screenshots })).toMatchObject({ review: "pending" });
});

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
  const staff = await logInNew({ email: BERT, isStaff: true });
  expect(await listSite(staff, SPAM)).toMatchObject({ review: "active" });
});

test("a listing that is less than a week old, still pending or another user's does not make its owner trusted", async () => {
  await insertSite({ ownerId: 1, createdAt: NOW - 6 * DAY_MS });
  await insertSite({ ownerId: 1, createdAt: NOW - 30 * DAY_MS, review: "pending" });
  await insertSite({ ownerId: null, createdAt: NOW - 30 * DAY_MS });
  expect(await listSite(anna, SPAM)).toMatchObject({ review: "pending" });
});

test("only its owner and staff see a pending site, and no public response contains it, its words or unpublished posts", async () => {
  const hidden = {
    name: "Zarquon",
    description: "Frobnicates",
    link: "https://zarquon.example/",
    alternatives: [{ name: "Blorbit" }, { name: "Slack", link: "https://zarquon.example/slack" }],
  };
  const article = documentOf("Quuxed");
  const { id } = await insertSite({ ...hidden, ownerId: 1, review: "pending", featuredUntil: NOW + DAY_MS, article });
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }], article: documentOf("1", "2", "3", "4") });
  await insertPost({ slug: "seen", siteSlugs: JSON.stringify(["zarquon"]) });
  await insertPost({ title: "Draughted", slug: "draughted", publishedAt: null });
  await insertPost({ title: "Scheduled", slug: "scheduled", publishedAt: NOW + DAY_MS });
  const words = /zarquon|frobnicate|blorbit|quuxed|draughted|scheduled/i;
  for (const path of [
    "/",
    "/?q=zarqu",
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
    "/api/saas/?sort=popular",
    "/api/saas/?q=frobnic",
    "/api/saas/?category=developer_tools",
    "/api/popular-alternatives/",
    "/api/alternatives/?q=blo",
    "/api/alternatives/?q=slack",
    "/api/suggestions/?q=zar",
    "/api/suggestions/?q=blorbit",
    "/api/blogs/public/",
    "/api/pages/blogs/seen",
    "/api/pages/alternatives/slack",
  ]) {
    const response = await request(path);
    expect(response.status, path).toBe(200);
    expect((await response.text()).match(words), path).toBeNull();
  }
  expect(await (await request("/api/saas/?q=Zarquon")).json()).toMatchObject({ featured: [], results: [], count: 0 });
  for (const path of [
    "/zarquon",
    "/api/zarquon/",
    "/api/pages/zarquon",
    "/alternatives/blorbit",
    "/api/pages/alternatives/blorbit",
    "/favicons/zarquon.example",
    "/blogs/draughted",
    "/api/blogs/scheduled/",
    "/api/pages/blogs/scheduled",
  ])
    expect((await request(path)).status, path).toBe(404);

  expect(await (await anna.get("/api/sites/")).json()).toMatchObject({ results: [{ review: "pending" }] });
  expect((await anna.get(`/api/sites/${id}/`)).status).toBe(200);
  const bert = await logInNew({ email: BERT });
  expect((await bert.get(`/api/sites/${id}/`)).status).toBe(404);
  await env.DB.prepare("UPDATE users SET is_staff = 1 WHERE email = ?").bind(BERT).run();
  expect((await bert.get(`/api/sites/${id}/`)).status).toBe(200);
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

test("if two owners list a link at the same time, one is pending, and a pending link does not affect others", async () => {
  const bert = await logInNew({ email: BERT });
  const both = await Promise.all([listSite(anna), listSite(bert)]);
  expect(both.map(({ review }) => review).toSorted()).toEqual(["active", "pending"]);
  await insertSite({ link: "https://hidden.example/", review: "pending" });
  expect(await listSite(anna, { link: "https://hidden.example/" })).toMatchObject({ review: "active" });
});

test("a change to a listed page waits once, in any spelling; another spelling of the own page does not", async () => {
  await insertSite({ link: "https://taken.example/?utm_source=x" });
  const site = await listSite(anna);
  const change = async (body: object): Promise<EditableSite> =>
    (await anna.put(`/api/sites/${site.id}/`, { ...site, updated_at: undefined, ...body })).json();
  expect(await change({ link: "https://mattermost.com:8443/index.html" })).toMatchObject({ review: "active" });
  expect(await change({ link: "https://taken.example/" })).toMatchObject({ review: "pending" });
  expect(await reviewOf(site.id)).toEqual({ review: "pending", review_note: LISTED });
  await env.DB.prepare("UPDATE sites SET review = 'active' WHERE id = ?").bind(site.id).run();
  expect(await change({ link: "https://taken.example/?b#c", description: "New" })).toMatchObject({ review: "active" });
  expect(await change({ link: "https://bit.ly/3abc" })).toMatchObject({ review: "pending" });
});

test("links that staff changed and links of imported sites count as listed", async () => {
  const staff = await logInNew({ email: BERT, isStaff: true });
  const { id } = await insertSite({ link: "https://old.example/" });
  expect((await staff.patch(`/api/sites/site/${id}/`, { link: "https://app.example/moved?x" })).status).toBe(200);
  expect(await listSite(anna, { link: "https://app.example/moved/index.html" })).toMatchObject({ review: "pending" });
  expect(await listSite(anna, { link: "https://old.example/?a" })).toMatchObject({ review: "active" });

  const line = { name: "Import", link: "https://imported.example/?ref=x", category: "communication" };
  const { added } = await importFile([line]);
  expect(added).toBe(1);
  expect(await listSite(anna, { link: "https://imported.example/" })).toMatchObject({ review: "pending" });
});

test("an owner can list several URLs of one own page, as new sites and by a change", async () => {
  expect(await listSite(anna, { link: "https://app.example/?app=one" })).toMatchObject({ review: "active" });
  const other = await listSite(anna, { link: "https://app.example/elsewhere" });
  const response = await anna.put(`/api/sites/${other.id}/`, { ...other, link: "https://app.example/?app=two" });
  expect(await response.json()).toMatchObject({ review: "active" });
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
  expect(
    await listSite(await logInNew({ email: BERT, isStaff: true }), { link: "https://taken.example/" }),
  ).toMatchObject({ review: "active" });
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

test("a listing that staff approved with a note stays active with later saves, until the note changes", async () => {
  const site = await listSite(anna, SPAM);
  const staff = await logInNew({ email: BERT, isStaff: true });
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { review: "active" })).status).toBe(200);
  const { blog: _, updated_at: __, ...rest } = site;
  const save = async (fields: object) => (await anna.put(`/api/sites/${site.id}/`, { ...rest, ...fields })).json();
  expect(await save({ description: "Better odds" })).toMatchObject({ review: "active" });
  expect(await save({ description: "See www.casino.example" })).toMatchObject({ review: "pending" });
});
