import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { badgePath } from "#schema/pages/paths.ts";
import { findWrongSecurityHeaders } from "../../support/security-headers.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertSwitches, insertZulip } from "../support/switches.ts";
import { countTrips } from "../support/trips.ts";

const read = async (path: string) => (await request(path)).text();
const textOf = (svg: string) =>
  /<text[^>]*>(.*?)<\/text>/s
    .exec(svg)![1]!
    .replaceAll(/[\u2068\u2069]/g, "")
    .trim();
const badge = async (query = "") => textOf(await read(`/badges/zulip.svg${query}`));
const run = (sql: string) => env.DB.prepare(sql).run();

test("a badge says no more than is true", async () => {
  await insertZulip();
  expect([await badge(), await badge("?show=verified"), await badge("?show=moved"), await badge("?show=x")]).toEqual(
    Array(4).fill("Listed on Switchlist"),
  );
  await run("UPDATE sites SET verified_by = 'dns', verified_since = 1");
  await insertSwitches(1, { state: "held" });
  await insertSwitches(1);
  expect([await badge(), await badge("?show=verified")]).toEqual(["Listed on Switchlist", "Verified on Switchlist"]);
  expect(await badge("?show=moved")).toBe("1 person moved to Zulip");
  await insertSwitches(11);
  expect(await badge("?show=moved")).toBe("12 people moved to Zulip");
});

test("a theme fixes the colours, and otherwise those of the visitor count", async () => {
  await insertZulip();
  const dark = ".ground{fill:#0f1311";
  expect(await read("/badges/zulip.svg")).toContain(`@media(prefers-color-scheme:dark){${dark}`);
  expect(await read("/badges/zulip.svg?theme=light")).not.toMatch(/@media|#0f1311/);
  expect(await read("/badges/zulip.svg?theme=dark")).toMatch(new RegExp(`<style>\\s*${dark}`));
});

test("other websites may embed it, it runs nothing, and one round trip reads it", async () => {
  await insertZulip();
  let response!: Response;
  const trips = await countTrips(async (counting) => {
    response = await request("/badges/zulip.svg?show=moved&theme=dark", {}, counting);
  });
  expect(trips).toEqual({ d1: 1, d1Later: 0, kv: 0 });
  expect(findWrongSecurityHeaders(response.headers)).toEqual([]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "public, max-age=30",
    "cloudflare-cdn-cache-control": "public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400",
    "cache-tag": "site:zulip,all",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  });
  expect((await request("/badges/zulip.svg?more=1")).headers.get("Cache-Control")).toBe("private, no-store");
});

test("only public listings have one", async () => {
  await insertSite({ name: "Waits", slug: "waits", review: "pending" });
  await insertSite({ name: "Gone", slug: "gone" });
  await run("DELETE FROM sites WHERE slug = 'gone'");
  const status = async (path: string) => (await request(path)).status;
  expect(await Promise.all(["waits", "unknown", "gone"].map((slug) => status(badgePath(slug))))).toEqual([
    404, 404, 410,
  ]);
});

test.each([
  ["a script", "</text><script>alert(1)</script>"],
  ["an entity", "&lt;&#x0; ]]> --> <![CDATA["],
  ["right to left", "تطبيق المراسلة \uFFFE"],
  ["emoji", "👩‍👩‍👧‍👦🚀🇩🇪"],
  ["100 letters", "W".repeat(100)],
])("the name of a listing stays text: %s", async (_, name) => {
  await insertSite({ id: 1, name, slug: "zulip", alternatives: [{ name: "Slack" }] });
  await insertSwitches(1);
  const svg = await read("/badges/zulip.svg?show=moved");
  const tags = Array.from(svg.matchAll(/<[^>]*>/g), ([tag]) => tag.split(/[\s>]/)[0]);
  expect(tags).toEqual(
    "<?xml <svg <title </title <style </style <rect <g <rect <path <path </g <text </text </svg".split(" "),
  );
  expect(svg).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)|[\0-\x08\uFFFE]|(href|src|url\(|@import)/);
  const [, width, height] = /width="(\d+)"\s+height="(\d+)"/.exec(svg)!.map(Number);
  expect([height, width! > 100 && width! < 900]).toEqual([40, true]);
});
