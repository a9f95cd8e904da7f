import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { removePost } from "#worker/features/blogs/staff-queries.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW, ORIGIN, fakes, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { readResponse, errorResponse } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";

const get = async (path: string) => readResponse(await request(path));
const slugsAt = async (path: string) => {
  const { results } = await (await request(path)).json<{ results: { slug: string }[] }>();
  return results.map(({ slug }) => slug);
};
const linkedData = (page: string) =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!));

test("posts are listed newest first, six per page, without drafts and scheduled posts", async () => {
  for (let number = 1; number <= 7; number++)
    await insertPost({ slug: `p${number}`, publishedAt: NOW - (10 - number) * DAY_MS });
  await insertPost({ slug: "draft", publishedAt: null });
  await insertPost({ slug: "tomorrow", publishedAt: NOW + DAY_MS });
  const first = await get("/api/blogs/public/");
  expect(first.body).toMatchObject({ count: 7, page: 1, pages: 2 });
  expect(await slugsAt("/api/blogs/public")).toEqual(["p7", "p6", "p5", "p4", "p3", "p2"]);
  expect(await slugsAt("/api/pages/blogs/?page=2")).toEqual(["p1"]);
  expect(await slugsAt("/api/blogs/public/?page=3")).toEqual([]);
  expect((await get("/api/blogs/public/?page=0")).status).toBe(400);
});

test("a scheduled post appears at its time, and no response is cached for longer than a minute", async () => {
  await insertPost({ slug: "later", title: "Later", publishedAt: NOW + HOUR_MS, createdAt: NOW, updatedAt: NOW });
  const paths = ["/blogs/later", "/api/blogs/later/", "/api/pages/blogs/later/"];
  const lists = ["/", "/blogs", "/api/blogs/public/", "/api/pages/blogs/", "/feed.xml", "/blogs/feed.xml"];
  fakes.now = NOW + HOUR_MS - 1;
  for (const path of paths) expect((await request(path)).status, path).toBe(404);
  for (const path of lists) expect(await (await request(path)).text(), path).not.toContain("Later");
  fakes.now = NOW + HOUR_MS;
  for (const path of [...paths, ...lists]) {
    const response = await request(path);
    expect(await response.text(), path).toContain("Later");
    expect(response.headers.get("Cache-Control"), path).toMatch(/^public, max-age=30/);
  }
});

test("a post is returned with its content, which is sanitized again", async () => {
  await insertPost({
    slug: "one",
    title: "One",
    featuredImage: "blog/a.webp",
    article: { blocks: [{ type: "paragraph", data: { text: "A <b>b</b><script>c</script>" } }] },
  });
  const { status, body } = await get("/api/blogs/one/");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: "One",
    slug: "one",
    featured_image: "/media/blog/a.webp",
    featured_image_small: "",
    excerpt: "What it is about",
  });
  expect(JSON.parse(body["content"] as string).blocks).toEqual([{ type: "paragraph", data: { text: "A <b>b</b>" } }]);
});

test("an unknown post answers 404, a deleted public post 410, and a deleted draft 404", async () => {
  await insertPost({ slug: "seen", publishedAt: NOW - DAY_MS });
  await insertPost({ slug: "unseen", publishedAt: null });
  const remove = (id: number) => removePost(connect(env.DB), id, { now: NOW, audit: [] });
  expect([await remove(1), await remove(2)]).toEqual([true, true]);
  for (const path of ["/api/blogs/seen/", "/api/pages/blogs/seen/"])
    expect(await get(path)).toEqual(errorResponse(410, "Blog not found"));
  for (const path of ["/api/blogs/unseen/", "/api/pages/blogs/nothing/"])
    expect(await get(path)).toEqual(errorResponse(404, "Blog not found"));
  const gone = await request("/blogs/seen");
  expect(gone.status).toBe(410);
  expect(await gone.text()).toContain("This blog post was published here, but it has been deleted.");
  const unknown = await request("/blogs/nothing");
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain("Return to Homepage");
});

