import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { MAX_SEARCH_HITS, type SitePage } from "#schema/sites/sites.ts";
import { separateLetters } from "#worker/features/search/spaceless.ts";
import { NOW, request } from "../support/app.ts";
import { expectIndexToEqualTables, expectKnownWordsToEqualTables } from "../support/derived-data.ts";
import { insertSite, insertSites } from "../support/factories.ts";

async function search(q: string, rest = ""): Promise<SitePage> {
  const response = await request(`/api/saas/?${new URLSearchParams({ q })}${rest}`);
  expect(response.status).toBe(200);
  return response.json();
}
const names = async (q: string, rest?: string) => (await search(q, rest)).results.map((site) => site.name);

test("the search finds words and their beginnings in name, description, category and alternatives", async () => {
  await insertSite({
    name: "Penpot",
    description: "Vector drawing",
    category: "design_creativity",
    alternatives: [{ name: "Figma" }],
  });
  await insertSite({ name: "Other", description: "Something else" });
  for (const q of ["PEN", "p", "draw", "creativity", "fig", "drawing figma", "  Penpot  "])
    expect(await names(q), q).toEqual(["Penpot"]);
  expect(await names("penpot unheard")).toEqual([]);
});

test("a misspelt word finds the site, and the response says what was searched", async () => {
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Bitwarden", description: "Open source password manager and bookmark manager" });
  expect(await search("bookamrkk"), "two edits").toMatchObject({ corrected_query: "bookmark" });
  for (const q of ["matermost", "mattremost", "matttermost", "mattermots"]) {
    expect(await search(q), q).toMatchObject({ results: [{ name: "Mattermost" }], corrected_query: "mattermost" });
  }
  expect(await search("passwrod maneger")).toMatchObject({
    results: [{ name: "Bitwarden" }],
    corrected_query: "password manager",
  });
  expect(await search("salck")).toMatchObject({ results: [{ name: "Mattermost" }], corrected_query: "slack" });
  await insertSite({ name: "Norton" });
  await insertSite({ name: "Notion" });
  expect(await search("notoin"), "swapped letters are one slip").toMatchObject({ corrected_query: "notion" });
  for (const q of ["mattermost", "slack", "bitward"]) expect(await search(q)).not.toHaveProperty("corrected_query");
  expect(await search("xylophone")).toMatchObject({ featured: [], results: [], count: 0, page: 1, pages: 0 });
});

// How near a word must be: tests/unit/search/spelling.test.ts.
test("a digit is not corrected, and corrects no letter", async () => {
  await insertSite({ name: "Link", description: "Zorbo5 wiki2" });
  expect(await search("zorob5")).toMatchObject({ corrected_query: "zorbo5" });
  expect(await search("lnik")).toMatchObject({ corrected_query: "link" });
  for (const typed of ["lin7", "zorbos", "wiki3"])
    expect(await search(typed), typed).not.toHaveProperty("corrected_query");
});

test("a long word with swapped letters is corrected to one of the thesaurus", async () => {
  await insertSite({ name: "Umami", alternatives: [{ name: "Google Analytics" }] });
  expect(await search("google analitycs")).toMatchObject({ corrected_query: "google analytics", count: 1 });
  await insertSite({ name: "Vault", description: "Password manager" });
  expect(await search("passport"), "another word").not.toHaveProperty("corrected_query");
});

test("any input is safe", async () => {
  await insertSite({ name: "Penpot" });
  for (const q of [
    '"',
    "%",
    "*",
    "NEAR(",
    "a AND (b OR",
    "name:penpot",
    "^penpot",
    "-penpot",
    "penpot; DROP TABLE sites",
    "🦊",
    "العربية",
    "\u0000\uD800",
    "a ".repeat(2500),
    "x".repeat(5000),
  ])
    expect((await search(q)).count, q).toBeLessThanOrEqual(1);
});

test("texts in scripts without spaces are found by any part, in every field and beside other words", async () => {
  await insertSite({ name: "飞书团队协作", slug: "feishu", description: "开源的团队聊天软件" });
  await insertSite({ name: "東京のメモ帳アプリ", slug: "memo", description: "データを安全に保存" });
  await insertSite({ name: "ฐานข้อมูลไทย", slug: "thai", description: "โปรแกรมจัดการข้อมูล" });
  await insertSite({ name: "ຖານຂໍ້ມູນລາວ", slug: "lao" });
  await insertSite({ name: "មូលដ្ឋានទិន្នន័យ", slug: "khmer" });
  await insertSite({ name: "မြန်မာဒေတာ", slug: "burmese" });
  await insertSite({ name: "笔记Notes本", slug: "notes", alternatives: [{ name: "印象笔记" }] });
  await insertSite({ name: "𠮷野家", slug: "yoshinoya" });
  const slugs = async (q: string) => (await search(q)).results.map((site) => site.slug);
  for (const [q, slug] of [
    ["协作", "feishu"],
    ["作", "feishu"],
    ["聊天 协作", "feishu"],
    ["メモ帳", "memo"],
    ["データを", "memo"],
    ["จัดการ", "thai"],
    ["ຂໍ້ມູນ", "lao"],
    ["ទិន្នន័យ", "khmer"],
    ["ဒေတာ", "burmese"],
    ["记no", "notes"],
    ["象笔", "notes"],
    ["野家", "yoshinoya"],
  ] as const) {
    expect([q, await slugs(q)]).toEqual([q, [slug]]);
  }
  for (const q of ["队团", "聊软件"]) expect(await search(q), q).toMatchObject({ count: 0 });
  for (const q of ["聊天软体程式", "จัดกานข้อมูล"]) expect(await search(q), q).not.toHaveProperty("corrected_query");
  const response = await request(`/api/suggestions/?${new URLSearchParams({ q: "协作" })}`);
  expect(await response.json()).toMatchObject({ sites: [{ slug: "feishu" }] });
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();
});

