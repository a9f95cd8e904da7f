import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { BLOG_VERSION_CONFLICT, type BlogSummary, type EditableBlog } from "#schema/articles/blogs.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { MAX_LIST_IMAGE_BYTES } from "#schema/images/site-images.ts";
import type { Page } from "#schema/sites/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { NOW, ORIGIN, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { readResponse, BERT, logIn, errorResponse, logInNew } from "../support/people.ts";
import { plainImages } from "../../support/image-files.ts";
import { svgImage } from "../support/image-responses.ts";
import { insertPost, paragraphs } from "../support/posts.ts";
import { drawnPng } from "../../support/png.ts";

const db = drizzle(env.DB);
let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

const CONTENT = JSON.stringify(paragraphs("The first paragraph.", "And more."));
const imageFile = (bytes: Uint8Array | string = plainImages.png) => new File([bytes], "a.png", { type: "image/png" });

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const create = (fields: Record<string, string | File> = {}, by = staff) =>
  by.postForm("/api/blogs/user/", formOf({ title: "A title", content: CONTENT, ...fields }));
const change = (slug: string, fields: Record<string, string | File>) =>
  staff.patchForm(`/api/blogs/${slug}/`, formOf(fields));
const bodyOf = async (response: Response, status: number) => {
  expect(response.status, await response.clone().text()).toBe(status);
  return response.json<EditableBlog>();
};

test("a post with an image is stored and published at once", async () => {
  const text = 'The first paragraph.<img src=x onerror=alert(1)><a href="javascript:alert(1)"></a>';
  const content = JSON.stringify(paragraphs(text, "And more."));
  const post = await bodyOf(await create({ title: " How to  move ", content, featured_image: imageFile() }), 201);
  expect(post).toMatchObject({
    slug: "how-to-move",
    title: "How to move",
    excerpt: "",
    status: "published",
    published_at: new Date(NOW).toISOString(),
    updated_at: new Date(NOW).toISOString(),
  });
  expect(JSON.parse(post.content)).toEqual(paragraphs("The first paragraph.", "And more."));
  expect(post.featured_image).toMatch(/^\/media\/users\/1\/[\w-]+-3x2\.webp$/);
  expect((await request(post.featured_image)).headers.get("Content-Type")).toBe("image/webp");
  const page = await (await request("/blogs/how-to-move")).text();
  expect(page).toContain('<meta name="description" content="The first paragraph."/>');
  expect(page).toMatch(/<img class="featured-image" [^>]*width="3" height="2"/);
});

test.each([
  [{ content: '{"blocks":[{"type":"paragraph","data":{"text":"&nbsp; "}}]}' }, "content", "Content is required"],
  [
    { content: JSON.stringify({ blocks: [...paragraphs("Text").blocks, { type: "table", data: { content: [[]] } }] }) },
    "content",
    "Block 2 of the article is a table without cells. Please write into it or remove it.",
  ],
])("%j is refused with its own message", async (fields, name, message) => {
  expect(await readResponse(await create(fields))).toEqual(errorResponse(400, message, { [name]: message }));
  expect(await db.select().from(blogPosts)).toEqual([]);
});

test("a featured image has an alternative text", async () => {
  const shown = async () => /<img class="featured-image" [^>]*>/.exec(await (await request("/blogs/one")).text())![0];
  await bodyOf(await create({ title: "One", featured_image: imageFile() }), 201);
  expect(await shown()).toContain('alt=""');
  const changed = await bodyOf(await change("one", { featured_image_alt: " Two  boxes " }), 200);
  expect(changed.featured_image_alt).toBe("Two boxes");
  expect(await shown()).toContain('alt="Two boxes"');
  await bodyOf(await change("one", { title: "One more" }), 200);
  expect(await shown()).toContain('alt="Two boxes"');
});

