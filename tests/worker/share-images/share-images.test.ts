import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { RESERVED_SLUGS } from "#schema/pages/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { readImage } from "#worker/features/media/read-image.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { broken, createHangingService, fakes, type Overrides, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { documentOf, editBody, listSite } from "../support/own-sites.ts";
import { plainImages } from "../../support/image-files.ts";
import { uploadImage } from "../support/uploads.ts";
import { BERT, PASSWORD, logInNew } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";
import { loggedErrors } from "../support/setup.ts";

const db = connect(env.DB);
const DEFAULT = "/og-image.png";
const UNKNOWN_HASH = "0123456789abcdef";

/** Returns the path of the image that the head of a page names. */
async function shareImage(page: string): Promise<string> {
  const html = await (await request(page)).text();
  return new URL(/<meta property="og:image" content="([^"]*)"/.exec(html)![1]!).pathname;
}

const mattermost = (changes: Parameters<typeof insertSite>[0] = {}) =>
  insertSite({ name: "Mattermost", description: "Team chat", alternatives: [{ name: "Slack" }], ...changes });
const stored = async () => (await env.MEDIA.list({ prefix: "share/" })).objects.map(({ key }) => `/${key}`);
/** Of two images, Vitest would print all bytes that differ. */
const digest = async (response: Response) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", await response.arrayBuffer())).toString("hex");
const target = ({ status, headers }: Response) => [status, headers.get("Location")];

/** The Worker that draws, with a list of what it was asked for. */
function recordDrawing(answer: typeof env.SHARE.fetch = (address, init) => env.SHARE.fetch(address, init)) {
  const asked: { logo: string; leaves: string; title: string; tagline: string }[] = [];
  const SHARE = {
    fetch(address: string, init: { method: string; body: string }) {
      asked.push(JSON.parse(init.body) as (typeof asked)[number]);
      return answer(address, init);
    },
  } as unknown as Fetcher;
  return { asked, overrides: { env: { SHARE } } satisfies Overrides };
}

/** To draw takes a third of a second. This answers at once with another image, where the picture does not matter. */
const atOnce = async () => new Response(plainImages.png);
const { overrides: quick } = recordDrawing(atOnce);

async function expectImage(response: Response) {
  expect(target(response)).toEqual([200, null]);
  expect(readImage(new Uint8Array(await response.arrayBuffer()))).toMatchObject({
    type: "image/png",
    width: 1200,
    height: 630,
  });
}