test("the index and the search separate the same letters", async () => {
  const edges = [
    0x0e00, 0x0eff, 0x1000, 0x109f, 0x1780, 0x17ff, 0x3005, 0x3040, 0x30ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff,
  ];
  const all = [...edges, 0xf900, 0xfaff, 0xff66, 0xff9d, 0x20000, 0x3134a, 0x0dff, 0x0f00, 0xac00, 0x41];
  const signs = [0xa9, 0xae, 0xb0, 0x2100, 0x214f, 0x2190, 0x245f, 0x2500, 0x2bff, 0x1f000, 0x1f3fa, 0x1f400, 0x1faff];
  const text = [...all, ...signs]
    .flatMap((code) => [code - 1, code, code + 1])
    .map((code) => String.fromCodePoint(code))
    .join("x");
  const site = await insertSite({ description: text });
  const row = await env.DB.prepare("SELECT texts ->> 2 AS description FROM site_search_texts WHERE id = ?")
    .bind(site.id)
    .first<{ description: string }>();
  // `lower` of SQLite and the letters that are stored plain: "ª" is "a".
  const plain = separateLetters(text).replace("A", "a").replace("B", "b").replace("ª", "a");
  expect(row!.description).toBe(` ${plain}`);
});

test("the hits of a very common word are counted up to a cap, and featured places, orders and categories read all hits", async () => {
  await insertSite({ name: "Common ledger", category: "finance" });
  const paid = await insertSite({ name: "Common paid", featuredUntil: NOW + DAY_MS });
  await insertSites(Array.from({ length: MAX_SEARCH_HITS + 5 }, (_, index) => `Common ${index}`));
  expect(await search("common")).toMatchObject({
    count: MAX_SEARCH_HITS,
    pages: MAX_SEARCH_HITS / 6,
    count_capped: true,
    featured: [{ id: paid.id, status: "featured" }],
  });
  expect((await search("common", `&page=${MAX_SEARCH_HITS / 6}`)).results).toHaveLength(6);
  expect((await search("common", `&page=${MAX_SEARCH_HITS / 6 + 1}`)).results).toHaveLength(0);
  expect((await names("common", "&sort=oldest")).slice(0, 2)).toEqual(["Common ledger", "Common paid"]);
  expect(await search("common", "&category=finance")).toMatchObject({
    results: [{ name: "Common ledger" }],
    count: 1,
    featured: [],
  });
});

test("a search for many common words also finds old sites whose names have them", async () => {
  await insertSite({ name: "Common open tool" });
  await insertSite({ name: "Tool, open and common" });
  const others = Array.from({ length: MAX_SEARCH_HITS + 5 }, (_, index) => `Number ${index}`);
  await insertSites(others, { description: "An open tool that is common" });
  const first = async (q: string) => (await names(q)).slice(0, 2);
  expect(await first("common open tool")).toEqual(["Common open tool", "Tool, open and common"]);
  expect((await first("tool common")).toSorted()).toEqual(["Common open tool", "Tool, open and common"]);
});

test("a name that equals the text except for the form of its letters is shown and counted once in every order", async () => {
  await insertSites(["Ｎｅｘｔｃｌｏｕｄ", "Nextcloud"]);
  for (const sort of ["", "&sort=newest", "&sort=oldest", "&sort=popular"]) {
    const { results, count } = await search("nextcloud", sort);
    expect([sort, results.map(({ name }) => name).toSorted(), count]).toEqual([
      sort,
      ["Nextcloud", "Ｎｅｘｔｃｌｏｕｄ"],
      2,
    ]);
  }
});

test("the index is updated after a rename, a review and a deletion", async () => {
  const site = await insertSite({ name: "Before", alternatives: [{ name: "Slack" }] });
  const change = (sql: string) => env.DB.prepare(sql).bind(site.id).run();
  await change("UPDATE sites SET name = 'After', name_key = 'after' WHERE id = ?");
  expect([await names("before"), await names("after")]).toEqual([[], ["After"]]);
  await change("UPDATE sites SET review = 'pending' WHERE id = ?");
  expect(await names("after")).toEqual([]);
  await change("UPDATE sites SET review = 'active' WHERE id = ?");
  expect(await names("slack")).toEqual(["After"]);
  await change("DELETE FROM alternatives WHERE site_id = ?");
  expect([await names("slack"), await names("after")]).toEqual([[], ["After"]]);
  await change("DELETE FROM sites WHERE id = ?");
  expect(await names("after")).toEqual([]);
});

test("words of a pending listing are neither corrections nor take the place of one", async () => {
  await insertSite({ name: "Orchestra" });
  await insertSite({ name: "Orchestro", review: "pending" });
  await insertSite({ name: "Orchestro two", review: "pending" });
  for (const q of ["orchestri", "orchestroo"]) {
    expect(await search(q), q).toMatchObject({ results: [{ name: "Orchestra" }], corrected_query: "orchestra" });
  }
});
