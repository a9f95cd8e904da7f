import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { broken, NOW, fakes, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { animations, bitmapOf, iconOf, plainIcon, plainImages, pngOfSize } from "../../support/image-files.ts";
import { endlessBody, neverResponds, stallsAfter, svgImage } from "../support/image-responses.ts";
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

/** Returns the URLs of the declared icons that the Worker fetches if the home page has this head. */
async function fetchedIcons(head: string) {
  await listed();
  fakes.internet.set(`https://www.${HOST}/`, page(`<html><head>${head}</head></html>`));
  await icon();
  return fakes.fetched.slice(1, -4);
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

test.each(ALL_SOURCES.slice(1))("%s is fetched if no earlier source has an icon", async (address) => {
  await insertSite({ link: HOME });
  fakes.internet.set(HOME, page("<title>No icon declared</title>"));
  fakes.internet.set(address, new Response(plainIcon));
  const response = await icon();
  expect(response.status).toBe(200);
  expect(typeOf(response)).toBe("image/x-icon");
  expect(fakes.fetched).toEqual(ALL_SOURCES.slice(0, ALL_SOURCES.indexOf(address) + 1));
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

test("declared icons nearest to 64 pixels are tried first, three at most", async () => {
  const head = `
    <link rel="apple-touch-icon" href="/180.png"><link rel="icon" sizes="16x16" href="/16.png">
    <link rel="SHORTCUT ICON" href="/plain.ico"><link rel="icon" sizes="72x72" href="https://cdn.example/72.png?a=1&amp;b=2">`;
  expect(await fetchedIcons(head)).toEqual([
    `https://cdn.example/72.png?a=1&b=2`,
    `https://www.${HOST}/plain.ico`,
    `https://www.${HOST}/16.png`,
  ]);
});

test("relative URLs of icons are resolved with the base element", async () => {
  expect(await fetchedIcons(`<base href="/sub/"><link rel="icon" href="i.png">`)).toEqual([
    `https://www.${HOST}/sub/i.png`,
  ]);
});

test("icons are found in broken markup", async () => {
  const head = `<link rel="icon" href="/i.png"><select><xmp><script>"use strict";</script></select><link rel="icon" \xff`;
  expect(await fetchedIcons(head)).toEqual([`https://www.${HOST}/i.png`]);
});

test("declared icons at private hosts, SVG icons and data URLs are not fetched", async () => {
  const hrefs = [
    "http://127.0.0.1/i.png",
    "http://foo.internal/i.png",
    "/i.svg",
    "data:image/png;base64,AA",
    "javascript:x",
    "",
  ];
  const head = hrefs.map((href) => `<link rel="icon" href="${href}">`).join("");
  const notIcons = `<link rel="icon" type="image/svg+xml" href="/i"><link rel="preload" href="/a.png"><link rel="icon">`;
  expect(await fetchedIcons(head + notIcons)).toEqual([]);
});

test.each([
  ["SVG", () => new Response(svgImage, { headers: { "Content-Type": "image/png" } })],
  ["HTML", () => page("<script>alert(1)</script>")],
  ["an icon on an error page", () => new Response(plainIcon, { status: 404 })],
  ["a body without end", () => endlessBody(plainImages.png)],
  [
    "a redirect to a private address",
    () => new Response(null, { status: 302, headers: { Location: "http://10.0.0.1/" } }),
  ],
  ["an endless redirect", () => new Response(null, { status: 302, headers: { Location: `${HOME}favicon.ico` } })],
])("%s is not an icon", async (_name, answer) => {
  await insertSite({ link: HOME });
  fakes.internet.set(`${HOME}favicon.ico`, answer);
  await expectNoIcon(await icon(), 200);
  expect(fakes.fetched.every((address) => ALL_SOURCES.includes(address))).toBe(true);
});

test.each([
  ["PNG", pngOfSize(20_000, 20_000)],
  ["PNG, just", pngOfSize(1024, 1025)],
  ["PNG in an .ico", iconOf(pngOfSize(20_000, 20_000))],
  ["PNG after a small one in an .ico", iconOf(plainImages.png, pngOfSize(20_000, 20_000))],
  ["bitmap in an .ico", iconOf(bitmapOf(20_000, 20_000))],
  ["top-down bitmap in an .ico", iconOf(bitmapOf(20_000, -20_000))],
  ["many images in an .ico", iconOf(...Array.from({ length: 17 }, () => bitmapOf(256, 256)))],
  ["no image in an .ico", iconOf(new Uint8Array(40))],
  ["an .ico that ends after its directory", iconOf(plainImages.png).subarray(0, 22)],
  ["the head of a PNG without its size", plainImages.png.subarray(0, 16)],
])("an icon that is damaged or has more than a million pixels is skipped: %s", async (_name, bytes) => {
  await insertSite({ link: HOME });
  fakes.internet.set(`${HOME}favicon.ico`, new Response(bytes));
  fakes.internet.set(GOOGLE, new Response(plainImages.jpeg));
  expect(typeOf(await icon())).toBe("image/jpeg");
});

test.each([
  ["PNG", pngOfSize(1024, 1024), "image/png"],
  ["animation", animations.gif(1024, 1024, 2), "image/gif"],
  [".ico of all sizes", iconOf(...[16, 32, 48, 64, 128, 256].map((side) => bitmapOf(side, side))), "image/x-icon"],
])("an icon of a million pixels is served: %s", async (_name, bytes, type) => {
  await insertSite({ link: HOME });
  fakes.internet.set(`${HOME}favicon.ico`, new Response(bytes));
  expect(typeOf(await icon())).toBe(type);
});

test("only the beginning of an endless home page is read", async () => {
  await insertSite({ link: HOME });
  const sent = { bytes: 0 };
  fakes.internet.set(HOME, () => endlessBody(new TextEncoder().encode(`<link rel=icon href=/i.png>`), sent));
  fakes.internet.set(`${HOME}i.png`, new Response(plainImages.png));
  expect(typeOf(await icon())).toBe("image/png");
  expect(sent.bytes).toBeLessThan(1024 * 1024);
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
  "2130706433",
  "0x7f.1",
  "[::1]",
  "169.254.169.254",
  "localhost",
  "foo.internal",
  "printer.local",
  "router",
  "listed.example:8080",
  "listed.example.",
  "LISTED.example",
  "name@listed.example",
  "listed.example%2Fpath",
  "listed.example%3Fa=b",
  "listed.example%23x",
  "unknown.example%2F..%2Flisted.example",
  "%20listed.example",
  "%00",
  "%zz",
  "a".repeat(300),
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

test("the rate limit of the binding applies", async () => {
  const visitor = { headers: { "CF-Connecting-IP": "203.0.113.8" } };
  const bound = { env: { FETCH_LIMIT: env.FETCH_LIMIT } };
  const ask = async (number: number) =>
    (await request(`/favicons/host-${number}.example`, visitor, bound)).headers.get("Cache-Control");
  expect(await ask(0)).toBe("public, max-age=300, stale-if-error=86400");
  // The binding begins a new count every minute, also in the middle of this test.
  let [last, number]: [string | null, number] = [null, 1];
  while (last !== "no-store" && number < 500) last = await ask(number++);
  expect(last).toBe("no-store");
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