test("an image of 1200 × 630 pixels is drawn once, and then comes from R2 without the database", async () => {
  await mattermost();
  const path = await shareImage("/mattermost");
  expect(path).toMatch(/^\/share\/site\/mattermost\/[0-9a-f]{16}\.png$/);
  const { asked, overrides } = recordDrawing();
  const first = await request(path, {}, overrides);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "cloudflare-cdn-cache-control": "public, max-age=86400, stale-if-error=86400",
    "cache-tag": "site:mattermost,all",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  await expectImage(first.clone());
  expect(asked).toMatchObject([
    { title: "Mattermost", tagline: "Team chat", leaves: "Instead of Slack", logo: "", directory: "Switchlist" },
  ]);
  expect(await stored()).toEqual([path]);

  const again = await request(path, {}, { env: { SHARE: broken(), DB: broken() } });
  expect(await digest(again.clone())).toBe(await digest(first));
  const etag = again.headers.get("ETag")!;
  expect((await request(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect((await request(path, { method: "HEAD" })).status).toBe(200);
});

test("products, categories and posts have images too", async () => {
  await mattermost();
  await insertPost({ slug: "news", title: "What is new" });
  const { asked, overrides } = recordDrawing();
  for (const page of ["/alternatives/slack", "/categories/developer_tools", "/blogs/news"])
    await expectImage(await request(await shareImage(page), {}, overrides));
  expect(asked).toMatchObject([
    { title: "1 alternative to Slack", leaves: "Instead of Slack", tile: { letters: "Sl", isProduct: true } },
    { title: "Developer Tools", tagline: "1 site, each with the products it can replace.", tile: null },
    { title: "What is new", tile: null },
  ]);
  expect(await stored()).toHaveLength(3);
});

test("the image of a comparison asks which, is kept by the edge alone, and is purged with each of its sites", async () => {
  await mattermost();
  await mattermost({ name: "Zulip" });
  const path = await shareImage("/compare/mattermost-vs-zulip");
  expect(path).toMatch(/^\/share\/comparison\/mattermost-vs-zulip\/[0-9a-f]{16}\.png$/);
  const { asked, overrides } = recordDrawing();
  const response = await request(path, {}, overrides);
  expect(response.headers.get("Cache-Tag")).toBe("site:mattermost,site:zulip,all");
  await expectImage(response);
  expect(asked).toMatchObject([{ title: "Mattermost or Zulip?", leaves: "Instead of Slack", tile: null }]);
  expect(await stored()).toEqual([]);
  await db.update(sites).set({ name: "Zulip Chat" }).where(eq(sites.slug, "zulip"));
  expect(target(await request(path))).toEqual([302, await shareImage("/compare/mattermost-vs-zulip")]);
  await db.delete(sites).where(eq(sites.slug, "zulip"));
  expect((await request(path)).status).toBe(410);
});

test("pages without such an image, and posts with an image of their own, keep theirs", async () => {
  await insertPost({ slug: "news", featuredImage: "users/1/abc-640x480.webp" });
  expect(await shareImage("/blogs/news")).toBe("/media/users/1/abc-640x480.webp");
  for (const page of ["/", "/blogs", "/about"]) expect(await shareImage(page)).toBe(DEFAULT);
});

test("a change gives a new address, to which the old one leads, and the new image replaces the old", async () => {
  const { id } = await mattermost();
  const old = await shareImage("/mattermost");
  await request(old, {}, quick);
  await db.update(sites).set({ description: "Chat" }).where(eq(sites.id, id));
  const current = await shareImage("/mattermost");
  expect(current).not.toBe(old);
  await env.MEDIA.delete(old.slice(1));
  const response = await request(old);
  expect(target(response)).toEqual([302, current]);
  expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=300\b/);
  expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  await env.MEDIA.put(old.slice(1), "old");
  await request(current, {}, quick);
  expect(await stored()).toEqual([current]);
});

test("an address without a page responds as its page does", async () => {
  const { id } = await mattermost({ name: "Gone" });
  await db.delete(sites).where(eq(sites.id, id));
  for (const [prefix, status] of [
    ["/share/site/nothing/", 404],
    ["/share/site/gone/", 410],
    [`/share/site/${"a".repeat(2000)}/`, 404],
    ["/share/product/nothing/", 404],
    ["/share/category/nothing/", 404],
    ["/share/post/nothing/", 404],
    ["/share/comparison/mattermost/", 404],
    ["/share/comparison/gone-vs-nothing/", 404],
    ["/share/user/mattermost/", 404],
  ] as const)
    expect([prefix, (await request(`${prefix}${UNKNOWN_HASH}.png`)).status]).toEqual([prefix, status]);
  expect(RESERVED_SLUGS.has("share")).toBe(true);
});

test("a site in review and a draft have no image", async () => {
  await mattermost({ review: "pending" });
  await insertPost({ slug: "draft", publishedAt: null });
  for (const path of ["site/mattermost", "post/draft"])
    expect((await request(`/share/${path}/${UNKNOWN_HASH}.png`)).status).toBe(404);
});

test.each([
  ["Latin, Greek and Cyrillic", "Česká Λύση Яндекс"],
  ["Vietnamese", "Trình quản lý mật khẩu"],
  ["Japanese", "株式会社キントーン"],
  ["Korean", "네이버 웍스"],
  ["Chinese", "飞书文档"],
  ["100 letters without a space", "W".repeat(100)],
  ["100 letters in words", "The very long name of a suite ".repeat(4).slice(0, 100).trim()],
  ["an emoji beside letters", "Rocket 🚀"],
])("a name in %s is drawn", { tags: "long" }, async (_, name) => {
  const { slug } = await mattermost({ name, slug: "named" });
  await expectImage(await request(await shareImage(`/${slug}`)));
});

test.each([
  ["Arabic", "برنامج"],
  ["emoji only", "🚀🚀"],
  ["a letter with a mark that belongs to other letters", "X\u0301 Tool"],
])("a name in %s, which the fonts cannot write, leads to the drawn default", async (_, name) => {
  const { slug } = await mattermost({ name, slug: "named" });
  const response = await request(await shareImage(`/${slug}`));
  expect(target(response)).toEqual([302, DEFAULT]);
  expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=300\b/);
  expect(await stored()).toEqual([]);
});

test("a logo is drawn in place of the letters, as a PNG", async () => {
  const anna = await logInNew();
  const logo = await uploadImage(anna, "logo", 256, 256);
  await listSite(anna, { logo });
  const { asked, overrides } = recordDrawing();
  const path = await shareImage("/mattermost");
  const withLogo = await request(path, {}, overrides);
  await expectImage(withLogo.clone());
  expect(asked[0]!.logo).toMatch(/^data:image\/png;base64,iVBOR/);
  await env.MEDIA.delete([path.slice(1), logo.slice("/media/".length)]);
  const withLetters = await request(path);
  expect(await digest(withLetters)).not.toBe(await digest(withLogo));
});

test("a logo that staff remove disappears from the image, too", async () => {
  const [anna, staff] = [await logInNew(), await logInNew({ email: BERT, isStaff: true })];
  const logo = await uploadImage(anna, "logo", 256, 256);
  await listSite(anna, { logo });
  await request(await shareImage("/mattermost"), {}, quick);
  expect(await stored()).toHaveLength(1);
  const key = encodeURIComponent(logo.slice("/media/".length));
  expect((await staff.delete(`/api/media/picture/${key}/`)).status).toBe(204);
  expect(await stored()).toEqual([]);
});

test("if the Worker that draws is down, late or wrong, the drawn default is shown for five minutes", async () => {
  await mattermost();
  const path = await shareImage("/mattermost");
  const late = createHangingService();
  const failing: [Fetcher, Overrides["ports"]][] = [
    [broken(), {}],
    [{ fetch: () => late.call() } as unknown as Fetcher, { timeout: late.timeout }],
    [{ fetch: async () => new Response("No.", { status: 500 }) } as unknown as Fetcher, {}],
  ];
  for (const [SHARE, ports = {}] of failing) {
    const response = await request(path, {}, { env: { SHARE }, ports });
    expect(target(response)).toEqual([302, DEFAULT]);
  }
  expect(loggedErrors.splice(0)).toHaveLength(3);
  expect(await stored()).toEqual([]);
  expect((await request(path, {}, quick)).status).toBe(200);
});

test("only drawing counts against the limit of a client", async () => {
  await mattermost();
  const path = await shareImage("/mattermost");
  const limited = { env: { FETCH_LIMIT: { limit: async () => ({ success: false }) } } };
  const refused = await request(path, {}, limited);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  const stale = await request(`/share/site/mattermost/${UNKNOWN_HASH}.png`, {}, limited);
  expect(target(stale)).toEqual([302, path]);
  await request(path, {}, quick);
  expect((await request(path, {}, limited)).status).toBe(200);
});

test("the image of a changed or deleted site is deleted, and purged with its page", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { blog: { content: JSON.stringify(documentOf("Words")) } });
  const purged = recordPurges();
  for (const change of [
    () => anna.put(`/api/sites/${site.id}/`, editBody(site, { description: "Other" }), purged.overrides),
    () => anna.delete(`/api/sites/${site.id}/`, undefined, purged.overrides),
  ]) {
    const path = await shareImage("/mattermost");
    await request(path, {}, quick);
    expect(await stored()).toEqual([path]);
    purged.all();
    expect((await change()).ok).toBe(true);
    expect(await stored()).toEqual([]);
    expect(purged.all()).toContain("site:mattermost");
    expect((await request(path, {}, quick)).status).not.toBe(200);
  }
});

