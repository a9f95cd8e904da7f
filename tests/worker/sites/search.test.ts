import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { SEARCH_CAP, type SitePage } from "#schema/sites.ts";
import { DAY_MS, NOW, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

async function search(q: string, rest = ""): Promise<SitePage> {
  const response = await request(`/api/saas/?${new URLSearchParams({ q })}${rest}`);
  expect(response.status).toBe(200);
  return response.json();
}
const names = async (q: string, rest?: string) => (await search(q, rest)).results.map((site) => site.name);

test("the search looks at name, description, category and alternatives, by words and their beginnings", async () => {
  await insertSite({
    name: "Penpot",
    description: "Vector drawing",
    category: "design_creativity",
    alternatives: [{ name: "Figma" }],
  });
  await insertSite({ name: "Other", description: "Something else" });
  for (const q of [
    "penpot",
    "PEN",
    "p",
    "vector",
    "draw",
    "creativity",
    "figma",
    "fig",
    "drawing figma",
    "  Penpot  ",
  ]) {
    expect(await names(q), q).toEqual(["Penpot"]);
  }
  expect(await names("penpot unheard")).toEqual([]);
});

test("case and accents are folded", async () => {
  await insertSite({ name: "Café Über", description: "Crème brûlée" });
  for (const q of ["cafe", "CAFÉ", "uber", "creme brulee", "Cafe\u0301"])
    expect(await names(q), q).toEqual(["Café Über"]);
});

test("the best kind of match comes first: exact name, start of the name, the name, an alternative, the description", async () => {
  await insertSite({ name: "Notion" });
  await insertSite({ name: "Notion Clone" });
  await insertSite({ name: "Better Notion" });
  await insertSite({ name: "AppFlowy", alternatives: [{ name: "Notion" }] });
  await insertSite({ name: "Wiki", description: "Not unlike Notion" });
  await insertSite({ name: "Unrelated" });
  expect(await names("notion")).toEqual(["Notion", "Notion Clone", "Better Notion", "AppFlowy", "Wiki"]);
});

test("being featured changes nothing in the order of a search", async () => {
  await insertSite({ name: "Chat one", featuredUntil: NOW + DAY_MS });
  await insertSite({ name: "Chat two" });
  await insertSite({ name: "Chat" });
  await insertSite({ name: "Paid", description: "A chat", featuredUntil: NOW + DAY_MS });
  expect(await names("chat")).toEqual(["Chat", "Chat two", "Chat one", "Paid"]);
});

test("a search stays within its category and may be sorted otherwise", async () => {
  await insertSite({ name: "Team chat", category: "communication" });
  await insertSite({ name: "Chat", category: "productivity" });
  expect(await names("chat", "&category=communication")).toEqual(["Team chat"]);
  expect(await names("chat", "&sort=oldest")).toEqual(["Team chat", "Chat"]);
});

test("a misspelt word still finds, and the answer says what was searched", async () => {
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }] });
  await insertSite({ name: "Bitwarden", description: "Open source password manager" });
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
  expect(await search("mattermost")).not.toHaveProperty("corrected_query");
  expect(await search("xylophone")).toEqual({ featured: [], results: [], count: 0, page: 1, pages: 0 });
});

test("a word is corrected only where few of its letters differ, and never one with digits", async () => {
  await insertSite({ name: "Link", description: "Photo5 manage store wiki2 docs" });
  await insertSite({ name: "Bookmark", description: "Keyboard" });
  // Typed, and what it may become.
  const cases = [
    ["lnik", "link"],
    ["linkk", "link"],
    ["linux", undefined],
    ["lin7", undefined],
    ["photos", undefined],
    ["wiki3", undefined],
    ["dcs", undefined],
    ["dosc", "docs"],
    ["mange", "manage"],
    ["maneage", "manage"],
    ["manger", undefined],
    ["stoer", "store"],
    ["stear", undefined],
    ["boomark", "bookmark"],
    ["boomrak", undefined],
    ["boomrakk", undefined],
    ["bookamrkk", "bookmark"],
    ["keybaord", "keyboard"],
    ["kebaord", undefined],
  ];
  for (const [typed, meant] of cases) {
    const { corrected_query } = await search(typed!);
    expect([typed, corrected_query]).toEqual([typed, meant]);
  }
});

test.each([
  ["quote", '"'],
  ["apostrophe", "'"],
  ["percent", "%"],
  ["star", "*"],
  ["operator", "NEAR("],
  ["operators", "a AND (b OR"],
  ["column", "name:penpot"],
  ["caret", "^penpot"],
  ["minus", "-penpot"],
  ["SQL", "penpot; DROP TABLE sites"],
  ["emoji", "🦊"],
  ["CJK", "微信 支付"],
  ["right to left", "العربية"],
  ["broken characters", "\u0000\uD800"],
  ["5,000 characters", "a ".repeat(2500)],
  ["one word of 5,000 characters", "x".repeat(5000)],
])("any input is safe: %s", async (_, q) => {
  await insertSite({ name: "Penpot" });
  const { count } = await search(q);
  expect(count).toBeLessThanOrEqual(1);
});

test("names in other scripts are found from their first letter on", async () => {
  await insertSite({ name: "微信支付", slug: "weixin" });
  await insertSite({ name: "Яндекс", slug: "yandex" });
  expect(await names("微信")).toEqual(["微信支付"]);
  expect(await names("яНд")).toEqual(["Яндекс"]);
});

test("a word that very many sites hold is counted up to a cap, and says so", async () => {
  await insertSites(Array.from({ length: SEARCH_CAP + 5 }, (_, index) => `Common ${index}`));
  expect(await search("common")).toMatchObject({ count: SEARCH_CAP, pages: SEARCH_CAP / 6, count_capped: true });
  expect((await search("common", `&page=${SEARCH_CAP / 6}`)).results).toHaveLength(6);
  expect((await search("common", `&page=${SEARCH_CAP / 6 + 1}`)).results).toHaveLength(0);
});

test("a featured site that a capped search does not reach has its place beside it", async () => {
  const paid = await insertSite({ name: "Common paid", featuredUntil: NOW + DAY_MS });
  await insertSites(Array.from({ length: SEARCH_CAP + 5 }, (_, index) => `Common ${index}`));
  expect((await search("common")).featured).toMatchObject([{ id: paid.id, status: "featured" }]);
  expect(await search("common", "&category=finance")).toMatchObject({ count: 0, featured: [] });
});

test("a corrected search ranks as if it had been typed so", async () => {
  await insertSite({ name: "Nextcloud" });
  await insertSites(["Nextcloud Talk", "NextCloudPi"]);
  expect((await search("nextclod")).results[0]).toMatchObject({ name: "Nextcloud" });
});

test("of two neighbours the commoner word was meant", async () => {
  await insertSite({ name: "A", description: "Good manners" });
  await insertSites(["B", "C"], { description: "A file manager" });
  expect(await search("maneger")).toMatchObject({ corrected_query: "manager" });
});

test("the index follows renaming, review and deletion", async () => {
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

test("a listing that nobody may see yet neither shows its words as a correction nor takes the place of one", async () => {
  await insertSite({ name: "Orchestra" });
  await insertSite({ name: "Orchestro", review: "pending" });
  await insertSite({ name: "Orchestro two", review: "pending" });
  for (const q of ["orchestri", "orchestroo"]) {
    expect(await search(q), q).toMatchObject({ results: [{ name: "Orchestra" }], corrected_query: "orchestra" });
  }
});
