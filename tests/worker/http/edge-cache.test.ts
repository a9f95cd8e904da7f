import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { EditableSite } from "#schema/sites.ts";
import { CALLS } from "../security/inventory.ts";
import { makeWorld } from "../security/world.ts";
import { broken, DAY_MS, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { EdgeCache } from "../support/edge-cache.ts";
import { insertSite } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { insertUser, logInByCode } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";
import { loggedErrors, loggedLines } from "../support/setup.ts";

let edge: EdgeCache;

beforeEach(() => {
  edge = new EdgeCache();
});

async function owner(): Promise<Browser> {
  await insertUser();
  return logInByCode();
}

/** Saves the site unchanged, which purges its pages. */
const save = async (browser: Browser, site: EditableSite) => {
  const body = editBody(site, { updated_at: undefined });
  expect((await browser.put(`/api/sites/${site.id}/`, body, { ports: edge.ports })).status).toBe(200);
};

const statuses = async (paths: string[]) => {
  const found: Record<string, string> = {};
  for (const path of paths) found[path] = (await edge.get(path)).status;
  return found;
};

test("saving the site called “a” purges its pages, and no other URL that begins with “a”", async () => {
  const anna = await owner();
  const site = await listSite(anna, { name: "a", alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  expect(site.slug).toBe("a");
  await insertSite({ name: "ab", slug: "ab" });
  const own = ["/a", "/a?q=chat&page=1", "/a/", "/api/a/", "/api/pages/site/a"];
  const others = ["/", "/ab", "/about", "/alternatives/slack", "/api/ab/", "/api/alternatives/?q=s", "/api/pages/home"];
  await statuses([...own, ...others]);
  const kept = Object.fromEntries(Object.entries(await statuses([...own, ...others])));
  expect(new Set(Object.values(kept))).toEqual(new Set(["HIT"]));

  await save(anna, site);
  const expected = [...own.map((path) => [path, "MISS"]), ...others.map((path) => [path, "HIT"])];
  expect(await statuses([...own, ...others])).toEqual(Object.fromEntries(expected));
});

test.each([
  ["letters of another script", "微信", ["/微信", "/%e5%be%ae%e4%bf%a1"]],
  ["a name of the greatest length", "微".repeat(100), []],
])("pages of a site with %s are purged in every spelling of the URL", async (_, name, spellings) => {
  const anna = await owner();
  const site = await listSite(anna, { name });
  const paths = [encodeURI(`/${site.slug}`), `/api${encodeURI(`/${site.slug}`)}/`, ...spellings];
  await statuses(paths);
  await save(anna, site);
  expect(new Set(Object.values(await statuses(paths)))).toEqual(new Set(["MISS"]));
});

test("a merge of two products and a change of a post each cause one purge", async () => {
  await insertSite({ alternatives: [{ name: "Teams" }, { name: "MS Teams" }] });
  await insertPost({ slug: "first-post" });
  await insertUser({ isStaff: true });
  const staff = await logInByCode();
  const paths = ["/alternatives/teams", "/api/pages/target/ms-teams", "/blogs/first-post", "/api/blogs/first-post/"];
  await statuses(paths);
  const { id } = (await env.DB.prepare("SELECT id FROM targets WHERE slug = 'ms-teams'").first<{ id: number }>())!;
  const { id: into } = (await env.DB.prepare("SELECT id FROM targets WHERE slug = 'teams'").first<{ id: number }>())!;
  const merged = await staff.post(`/api/targets/${id}/merge/`, { into }, { ports: edge.ports });
  expect(merged.status, await merged.text()).toBe(200);
  expect(edge.purges).toBe(1);
  expect((await staff.delete("/api/blogs/first-post/", undefined, { ports: edge.ports })).status).toBe(204);
  expect(edge.purges).toBe(2);
  for (const path of paths) expect(edge.entries.has(path), path).toBe(false);
});

test("a purge beyond the account's limit is repeated after the response, within half a minute", async () => {
  const anna = await owner();
  const site = await listSite(anna);
  for (let count = 0; count < 25; count += 1) await save(anna, site);
  await edge.get("/mattermost");
  const began = fakes.now;
  const wait = async (ms: number) => void (fakes.now += ms);
  const body = editBody(site, { updated_at: undefined });
  const saved = await anna.put(`/api/sites/${site.id}/`, body, { ports: { ...edge.ports, wait } });
  expect(saved.status).toBe(200);
  expect(loggedLines).toContainEqual(expect.objectContaining({ reason: "Error: Rate limit reached." }));
  expect(edge.entries.has("/mattermost")).toBe(false);
  expect(fakes.now - began).toBe(12_000);
});

test("if each attempt of a purge fails, the save succeeds and the cached page expires within a minute", async () => {
  const anna = await owner();
  const site = await listSite(anna);
  for (let count = 0; count < 25; count += 1) await save(anna, site);
  await edge.get("/mattermost");
  await save(anna, site);
  expect(await statuses(["/mattermost"])).toEqual({ "/mattermost": "HIT" });
  expect(fakes.waits).toEqual([12_000, 11_000]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.now += 59_000;
  expect((await edge.get("/mattermost")).status).toBe("UPDATING");
  fakes.now += 61_000;
  expect((await edge.get("/mattermost")).status).toBe("EXPIRED");
  await save(anna, site);
  expect(edge.entries.has("/mattermost")).toBe(false);
});

test("a purge of more than a hundred pages is sent in several calls", async () => {
  const paths = Array.from({ length: 101 }, (_, index) => `/page-${index}`);
  await edge.ports.purgeCache(paths);
  expect(edge.purges).toBe(2);
});

test("the edge serves an image for at most an hour, so that it disappears even if a purge is lost", async () => {
  await env.MEDIA.put("a.png", "image", { httpMetadata: { contentType: "image/png" } });
  await edge.get("/media/a.png");
  await env.MEDIA.delete("a.png");
  fakes.now += 3_599_000;
  expect(await edge.get("/media/a.png")).toMatchObject({ status: "HIT" });
  fakes.now += 1_000;
  expect((await edge.get("/media/a.png")).response.status).toBe(404);
});

test("while the Worker fails, the edge serves a cached page for at most a day", async () => {
  await insertSite({ slug: "mattermost" });
  const down = { env: { DB: broken<D1Database>() } };
  await edge.get("/mattermost");
  fakes.now += DAY_MS;
  expect((await edge.get("/mattermost", down)).response.status).toBe(200);
  fakes.now += 60_000;
  expect((await edge.get("/mattermost", down)).response.status).toBe(503);
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
});

test("no public response depends on a cookie", async () => {
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
    const answer = async (headers: HeadersInit) =>
      new TextDecoder("latin1").decode(await (await request(path, { headers }, { env: { DB } })).bytes());
    const withCookies = await answer({ Cookie });
    expect(withCookies, path).toBe(await answer({}));
    expect(new Set(asked), path).toEqual(new Set(["first-unconstrained"]));
  }
  expect(calls.length).toBeGreaterThan(10);
});

test("a signed-in user always reads their own last write", async () => {
  const anna = await owner();
  const asked: unknown[] = [];
  const DB = { withSession: (oldest: string) => asked.push(oldest) && env.DB.withSession(oldest) } as D1Database;
  for (const path of ["/api/sites/", "/api/sites/1", "/api/payments/ledger"]) {
    asked.length = 0;
    await anna.get(path, { env: { DB } });
    // The first query goes to the primary, and later ones never use an older replica.
    expect(asked.at(-1), path).toBe("first-primary");
  }
});