test("a body of another type, and a file that is not an image are refused", async () => {
  expect((await staff.post("/api/blogs/user/", { title: "A", content: CONTENT })).status).toBe(415);
  expect(await readResponse(await create({ featured_image: imageFile(svgImage) }))).toEqual(
    errorResponse(415, IMAGE_MESSAGES.wrongType),
  );
  expect((await create({ featured_image: imageFile(new Uint8Array(8_000_000)) })).status).toBe(413);
  expect(await db.select().from(blogPosts)).toEqual([]);
});

test("a superuser who is not staff writes posts, too", async () => {
  expect((await create({}, await logInNew({ email: BERT, isSuperuser: true }))).status).toBe(201);
});

test("slugs differ from those of other posts, of screens and of deleted posts, and stay when the title changes", async () => {
  const slugs: string[] = [];
  for (const title of ["Same", "Same", "same!", "Same", "Create", "日本 ★", "★"])
    slugs.push((await bodyOf(await create({ title }), 201)).slug);
  expect(slugs.slice(0, 3)).toEqual(["same", "same-2", "same-3"]);
  expect(slugs[3]).toMatch(/^same-[\da-f]{8}$/);
  expect(slugs.slice(4)).toEqual(["create-2", "日本", "post"]);
  expect((await bodyOf(await change("same", { title: "Other" }), 200)).slug).toBe("same");
  expect((await staff.delete("/api/blogs/same/")).status).toBe(204);
  expect((await bodyOf(await create({ title: "Same" }), 201)).slug).toMatch(/^same-[\da-f]{8}$/);
});

test("posts with the same title that are created at the same time get different slugs", async () => {
  const made = await Promise.all([1, 2, 3].map(() => create({ title: "At once" })));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  const slugs = (await db.select({ slug: blogPosts.slug }).from(blogPosts)).map(({ slug }) => slug);
  expect(new Set(slugs)).toEqual(new Set(["at-once", "at-once-2", "at-once-3"]));
});

test("only staff see a draft until it is published, and a scheduled post until its time", async () => {
  const draft = await bodyOf(await create({ title: "Plan", published_at: "" }), 201);
  expect(draft).toMatchObject({ status: "draft", published_at: null });
  expect((await request("/blogs/plan")).status).toBe(404);
  const preview = await staff.get("/api/pages/blog-preview/plan/");
  expect(preview.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await readResponse(preview)).toMatchObject({ status: 200, body: { post: { title: "Plan" } } });

  const at = new Date(NOW + DAY_MS).toISOString();
  expect(await bodyOf(await change("plan", { published_at: at }), 200)).toMatchObject({
    status: "scheduled",
    published_at: at,
  });
  expect((await request("/blogs/plan")).status).toBe(404);
  fakes.now = NOW + DAY_MS;
  // Sessions of staff expire after twelve hours without use.
  staff = await logIn();
  expect((await request("/blogs/plan")).status).toBe(200);
  // A published post that is saved with "now" keeps its date.
  expect(await bodyOf(await change("plan", { published_at: "now" }), 200)).toMatchObject({ published_at: at });
  expect(await bodyOf(await change("plan", { published_at: "" }), 200)).toMatchObject({ status: "draft" });
  expect((await request("/blogs/plan")).status).toBe(404);
  expect(await bodyOf(await change("plan", { published_at: "now" }), 200)).toMatchObject({ status: "published" });
});

test("a change keeps the fields that it leaves out, and an automatic excerpt follows the first paragraph", async () => {
  await create({ title: "One", featured_image: imageFile() });
  const { featured_image } = await bodyOf(await staff.get("/api/blogs/user/one/"), 200);
  const changed = await bodyOf(await change("one", { content: JSON.stringify(paragraphs("New first.")) }), 200);
  expect(changed).toMatchObject({ title: "One", featured_image, excerpt: "" });
  const excerpt = async () => (await db.select({ excerpt: blogPosts.excerpt }).from(blogPosts))[0]?.excerpt;
  expect(await excerpt()).toBe("New first.");
  await change("one", { excerpt: "Written" });
  expect(await bodyOf(await change("one", { content: CONTENT }), 200)).toMatchObject({ excerpt: "Written" });
  await change("one", { excerpt: "" });
  expect(await excerpt()).toBe("The first paragraph.");
});

