import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { NOW, ORIGIN, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";
import { countTrips } from "../support/trips.ts";

const PUBLIC = "public, max-age=30";
const FIXED = ["/", "/alternatives", "/categories", "/blogs", "/price", "/about", "/contact"].map(
  (path) => ORIGIN + path,
);
const FIXED_PARTS = ["pages", "comparisons"].map((part) => `${ORIGIN}/sitemaps/${part}.xml`);

async function text(path: string) {
  const response = await request(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe(PUBLIC);
  expect(response.headers.has("Set-Cookie")).toBe(false);
  return response.text();
}

const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);

test("robots.txt opens the public pages, closes the rest and names the sitemap", async () => {
  const robots = await text("/robots.txt");
  const lines = robots.split("\n");
  expect(lines).toContain("User-agent: *");
  expect(lines).toContain("Allow: /");
  for (const path of ["/api/", "/dashboard$", "/dashboard/", "/login?", "/sites/", "/admin$"]) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test("robots.txt does not close a site whose slug begins like a private screen", async () => {
  const rules = (await text("/robots.txt")).match(/(?<=Disallow: ).*/g)!;
  for (const path of [
    "/login-box",
    "/paypal",
    "/sitesucker",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/blogs/a",
    "/users",
  ]) {
    const closing = rules.filter((rule) => (rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule)));
    expect(closing, path).toEqual([]);
  }
});

test("the sitemap and the feed of an empty directory are valid", async () => {
  expect(locations(await text("/sitemap.xml"))).toEqual(FIXED_PARTS);
  expect(locations(await text("/sitemaps/pages.xml"))).toEqual(FIXED);
  expect(await text("/feed.xml")).toContain("<updated>2026-11-20T12:00:00.000Z</updated>");
});

test("the sitemap lists the categories that have active sites", async () => {
  await insertSite({ category: "finance" });
  await insertSite({ category: "education", review: "pending" });
  expect(locations(await text("/sitemaps/pages.xml"))).toEqual([...FIXED, `${ORIGIN}/categories/finance`]);
});

test("the sitemap has a part for each 10,000 ids with at least one active site or product", async () => {
  await insertSite({ slug: "first", alternatives: [{ name: "Slack" }] });
  await insertSite({ id: 10_000, slug: "last-of-one" });
  await insertSite({ id: 10_001, slug: "first-of-two", review: "pending" });
  await insertSite({ id: 30_001, slug: "büro-日本", updatedAt: NOW - 5 * 86_400_000 });
  const parts = ["pages", "comparisons", "sites-1", "sites-4", "products-1"];
  const index = await text("/sitemap.xml");
  expect(index).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex /);
  expect(locations(index)).toEqual(parts.map((part) => `${ORIGIN}/sitemaps/${part}.xml`));
  expect(locations(await text("/sitemaps/sites-1.xml"))).toEqual([`${ORIGIN}/first`, `${ORIGIN}/last-of-one`]);
  expect(locations(await text("/sitemaps/products-1.xml"))).toEqual([`${ORIGIN}/alternatives/slack`]);
  expect(await text("/sitemaps/sites-4.xml")).toContain(
    `<url><loc>${ORIGIN}/b%C3%BCro-%E6%97%A5%E6%9C%AC</loc><lastmod>2026-11-15T12:00:00.000Z</lastmod></url>`,
  );
});

test("the sitemap has no other parts", async () => {
  await insertSite();
  for (const part of ["sites-0", "sites-2", "sites-01", "sites-1e1", "products-1", "posts-1", "pages2"]) {
    const response = await request(`/sitemaps/${part}.xml`);
    expect([response.status, response.headers.get("Cache-Control")], part).toEqual([404, "private, no-store"]);
  }
});

test("the feed contains the 20 newest active sites with absolute URLs", async () => {
  const createdAt = NOW - 3000;
  await insertSite({ name: "Too old", createdAt });
  for (let number = 1; number <= 19; number++) {
    await insertSite({ name: `Entry ${number}`, createdAt });
  }
  await insertSite({ name: "Hidden", review: "pending" });
  await insertSite({
    name: "Newest",
    description: "Does it",
    category: "ai_automation",
    createdAt: NOW - 2000,
    updatedAt: NOW + 1000,
  });
  const response = await request("/feed.xml");
  expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const feed = await text("/feed.xml");
  expect(feed.match(/<entry>/g)).toHaveLength(20);
  expect(feed).not.toContain("Too old");
  expect(feed).not.toContain("Hidden");
  expect(feed).toContain(`<title>${env.SITE_NAME}: new sites and blog posts</title>`);
  expect(feed).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}/feed.xml"/>`);
  expect(feed.slice(0, feed.indexOf("<entry>"))).toContain("<updated>2026-11-20T12:00:01.000Z</updated>");
  expect(feed.slice(feed.indexOf("<entry>"), feed.indexOf("</entry>"))).toBe(`<entry>
<title>Newest</title>
<id>${ORIGIN}/newest</id>
<link rel="alternate" type="text/html" href="${ORIGIN}/newest"/>
<published>2026-11-20T11:59:58.000Z</published>
<updated>2026-11-20T12:00:01.000Z</updated>
<category term="ai_automation" label="AI &amp; Automation"/>
<summary>Does it</summary>
`);
});

