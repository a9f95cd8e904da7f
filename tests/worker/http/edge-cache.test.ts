import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { CALLS } from "../security/inventory.ts";
import { makeWorld } from "../security/world.ts";
import { broken, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { EdgeCache } from "../support/edge-cache.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { insertUser, logIn, logInNew } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";
import { loggedErrors, loggedLines } from "../support/setup.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const BOOKMARK = "__Host-bookmark";

let edge: EdgeCache;

beforeEach(() => {
  edge = new EdgeCache();
});

const staffMember = () => logInNew({ email: "staff@example.com", isStaff: true });

const save = async (browser: Browser, site: EditableSite, fields: object = {}) => {
  const body = editBody(site, { updated_at: undefined, ...fields });
  const saved = await browser.put(`/api/sites/${site.id}/`, body, edge.overrides);
  expect(saved.status, await saved.clone().text()).toBe(200);
  return saved.json<EditableSite>();
};

const text = async (path: string) => (await edge.get(path)).response.text();

/** The paths of the given ones whose response has the words. */
async function showing(words: string, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if ((await text(path)).includes(words)) found.push(path);
  return found;
}

const warm = (paths: string[]) => showing("", paths);

/** A message of the queue of purges that another request has sent. */
const OTHER_CHANGE = { subjects: ["site:other"] };

const PAGES_OF_MATTERMOST = [
  "/",
  "/mattermost",
  "/api/mattermost/",
  "/api/pages/mattermost",
  "/alternatives/slack",
  "/categories/communication",
  "/api/saas/?q=mattermost",
  "/feed.xml",
  "/alternatives/slack/feed.xml",
  "/categories/communication/feed.xml",
];

test("in a quiet directory, a changed text is shown two seconds after the save, and take-downs keep their purges", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { description: "The old words" });
  await warm(PAGES_OF_MATTERMOST);
  await edge.env.PURGES.send(OTHER_CHANGE);
  await save(anna, site, { description: "The new words" });
  expect(edge.purgedAt).toEqual([]);
  await edge.advance(2 * SECOND);
  expect(await showing("The old words", PAGES_OF_MATTERMOST)).toEqual([]);
  await edge.advance(10 * MINUTE);
  expect(edge.purgedAt).toHaveLength(2);
});

test("a response that a lagging replica gave after the purge is purged a second time", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { description: "The old words" });
  await edge.lag(["/mattermost"], 25 * SECOND);
  await edge.env.PURGES.send(OTHER_CHANGE);
  await save(anna, site, { description: "The new words" });
  await edge.advance(20 * SECOND);
  expect(await showing("The old words", ["/mattermost"])).toEqual(["/mattermost"]);
  await edge.advance(40 * SECOND);
  expect(await showing("The old words", ["/mattermost"])).toEqual([]);
});

test("what staff take down is gone at once, and a lagging replica brings it back for a minute at most", async () => {
  const anna = await logInNew();
  await listSite(anna, { description: "Forbidden words" });
  const staff = await staffMember();
  await warm(PAGES_OF_MATTERMOST);
  await edge.lag(["/mattermost"], 3 * SECOND);
  const hidden = await staff.patch("/api/sites/site/1/", { review: "pending" }, edge.overrides);
  expect(hidden.status).toBe(200);
  const others = PAGES_OF_MATTERMOST.filter((path) => path !== "/mattermost");
  expect(await showing("Forbidden words", others)).toEqual([]);
  expect(await showing("Forbidden words", ["/mattermost"])).toEqual(["/mattermost"]);
  await edge.advance(MINUTE);
  expect(await showing("Forbidden words", ["/mattermost"])).toEqual([]);
});

