import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SitePage } from "#schema/sites/sites.ts";
import type { Suggestions } from "#schema/search/suggestions.ts";
import { fold } from "#worker/names/keys.ts";
import { request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

const ask = async <T>(path: string, q: string) =>
  (await (await request(`${path}?${new URLSearchParams({ q })}`)).json()) as T;
const search = (q: string) => ask<SitePage>("/api/saas/", q);
const names = async (q: string) => (await search(q)).results.map(({ name }) => name);
const suggested = async (q: string) => (await ask<Suggestions>("/api/suggestions/", q)).sites.map(({ name }) => name);

test.for([
  ["Smørrebrød Planner", "smorrebrod"],
  ["Strasse", "straße"],
  ["Мой сайт", "сайт"],
  ["ＬＩＮＥ ｗｏｒｋｓ", "works"],
  ["7-Zip File Manager", "7zip"],
  ["7zip", "7-zip"],
  ["Coca Cola", "cocacola"],
  ["AT&T Mail", "att mail"],
  ["🚀", "🚀"],
  ["Launch🚀", "🚀"],
  ["Launch🚀", "launch"],
  ["❤️ Hearts", "❤"],
  ["👩🏽‍💻 Coder", "👩‍💻"],
  ["🇩🇪 Deutsch", "🇩🇪"],
  ["Plain Launch", "🦄 launch"],
] as const)("%s is found and suggested by %s", async ([name, q]) => {
  await insertSite({ name });
  await insertSite({ name: "Other", description: "Something else" });
  expect(await names(q)).toEqual([name]);
  expect(await suggested(q)).toEqual([name]);
});

test("descriptions are found in plain letters, and an emoji that no site has finds nothing", async () => {
  await insertSite({ name: "Kart", description: "Rezepte für süßes Gebäck und Kjøtt: йогурт" });
  for (const q of ["susses geback", "süßes", "kjott", "kjøtt", "иогурт", "йогурт"])
    expect(await names(q), q).toEqual(["Kart"]);
  expect(await names("🦄")).toEqual([]);
});

test("the index stores each Latin, Greek and Cyrillic letter as a search reads it", async () => {
  const blocks = [[0xc0, 0x24f], [0x386, 0x3ce], [0x400, 0x4ff], [0x1e00, 0x1eff]] as const; // prettier-ignore
  const letters = blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
    .filter((letter) => /\p{L}/u.test(letter) && /^\p{L}+$/u.test(fold(letter)));
  await insertSite({ name: "Letters", description: letters.map((letter) => `x${letter}x`).join(" ") });
  const words = [...new Set(letters.map((letter) => `x${fold(letter)}x`))];
  const { results } = await env.DB.prepare(
    `SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM site_search WHERE site_search MATCH '"' || value || '"')`,
  )
    .bind(JSON.stringify(words))
    .all();
  expect(results).toEqual([]);
});

test("a product is found by its name with and without the sign in it", async () => {
  await insertSite({ name: "PeaZip", alternatives: [{ name: "7-Zip" }] });
  for (const q of ["alternative to 7zip", "alternative to 7-zip", "7zip alternatives"])
    expect(await search(q), q).toMatchObject({
      understood: { product: { name: "7-Zip" } },
      results: [{ name: "PeaZip" }],
    });
});

test("the address of a product finds its alternatives", async () => {
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  await insertSite({ name: "Other", description: "Pricing, clients and com" });
  for (const q of [
    "slack.com",
    "HTTP://WWW.SLACK.COM",
    "www.slack.com/pricing?utm_source=x#plans",
    "https://a.b.c.d.app.slack.com/client/T1/2/3/4/5/6",
    "alternative to https://slack.com/pricing",
  ])
    expect(await search(q), q).toMatchObject({
      understood: { product: { name: "Slack" } },
      results: [{ name: "Mattermost" }],
    });
});

test("the address of a listing finds it", async () => {
  await insertSite({ name: "Penpot", link: "https://penpot.app/" });
  await insertSite({ name: "Tool", link: "https://github.com/acme/tool" });
  await insertSite({ name: "Second", link: "https://github.com/acme/second", description: "A tool" });
  await insertSite({ name: "Server", link: "https://server.example/" });
  await insertSite({ name: "Store App", link: "https://play.google.com/store/apps/details?id=com.acme" });
  await insertSite({ name: "Hidden", link: "https://penpot.app/hidden", review: "pending" });
  for (const [q, ...found] of [
    ["PENPOT.APP/pricing?utm_source=x", "Penpot"],
    ["https://eu.app.penpot.app/a/b/c/d/e", "Penpot"],
    ["https://github.com/acme/tool", "Tool"],
    ["https://github.com/acme/tool/tree/main/docs/guide/start.md", "Tool"],
    ["https://github.com/other/unlisted"],
    ["https://play.google.com/store/apps/details?hl=de&id=com.acme", "Store App"],
    ["https://play.google.com/store/apps/details?id=com.other"],
    ["https://github.com/mattermost/server", "Server"],
  ] as const) {
    expect(await names(q), q).toEqual(found);
    expect(await suggested(q), q).toEqual(found);
  }
});

test("a listing with the address stands before the alternatives to its product", async () => {
  await insertSite({ name: "Slack", link: "https://slack.com/" });
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
  expect(await names("https://slack.com/features")).toEqual(["Slack", "Mattermost"]);
});