test("an edit of an older version is refused, and the newer version stays", async () => {
  const first = await bodyOf(await create({ title: "One" }), 201);
  const second = await bodyOf(await change("one", { title: "Two", updated_at: first.updated_at }), 200);
  expect(second.updated_at > first.updated_at).toBe(true);
  expect(await readResponse(await change("one", { title: "Three", updated_at: first.updated_at }))).toEqual(
    errorResponse(409, BLOG_VERSION_CONFLICT),
  );
  expect(await bodyOf(await staff.get("/api/blogs/user/one/"), 200)).toMatchObject({ title: "Two" });
  const both = ["A", "B"].map((title) => change("one", { title, updated_at: second.updated_at }));
  expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("an image can be replaced and removed, and cron deletes images that no post shows", async () => {
  const first = await bodyOf(await create({ title: "One", featured_image: imageFile() }), 201);
  const second = await bodyOf(await change("one", { featured_image: imageFile(plainImages.animatedGif) }), 200);
  expect(second.featured_image).toMatch(/\.gif$/);
  const used = async () =>
    (await db.select({ key: imageUses.uploadKey }).from(imageUses)).map(({ key }) => `/media/${key}`);
  expect(await used()).toEqual([second.featured_image]);
  const unused = (await db.select().from(uploads)).filter(({ isShown }) => !isShown);
  expect(unused.map(({ key }) => `/media/${key}`)).toEqual([first.featured_image]);
  expect(await bodyOf(await change("one", { featured_image: "" }), 200)).toMatchObject({ featured_image: "" });
  expect(await used()).toEqual([]);
});

test("staff see all posts, newest first, with their status", async () => {
  await insertPost({ slug: "old", publishedAt: NOW - DAY_MS });
  await insertPost({ slug: "draft", publishedAt: null });
  await insertPost({ slug: "to-come", publishedAt: NOW + DAY_MS });
  const { body } = await readResponse(await staff.get("/api/blogs/user/"));
  expect(body).toMatchObject({
    count: 3,
    page: 1,
    pages: 1,
    results: [
      { slug: "to-come", status: "scheduled" },
      { slug: "draft", status: "draft", published_at: null },
      { slug: "old", status: "published" },
    ],
  });
  expect((await staff.get("/api/blogs/user/?page=x")).status).toBe(400);
  expect((await readResponse(await staff.get("/api/blogs/user/?page=2"))).body["results"]).toEqual([]);
});

test("a deleted post answers 410, also for a second deletion", async () => {
  await create({ title: "One", featured_image: imageFile() });
  await insertPost({ slug: "draft", publishedAt: null });
  await db.update(blogPosts).set({ publishedAt: NOW - DAY_MS });
  expect((await staff.delete("/api/blogs/one/")).status).toBe(204);
  expect((await request("/blogs/one")).status).toBe(410);
  for (const attempt of [
    staff.delete("/api/blogs/one/"),
    change("one", { title: "A" }),
    staff.get("/api/blogs/user/one/"),
  ])
    expect(await readResponse(await attempt)).toEqual(errorResponse(410, "Blog not found"));
  for (const attempt of [
    staff.delete("/api/blogs/none/"),
    change("none", { title: "A" }),
    staff.get("/api/blogs/user/none/"),
  ])
    expect(await readResponse(await attempt)).toEqual(errorResponse(404, "Blog not found"));
  expect(await db.select().from(imageUses)).toEqual([]);
});

test("a scheduled post whose time has come answers 410 after it is deleted in the blog editor or in the admin", async () => {
  for (const slug of ["one", "two", "to-come"])
    await insertPost({ slug, publishedAt: NOW + (slug === "to-come" ? 3 : 1) * DAY_MS, updatedAt: NOW });
  fakes.now += 2 * DAY_MS;
  staff = await logIn();
  expect((await staff.delete("/api/blogs/one/")).status).toBe(204);
  for (const id of [2, 3]) expect((await staff.delete(`/api/blogs/post/${id}/`)).status).toBe(204);
  const statuses = ["one", "two", "to-come"].map(async (slug) => (await request(`/blogs/${slug}`)).status);
  expect(await Promise.all(statuses)).toEqual([410, 410, 404]);
});

test("a deleted post answers 410 if it was ever public, even if it was unpublished before, and else 404", async () => {
  const past = new Date(NOW - 1000 * DAY_MS).toISOString();
  const [draft, later] = ["", new Date(NOW + 36_500 * DAY_MS).toISOString()];
  const courses = {
    seen: [past, draft],
    delayed: [past, later, draft],
    draft: [draft],
    scheduled: [later, draft, later],
  };
  for (const [title, [first, ...others]] of Object.entries(courses)) {
    await bodyOf(await create({ title, published_at: first! }), 201);
    for (const published_at of others) await bodyOf(await change(title, { published_at }), 200);
    expect((await request(`/blogs/${title}`)).status, title).toBe(404);
    expect((await staff.delete(`/api/blogs/${title}/`)).status).toBe(204);
  }
  const statuses = await Promise.all(
    Object.keys(courses).map(async (slug) => (await request(`/blogs/${slug}`)).status),
  );
  expect(statuses).toEqual([410, 410, 404, 404]);
  const again = Object.keys(courses).map(async (title) => (await bodyOf(await create({ title }), 201)).slug);
  expect(await Promise.all(again)).toEqual(["seen-2", "delayed-2", "draft", "scheduled"]);
});

test("a post stores the slugs of listed sites in its link cards, so that the cards show present data", async () => {
  await insertSite({ slug: "mattermost", name: "Mattermost" });
  const card = (link: string) => ({ type: "linkTool", data: { link, meta: { title: "Card" } } });
  const links = [`${ORIGIN}/mattermost/`, "/later", "/mattermost", `${ORIGIN}/blogs/x`, "https://other.example/x"];
  await bodyOf(await create({ title: "Cards", content: JSON.stringify({ blocks: links.map(card) }) }), 201);
  expect((await db.select().from(blogPosts))[0]?.siteSlugs).toBe('["mattermost","later"]');
  await insertSite({ slug: "later", name: "Listed later" });
  expect(await (await request("/blogs/cards")).text()).toContain("Listed later");
});

test(
  "lists show a small file of a large featured image, and its deletion leaves no file",
  { tags: "long" },
  async () => {
    const photo = drawnPng(1200, 600, { isNoise: true });
    const { slug, featured_image: cover } = await bodyOf(await create({ featured_image: imageFile(photo) }), 201);
    const listed = await (await request("/api/blogs/public/")).json<Page<BlogSummary>>();
    const [{ featured_image_small: small } = { featured_image_small: "" }] = listed.results;
    expect(listed.results).toMatchObject([{ slug, featured_image: cover }]);
    expect(small).toBe(cover.replace(".webp", ".w800.webp"));
    const file = await request(small);
    expect(file.headers.get("Content-Type")).toBe("image/webp");
    expect((await file.arrayBuffer()).byteLength).toBeLessThanOrEqual(MAX_LIST_IMAGE_BYTES);
    expect((await request(cover)).headers.get("Content-Type")).toBe("image/webp");
    const key = encodeURIComponent(cover.replace("/media/", ""));
    expect((await staff.delete(`/api/media/picture/${key}/`)).status).toBe(204);
    expect((await env.MEDIA.list()).objects).toEqual([]);
  },
);