test("the page of a post has a head and structured data for search engines", async () => {
  await insertPost({
    slug: "one",
    title: "One & only",
    excerpt: "Short",
    featuredImage: "blog/a.webp",
    publishedAt: NOW - 2 * DAY_MS,
    updatedAt: NOW,
  });
  const page = await (await request("/blogs/one?related=1&utm_source=x")).text();
  const [head, body] = page.split("</head>") as [string, string];
  for (const tag of [
    "<title>One &amp; only – ",
    '<meta name="description" content="Short"/>',
    `<link rel="canonical" href="${ORIGIN}/blogs/one"/>`,
    `<meta property="og:image" content="${ORIGIN}/media/blog/a.webp"/>`,
    '<meta property="og:type" content="article"/>',
  ])
    expect(head).toContain(tag);
  expect(body).toContain("First words.");
  expect(body).toMatch(/<img class="featured-image[^"]*" src="\/media\/blog\/a.webp" alt="" width="\d+" height="\d+"/);
  expect(body).toMatch(/Published <time [^>]*>18 November 2026<.*Updated <time [^>]*>20 November 2026</);
  expect(body).toContain('aria-label="Share"');
  const data = linkedData(page);
  expect(data.map((one) => one["@type"])).toEqual(["BlogPosting", "BreadcrumbList"]);
  expect(data[0]).toMatchObject({
    headline: "One & only",
    description: "Short",
    image: `${ORIGIN}/media/blog/a.webp`,
    datePublished: "2026-11-18T12:00:00.000Z",
    dateModified: "2026-11-20T12:00:00.000Z",
    mainEntityOfPage: `${ORIGIN}/blogs/one`,
    author: { "@type": "Organization", name: env.SITE_NAME },
  });
});

test("the sidebar of a post has featured sites and related articles, three per page, each with its own pager", async () => {
  for (let number = 1; number <= 5; number++)
    await insertPost({ slug: `p${number}`, title: `Post no. ${number}`, publishedAt: NOW - (10 - number) * DAY_MS });
  await insertSites(["F1", "F2", "F3", "F4"], { featuredUntil: NOW + DAY_MS });
  await insertSite({ name: "Basic one" });
  await insertSite({ name: "Pending one", review: "pending", featuredUntil: NOW + DAY_MS });
  const { body } = await get("/api/pages/blogs/p5/?featured=2&related=2");
  expect(body["featured"]).toMatchObject({ count: 4, page: 2, pages: 2, results: [{ name: "F1" }] });
  expect(body["related"]).toMatchObject({ count: 4, page: 2, pages: 2, results: [{ slug: "p1" }] });
  const page = await (await request("/blogs/p5?featured=2")).text();
  expect(page).toContain('href="/blogs/p5?featured=2&amp;related=2#related"');
  expect(page).toContain('href="/blogs/p5#featured"');
  for (const query of ["featured=99", "featured=x", "related=99", "related=-1"]) {
    const missing = await request(`/blogs/p5?${query}`);
    expect(missing.status, query).toBe(404);
    const text = await missing.text();
    expect(text, query).toContain('href="/blogs/p5"');
    expect(text, query).not.toContain("There is no blog post at this web address");
  }
});

test("a link card of a listed site shows the present data of that site", async () => {
  await insertSite({ slug: "mattermost", name: "Mattermost", description: "Secure chat", featuredUntil: NOW + DAY_MS });
  await insertSite({ slug: "büro", name: "Büro" });
  await insertSite({ slug: "waiting", name: "Waiting", review: "pending" });
  const card = (link: string, title: string) => ({ type: "linkTool", data: { link, meta: { title } } });
  await insertPost({
    slug: "one",
    siteSlugs: JSON.stringify(["mattermost", "büro", "waiting", "gone"]),
    article: {
      blocks: [
        card(`${ORIGIN}/mattermost`, "Old name"),
        card("/b%C3%BCro/", "Office"),
        card(`${ORIGIN}/waiting`, "Not yet"),
        card("/gone", "Gone"),
        card("https://mattermost.example/mattermost", "Elsewhere"),
      ],
    },
  });
  const { body } = await get("/api/pages/blogs/one/");
  const { blocks } = body["article"] as { blocks: Record<string, unknown>[] };
  expect(blocks).toMatchObject([
    { type: "siteCard", site: { name: "Mattermost", status: "featured" } },
    { type: "siteCard", site: { name: "Büro" } },
    { type: "linkCard", url: `${ORIGIN}/waiting`, title: "Not yet" },
    { type: "linkCard", url: "/gone", title: "Gone" },
    { type: "linkCard", url: "https://mattermost.example/mattermost" },
  ]);
  const page = await (await request("/blogs/one")).text();
  expect(page).toMatch(/<a class="card-link" href="\/mattermost"/);
  expect(page).toContain("Secure chat");
  expect(page).toMatch(/<a href="\/gone" class="article-card"/);
});