test("the images of the sites of a deleted account are deleted", async () => {
  const anna = await logInNew();
  await listSite(anna, { name: "First", link: "https://first.example/" });
  await listSite(anna, { name: "Second", link: "https://second.example/" });
  for (const page of ["/first", "/second"]) await request(await shareImage(page), {}, quick);
  expect(await stored()).toHaveLength(2);
  expect((await anna.delete("/api/user/", { password: PASSWORD })).ok).toBe(true);
  expect(await stored()).toEqual([]);
});

test("if its images cannot be deleted, the site is deleted, and its images disappear when they are checked", async () => {
  const { id } = await mattermost();
  const path = await shareImage("/mattermost");
  await request(path, {}, quick);
  await db.delete(sites).where(eq(sites.id, id));
  expect((await request(path)).status).toBe(200);
  fakes.now = Date.now() + DAY_MS + 1000;
  expect((await request(path)).status).toBe(410);
  expect(await stored()).toEqual([]);
});

test("an old image of a page that still shows the same is kept for another day", async () => {
  await mattermost();
  const path = await shareImage("/mattermost");
  await request(path, {}, quick);
  fakes.now = Date.now() + DAY_MS + 1000;
  expect((await request(path, {}, { env: { SHARE: broken() } })).status).toBe(200);
  expect(await stored()).toEqual([path]);
});