test("200 saves in a minute stay within the limit of purges, and are shown within a minute", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { description: "The old words" });
  for (let count = 0; count < 199; count += 1) {
    await edge.env.PURGES.send(OTHER_CHANGE);
    await edge.advance(MINUTE / 200);
  }
  await warm(["/mattermost", "/about"]);
  await save(anna, site, { description: "The new words" });
  await edge.advance(MINUTE);
  expect(await showing("The old words", ["/mattermost"])).toEqual([]);
  expect(edge.has("/about")).toBe(true);
  await edge.advance(MINUTE);
  expect({ refused: edge.refused, most: mostInAMinute(edge.purgedAt) }).toEqual({ refused: 0, most: 4 });
});

/** The greatest number of purges within a minute. */
const mostInAMinute = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));

test("a take-down beyond the limit succeeds, and the queue makes its purge", async () => {
  const { id } = await insertSite({ slug: "mattermost", description: "Forbidden words" });
  const staff = await staffMember();
  for (let count = 0; count < 25; count += 1) await edge.purge({ tags: ["other"] });
  await warm(["/mattermost"]);
  expect((await staff.delete(`/api/sites/site/${id}/`, undefined, edge.overrides)).status).toBe(204);
  expect(loggedLines).toContainEqual(expect.objectContaining({ reason: "Error: Rate limit reached." }));
  await edge.advance(MINUTE);
  expect(await showing("Forbidden words", ["/mattermost"])).toEqual([]);
  // Directly, and once by the queue, which then waits until a purge is allowed.
  expect(edge.refused).toBe(2);
});

test("if the queue refuses a message, the purge is made directly", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { description: "The old words" });
  await warm(PAGES_OF_MATTERMOST);
  edge.isQueueDown = true;
  await save(anna, site, { description: "The new words" });
  expect(await showing("The old words", PAGES_OF_MATTERMOST)).toEqual([]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("if queue and edge refuse, the save succeeds, and the age of the page bounds how long it is served", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { description: "The old words" });
  await warm(["/mattermost"]);
  edge.isQueueDown = true;
  for (let count = 0; count < 25; count += 1) await edge.purge({ tags: ["other"] });
  await save(anna, site, { description: "The new words" });
  expect(loggedErrors.splice(0)).toHaveLength(2);
  fakes.now += 5 * MINUTE;
  expect((await edge.get("/mattermost")).status).toBe("UPDATING");
  expect(await text("/mattermost")).toContain("The new words");
});

test("a visitor after five minutes gets the old page at once, and the next one gets a new page", async () => {
  await insertSite({ slug: "mattermost" });
  const statuses: string[] = [];
  for (const ms of [0, 5 * MINUTE - 1, 1, 0, 65 * MINUTE]) {
    fakes.now += ms;
    statuses.push((await edge.get("/mattermost")).status);
  }
  expect(statuses).toEqual(["MISS", "HIT", "UPDATING", "HIT", "EXPIRED"]);
});

const PAGES_OF_FEATURED = [
  "/penpot",
  "/",
  "/alternatives/figma",
  "/api/saas/",
  "/api/penpot/",
  "/krita",
  "/blogs/first-post",
];

