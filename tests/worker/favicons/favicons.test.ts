import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { broken, NOW, fakes, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { plainIcon, plainImages } from "../../support/image-files.ts";
import { neverResponds, stallsAfter } from "../support/image-responses.ts";
import { loggedErrors } from "../support/setup.ts";

const HOST = "listed.example";
const HOME = `https://${HOST}/`;
const DUCKDUCKGO = `https://icons.duckduckgo.com/ip3/${HOST}.ico`;
const GOOGLE = `https://www.google.com/s2/favicons?domain=${HOST}&sz=64`;
const ALL_SOURCES = [HOME, `${HOME}favicon.ico`, `${HOME}apple-touch-icon.png`, DUCKDUCKGO, GOOGLE];

const listed = () => insertSite({ name: "Listed", link: `https://www.${HOST}/start?a=b` });
const icon = (host = HOST, init?: RequestInit) => request(`/favicons/${host}`, init);
const page = (html: string) => new Response(html, { headers: { "Content-Type": "text/html" } });
const typeOf = (response: Response) => response.headers.get("Content-Type");

async function expectNoIcon(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(typeOf(response)).toBe("image/svg+xml");
  expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(await response.text()).toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="10000"/>`);
}

test("the icon that the home page declares is served and cached for 30 days", async () => {
  await listed();
  fakes.internet.set(`https://www.${HOST}/`, page(`<link rel="icon" href="/i.png">`));
  fakes.internet.set(`https://www.${HOST}/i.png`, new Response(plainImages.png));
  for (const days of [0, 1, 29]) {
    fakes.now = NOW + days * DAY_MS;
    const response = await icon();
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(plainImages.png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(response.headers.get("Cache-Control")).toMatch(
      /^public, max-age=604800, stale-while-revalidate=\d+, stale-if-error=86400$/,
    );
  }
  expect(fakes.fetched).toHaveLength(2);

  const etag = (await icon()).headers.get("ETag")!;
  expect((await icon(HOST, { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect(await (await icon(HOST, { method: "HEAD" })).text()).toBe("");

  fakes.now = NOW + 31 * DAY_MS;
  fakes.internet.set(`https://www.${HOST}/i.png`, new Response(plainImages.gif));
  expect(typeOf(await icon())).toBe("image/gif");
});

test("a site without an icon gets an empty image, and is fetched again after a day", async () => {
  await insertSite({ link: HOME });
  for (const hours of [0, 23]) {
    fakes.now = NOW + (hours * DAY_MS) / 24;
    const response = await icon();
    await expectNoIcon(response, 200);
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=3600\b/);
    expect(fakes.fetched).toEqual(ALL_SOURCES);
  }
  fakes.now = NOW + 25 * (DAY_MS / 24);
  fakes.internet.set(`${HOME}favicon.ico`, new Response(plainIcon));
  expect(typeOf(await icon())).toBe("image/x-icon");
});

test("icons of popular products are served, too", async () => {
  await insertSite({ alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  fakes.internet.set("https://slack.com/favicon.ico", new Response(plainIcon));
  expect(typeOf(await icon("slack.com"))).toBe("image/x-icon");
});

test("a site that never responds leaves time for the icon services", async () => {
  await insertSite({ link: HOME });
  for (const address of ALL_SOURCES.slice(0, 3)) fakes.internet.set(address, neverResponds);
  fakes.internet.set(GOOGLE, new Response(plainImages.png));
  expect(typeOf(await icon())).toBe("image/png");
  expect(fakes.now - NOW).toBe(3000);
});

test("the search for an icon ends after five seconds", async () => {
  await insertSite({ link: HOME });
  for (const address of ALL_SOURCES) fakes.internet.set(address, neverResponds);
  fakes.internet.set(DUCKDUCKGO, stallsAfter(plainImages.png));
  await expectNoIcon(await icon(), 200);
  expect(fakes.now - NOW).toBe(5000);
});

test.each([
  "unknown.example",
  "127.0.0.1",
  "listed.example:8080",
  "name@listed.example",
  "unknown.example%2F..%2Flisted.example",
  "%zz",
  `${"a.".repeat(1000)}example`,
])("%s is not listed: the response is an empty image, and nothing is fetched", async (host) => {
  await listed();
  await expectNoIcon(await icon(host), 404);
  expect(fakes.fetched).toEqual([]);
  expect((await env.MEDIA.list()).objects).toEqual([]);
});

test("icons of pending sites and of products without a site are not fetched", async () => {
  await insertSite({ link: HOME, review: "pending" });
  const { id } = await insertSite({ alternatives: [{ name: "Old", link: "https://old.example/" }] });
  await env.DB.prepare("DELETE FROM sites WHERE id = ?").bind(id).run();
  await expectNoIcon(await icon(), 404);
  await expectNoIcon(await icon("old.example"), 404);
  expect(fakes.fetched).toEqual([]);
});

test("over the rate limit nothing is fetched and the empty image is not cached, but cached icons are served", async () => {
  await listed();
  fakes.internet.set(`https://www.${HOST}/favicon.ico`, new Response(plainIcon));
  await insertSite({ link: "https://other.example/" });
  await icon();
  const keys: string[] = [];
  const FETCH_LIMIT: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: false };
    },
  };
  const asked = fakes.fetched.length;
  const visitor = { headers: { "CF-Connecting-IP": "203.0.113.7" } };
  expect(typeOf(await request(`/favicons/${HOST}`, visitor, { env: { FETCH_LIMIT } }))).toBe("image/x-icon");
  const response = await request("/favicons/other.example", visitor, { env: { FETCH_LIMIT } });
  await expectNoIcon(response, 200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(keys).toEqual(["203.0.113.7"]);
  expect(fakes.fetched).toHaveLength(asked);
});

test("a cached icon needs no database", async () => {
  await listed();
  fakes.internet.set(`https://www.${HOST}/favicon.ico`, new Response(plainIcon));
  await icon();
  expect(typeOf(await request(`/favicons/${HOST}`, {}, { env: { DB: broken<D1Database>() } }))).toBe("image/x-icon");
});

test("if R2, D1 or the rate limit fails, the response is an uncached empty image", async () => {
  await listed();
  const faults = [{ MEDIA: broken<R2Bucket>() }, { DB: broken<D1Database>() }, { FETCH_LIMIT: broken<RateLimit>() }];
  for (const fault of faults) {
    const response = await request(`/favicons/${HOST}`, {}, { env: fault });
    await expectNoIcon(response, 200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(loggedErrors.splice(0)).not.toEqual([]);
  }
  expect(fakes.fetched).toEqual([]);
});