test("a product and a category have a feed of their 20 newest active sites, and their pages link to it", async () => {
  const alternatives = [{ name: "Ørsted & Co", link: "https://orsted.example/" }];
  for (let number = 1; number <= 21; number++)
    await insertSite({ name: `Entry ${number}`, category: "finance", alternatives });
  await insertSite({ name: "Hidden", category: "finance", alternatives, review: "pending" });
  await insertSite({ name: "Other" });
  const expected = Array.from({ length: 20 }, (_, index) => `${ORIGIN}/entry-${21 - index}`);
  for (const [path, title] of [
    ["/alternatives/orsted-co", "new alternatives to Ørsted &amp; Co"],
    ["/categories/finance", "new sites in Finance"],
  ]) {
    const feed = await text(`${path}/feed.xml`);
    expect(feed).toContain(`<title>${env.SITE_NAME}: ${title}</title>\n<id>${ORIGIN}${path}</id>`);
    expect([...feed.matchAll(/<id>(.*?)<\/id>/g)].slice(1).map(([, id]) => id)).toEqual(expected);
    const page = await text(path!);
    expect(page).toMatch(
      new RegExp(`<link rel="alternate" type="application/atom\\+xml"[^>]* href="${path}/feed.xml"`),
    );
    expect(page).toMatch(new RegExp(`<a[^>]* href="${path}/feed.xml"`));
  }
});

test("feeds of what nobody replaces or of no category do not exist, and capitals lead to small letters", async () => {
  await insertSite({ alternatives: [{ name: "Slack" }] });
  await insertSite({ alternatives: [{ name: "Secret" }], review: "pending" });
  for (const path of ["/alternatives/secret", "/alternatives/nothing", "/categories/nothing"])
    expect((await request(`${path}/feed.xml`)).status, path).toBe(404);
  const moved = await request("/alternatives/SLACK/feed.xml", { redirect: "manual" });
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/alternatives/slack/feed.xml"]);
});

test("only published posts are in both feeds and in the sitemap", async () => {
  await insertSite({ name: "A site", createdAt: NOW - 2 * DAY_MS });
  await insertPost({ slug: "old", publishedAt: NOW - 3 * DAY_MS });
  await insertPost({ slug: "new", title: "Moving & staying", excerpt: "How to", publishedAt: NOW - DAY_MS });
  await insertPost({ slug: "draft", publishedAt: null });
  await insertPost({ slug: "to-come", publishedAt: NOW + 1 });
  const ids = (feed: string) => [...feed.matchAll(/<id>(.*?)<\/id>/g)].slice(1).map(([, id]) => id);
  expect(ids(await text("/feed.xml"))).toEqual(["blogs/new", "a-site", "blogs/old"].map((path) => `${ORIGIN}/${path}`));
  const articles = await text("/blogs/feed.xml");
  expect(ids(articles)).toEqual([`${ORIGIN}/blogs/new`, `${ORIGIN}/blogs/old`]);
  expect(articles).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}/blogs/feed.xml"/>`);
  expect(articles).toContain("<title>Moving &amp; staying</title>");
  expect(articles).toContain("<summary>How to</summary>");
  const pages = await text("/sitemaps/pages.xml");
  expect(pages).toContain(`<url><loc>${ORIGIN}/blogs/new</loc><lastmod>2026-11-19T12:00:00.000Z</lastmod></url>`);
  expect(pages).not.toMatch(/draft|to-come/);
});

test("the date of change of a post is the later of its publication and its last edit", async () => {
  await insertPost({ slug: "edited", publishedAt: NOW - 3 * DAY_MS, updatedAt: NOW - DAY_MS });
  await insertPost({ slug: "scheduled", publishedAt: NOW - 2 * DAY_MS, updatedAt: NOW - 9 * DAY_MS });
  const changes = { edited: "2026-11-19T12:00:00.000Z", scheduled: "2026-11-18T12:00:00.000Z" };
  const pages = await text("/sitemaps/pages.xml");
  const entries = (await text("/blogs/feed.xml")).split("<entry>");
  for (const [slug, changedAt] of Object.entries(changes)) {
    expect(pages).toContain(`<loc>${ORIGIN}/blogs/${slug}</loc><lastmod>${changedAt}</lastmod>`);
    const entry = entries.find((found) => found.includes(`<id>${ORIGIN}/blogs/${slug}</id>`));
    expect(entry).toContain(`<updated>${changedAt}</updated>`);
  }
});

test("markup in the feed is escaped, and characters that XML forbids are dropped", async () => {
  await insertSite({
    slug: "odd",
    name: `<b>&"'\u0000\u0001\u000b\ufffe 😀`,
    description: `]]> </summary>\u001f &amp; \ud800!`,
  });
  const feed = await text("/feed.xml");
  expect(feed).toContain("<title>&lt;b&gt;&amp;&quot;&#39; 😀</title>");
  expect(feed).toMatch(/<summary>\]\]&gt; &lt;\/summary&gt; &amp;amp; \ufffd*!<\/summary>/);
  expect(feed).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
});

test("the sitemap and the feeds take one round trip to D1 each", async () => {
  await insertSite({ alternatives: [{ name: "Slack" }] });
  const tripsOf = (path: string) => countTrips((counting) => request(path, {}, counting));
  expect(await tripsOf("/robots.txt")).toMatchObject({ d1: 0 });
  for (const path of [
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/comparisons.xml",
    "/sitemaps/sites-1.xml",
    "/sitemaps/products-1.xml",
    "/feed.xml",
    "/blogs/feed.xml",
  ]) {
    expect(await tripsOf(path), path).toMatchObject({ d1: 1 });
  }
});