/** Marks a featured place in the data of a page. */
const MARK = /"featured":\[\{|"status":"featured"|"sponsors":\[\{/;

test.each([1, 100, 4000])(
  "a featured place that ends in %s seconds is shown nowhere after its end",
  async (seconds) => {
    const end = fakes.now + seconds * SECOND;
    await insertSite({ slug: "penpot", alternatives: [{ name: "Figma" }], featuredUntil: end });
    await insertSite({ slug: "krita", alternatives: [{ name: "Figma" }] });
    await insertPost({ slug: "first-post" });
    for (const path of PAGES_OF_FEATURED) {
      const { response } = await edge.get(path);
      expect(response.headers.get("Cache-Control"), path).toBe(`public, max-age=${Math.min(30, seconds)}`);
      expect(await response.text(), path).toMatch(MARK);
    }
    fakes.now = end;
    const down = { env: { DB: broken<D1Database>() } };
    for (const path of PAGES_OF_FEATURED) {
      expect((await edge.get(path, down)).response.status, path).toBe(503);
      expect(await text(path), path).not.toMatch(MARK);
    }
    expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
  },
);

test("a page with several featured places is kept until the first of them ends", async () => {
  const end = fakes.now + 100 * SECOND;
  for (const featuredUntil of [end + DAY_MS, end, end + DAY_MS]) await insertSite({ featuredUntil });
  await edge.get("/");
  fakes.now = end;
  expect((await edge.get("/")).status).toBe("EXPIRED");
});

test("while the Worker fails, the edge serves a cached page for at most a day", async () => {
  await insertSite({ slug: "mattermost" });
  const down = { env: { DB: broken<D1Database>() } };
  await edge.get("/mattermost");
  fakes.now += DAY_MS;
  expect(await edge.get("/mattermost", down)).toMatchObject({ status: "STALE", response: { status: 200 } });
  fakes.now += 5 * MINUTE;
  expect((await edge.get("/mattermost", down)).response.status).toBe(503);
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
});

test("the edge serves an image for at most a day, so that it disappears even if a purge is lost", async () => {
  await env.MEDIA.put("demo/a.png", "image", { httpMetadata: { contentType: "image/png" } });
  await edge.get("/media/demo/a.png");
  await env.MEDIA.delete("demo/a.png");
  fakes.now += DAY_MS - SECOND;
  expect(await edge.get("/media/demo/a.png")).toMatchObject({ status: "HIT" });
  fakes.now += SECOND;
  expect((await edge.get("/media/demo/a.png")).response.status).toBe(404);
});

test("a removed image of another website disappears at once, under each of its addresses", async () => {
  await makeWorld();
  const staff = await logIn("staff@example.com");
  const path = CALLS.find(({ route }) => route.startsWith("GET /media/remote"))!.path;
  expect((await edge.get(path)).response.status).toBe(200);
  const { results } = await (
    await staff.get("/api/get_model/media/remote_picture/")
  ).json<{ results: { id: string }[] }>();
  const removed = await staff.patch(
    `/api/media/remote_picture/${encodeURIComponent(results[0]!.id)}/`,
    { is_removed: true },
    edge.overrides,
  );
  expect(removed.status).toBe(200);
  expect((await edge.get(path)).response.status).toBe(404);
});

test.each([
  ["letters of another script", "微信", ["/微信", "/%e5%be%ae%e4%bf%a1"]],
  ["a name of the greatest length", "微".repeat(100), []],
  ["a name with characters that tags forbid", "a, b", []],
])("pages of a site with %s are purged in every spelling of the URL", async (_, name, spellings) => {
  const anna = await logInNew();
  const site = await listSite(anna, { name, description: "The old words" });
  const paths = [encodeURI(`/${site.slug}`), `/api${encodeURI(`/${site.slug}`)}/`, "/", ...spellings];
  expect(await showing("The old words", paths)).toEqual(paths);
  await save(anna, site, { description: "The new words" });
  await edge.advance(MINUTE);
  expect(await showing("The old words", paths)).toEqual([]);
});

test("a save of one site keeps the pages that do not show it", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { name: "a", description: "The old words" });
  await insertSite({ slug: "ab", category: "finance" });
  const others = ["/about", "/categories/finance", "/api/ab/", "/api/alternatives/?q=s"];
  await warm(["/a", ...others]);
  await save(anna, site, { description: "The new words" });
  await edge.advance(MINUTE);
  expect(edge.has("/a")).toBe(false);
  for (const path of others) expect(edge.has(path), path).toBe(true);
});

test("a change of a hundred sites has too many tags for one call, so it purges all pages", async () => {
  const anna = await insertUser();
  await insertSites(Array.from({ length: 100 }, (_, index) => `Site ${index}`));
  await env.DB.prepare("UPDATE sites SET owner_id = ?").bind(anna.id).run();
  const staff = await staffMember();
  await warm(["/about", "/site-7"]);
  const path = `/api/accounts/user/${anna.id}/`;
  expect((await staff.patch(path, { is_suspended: true }, edge.overrides)).status).toBe(200);
  expect(edge.paths).toEqual([]);
  expect(edge.purgedAt).toHaveLength(1);
  await edge.advance(SECOND);
  expect(edge.purgedAt).toHaveLength(2);
});

test("a response with more tags than fit into a header is not kept", async () => {
  await insertPost({ slug: "first-post" });
  await insertSites(Array.from({ length: 250 }, (_, index) => `${"微".repeat(20)}${index}`));
  const mention = (count: number) =>
    env.DB.prepare(
      "UPDATE blog_posts SET site_slugs = (SELECT json_group_array(slug) FROM (SELECT slug FROM sites LIMIT ?))",
    )
      .bind(count)
      .run();
  await mention(250);
  expect((await edge.get("/blogs/first-post")).status).toBe("BYPASS");
  // Tags of long names are short.
  await mention(200);
  expect((await edge.get("/blogs/first-post")).status).toBe("MISS");
});

test("no public response depends on a cookie, and each has the tag by which all are purged", async () => {
  const { owner: anna } = await makeWorld();
  const Cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const pages = ["/", "/mattermost", "/alternatives/slack", "/categories/communication", "/blogs", "/blogs/first-post"];
  const calls = CALLS.filter(({ isPublic }) => isPublic).map(({ path }) => path);
  for (const path of [...pages, ...calls]) {
    const asked: unknown[] = [];
    const DB = new Proxy(env.DB, {
      get: (db, name) =>
        name === "withSession"
          ? (bookmark: string) => asked.push(bookmark) && db.withSession(bookmark)
          : Reflect.get(db, name).bind(db),
    });
    const answer = async (headers: HeadersInit) => {
      const response = await request(path, { headers }, { env: { DB } });
      expect(response.headers.get("Cache-Tag"), path).toMatch(/\ball$/);
      return new TextDecoder("latin1").decode(await response.bytes());
    };
    const withCookies = await answer({ Cookie });
    expect(withCookies, path).toBe(await answer({}));
    expect(new Set(asked), path).toEqual(new Set(["first-unconstrained"]));
  }
  expect(calls.length).toBeGreaterThan(10);
});

test("a signed-in user always reads their own last write", async () => {
  const anna = await logInNew();
  const asked: unknown[] = [];
  const DB = { withSession: (oldest: string) => asked.push(oldest) && env.DB.withSession(oldest) } as D1Database;
  for (const path of ["/api/sites/", "/api/sites/1", "/api/payments/ledger"]) {
    asked.length = 0;
    await anna.get(path, { env: { DB } });
    // The first query goes to the primary, and later ones never use an older replica.
    expect(asked.at(-1), path).toBe("first-primary");
  }
});

test("a page that is read right after one's own save is not older than the save", async () => {
  const anna = await logInNew();
  await anna.get("/api/sites/");
  const asked: unknown[] = [];
  const DB = { withSession: (oldest: string) => asked.push(oldest) && env.DB.withSession(oldest) } as D1Database;
  const oldestWith = async (headers: HeadersInit) => {
    asked.length = 0;
    expect((await request("/mattermost", { headers }, { env: { DB } })).status).toBe(200);
    return asked;
  };
  expect(anna.cookies.has(BOOKMARK)).toBe(false);
  await listSite(anna, {});
  const value = anna.cookies.get(BOOKMARK)!;
  const [bookmark] = decodeURIComponent(value).split("~");
  expect(await oldestWith({ Cookie: `${BOOKMARK}=${value}` })).toEqual([bookmark]);
  for (const forged of ["", "~", `f${value}`, `${bookmark}~`, "first-primary"])
    expect(await oldestWith({ Cookie: `${BOOKMARK}=${forged}` }), forged).toEqual(["first-unconstrained"]);
  expect(await oldestWith({})).toEqual(["first-unconstrained"]);
});
