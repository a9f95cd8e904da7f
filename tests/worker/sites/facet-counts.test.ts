import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import {
  expectCountersToEqualTables,
  expectIndexToEqualTables,
  expectKnownWordsToEqualTables,
} from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { randomFrom } from "../support/random.ts";
import { editBody, listSite, siteBody } from "../support/own-sites.ts";
import { BERT, insertUser, logIn, logInNew } from "../support/people.ts";

const PRODUCTS = ["Slack", "Zoom", "Discord", "Teams"];
const CATEGORIES = ["communication", "finance", "security"];
const SPAM = "https://bit.ly/3abc";

const negative = async () => (await env.DB.prepare("SELECT * FROM facet_counts WHERE site_count < 0").all()).results;

/** The sites that the index finds for each word of the view, beside those of the view. */
async function expectWordsToFindTheirSites() {
  const { results: words } = await env.DB.prepare(
    `SELECT word, group_concat(site_id ORDER BY site_id) AS sites FROM site_filter_words
     JOIN sites ON sites.id = site_id WHERE review = 'active' GROUP BY word`,
  ).all<{ word: string; sites: string }>();
  for (const { word, sites } of words) {
    const found = await env.DB.prepare(
      "SELECT group_concat(rowid ORDER BY rowid) AS sites FROM site_stem_search WHERE site_stem_search MATCH 'filters : ' || ?",
    )
      .bind(word)
      .first("sites");
    expect([word, found]).toEqual([word, sites]);
  }
}

async function productIds(): Promise<number[]> {
  return (await env.DB.prepare("SELECT id FROM products ORDER BY id").all<{ id: number }>()).results.map(
    ({ id }) => id,
  );
}

test("the numbers beside filters equal a count of the rows after random changes by owners and staff", async () => {
  const staff = await logInNew({ email: BERT, isStaff: true });
  const [anna, carl] = [await insertUser(), await insertUser({ email: "carl@example.com" })];
  const owners = [
    { id: anna.id, browser: await logIn() },
    { id: carl.id, browser: await logIn("carl@example.com") },
  ];
  const { pick, some } = randomFrom(3);
  const facts = (): Facts => ({
    ...pick([{ pricing: "free" as const }, { pricing: "paid" as const }, {}]),
    ...pick([{ open_source: true }, { open_source: false }, {}]),
    ...pick([{ platforms: some(["web", "linux", "ios"] as const) }, {}]),
    ...pick([{ imports_from: some(PRODUCTS.map((name) => name.toLowerCase())) }, {}]),
    ...pick([{ country: "DE" }, { since: 2007 }]),
  });
  let number = 0;
  const body = () => ({
    name: `Site ${(number += 1)}`,
    // A link of a shortener sends the listing to review.
    link: pick([SPAM, `https://site-${number}.example/`, `https://site-${number}.example/`]),
    category: pick(CATEGORIES),
    facts: facts(),
    alternatives: some(PRODUCTS).map((name) => ({ name, link: `https://${name}.example/` })),
  });
  const sites: { id: number; browser: Browser }[] = [];
  const add = async () => {
    const { browser } = pick(owners);
    const response = await browser.post("/api/sites/", siteBody(body()));
    if (response.status === 201) sites.push({ id: (await response.json<EditableSite>()).id, browser });
    return response;
  };
  for (let times = 0; times < 6; times++) await add();

  const steps = [
    add,
    () => {
      const { id, browser } = pick(sites);
      return browser.put(`/api/sites/${id}/`, siteBody(body()));
    },
    () => staff.patch(`/api/sites/site/${pick(sites).id}/`, { review: "active" }),
    () => staff.patch(`/api/sites/site/${pick(sites).id}/`, { refusal: "No." }),
    () => staff.patch(`/api/sites/site/${pick(sites).id}/`, { category: pick(CATEGORIES) }),
    () => staff.patch(`/api/accounts/user/${pick(owners).id}/`, { is_suspended: pick([true, false, false]) }),
    async () => staff.patch(`/api/sites/product/${pick(await productIds())}/`, { name: `Renamed ${(number += 1)}` }),
    async () => {
      const ids = await productIds();
      return staff.post(`/api/products/${pick(ids)}/merge/`, { into: pick(ids) });
    },
    () => staff.delete(`/api/sites/${pick(sites).id}/`),
  ];
  const statuses = new Set<number>();
  for (let times = 0; times < 40; times++) {
    statuses.add((await pick(steps)()).status);
    expect(await negative()).toEqual([]);
    await expectCountersToEqualTables();
  }
  expect(Math.max(...statuses)).toBeLessThan(500);
  expect([200, 201, 204].filter((status) => !statuses.has(status))).toEqual([]);
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();
  await expectWordsToFindTheirSites();

  await runSchedule(env, fakePorts);
  await owners[0]!.browser.delete("/api/user/");
  await expectCountersToEqualTables();
}, 60_000);

/** The sites that `imports_from={slug}` finds. */
const importersOf = async (browser: Browser, slug: string) =>
  (await (await browser.get(`/api/saas/?imports_from=${slug}`)).json<{ results: EditableSite[] }>()).results.map(
    ({ name, facts }) => [name, facts.imports_from],
  );

test("sites import from a product under its current slug after it is renamed, renamed back and merged", async () => {
  const staff = await logInNew({ isStaff: true });
  await insertSite({
    name: "Chat",
    facts: { imports_from: ["slack", "teams"], platforms: ["web"] },
    alternatives: [{ name: "Slack" }, { name: "Teams" }],
  });
  const idOf = async (slug: string) =>
    env.DB.prepare("SELECT id FROM products WHERE slug = ?").bind(slug).first<number>("id");
  const slack = await idOf("slack");
  const renameTo = async (name: string) => staff.patch(`/api/sites/product/${slack}/`, { name });

  expect((await renameTo("Slack Chat")).status).toBe(200);
  expect(await importersOf(staff, "slack-chat")).toEqual([["Chat", ["slack-chat", "teams"]]]);
  expect(await importersOf(staff, "slack")).toEqual([]);
  await expectCountersToEqualTables();

  expect((await renameTo("Slack")).status).toBe(200);
  expect(await importersOf(staff, "slack")).toEqual([["Chat", ["slack", "teams"]]]);

  const merged = await staff.post(`/api/products/${await idOf("teams")}/merge/`, { into: slack });
  expect(merged.status).toBe(200);
  expect(await importersOf(staff, "slack")).toEqual([["Chat", ["slack"]]]);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
  expect((await env.DB.prepare("SELECT * FROM fact_changes").all()).results).toEqual([]);
});

test("a listing that waits, or is saved with a former slug, has the current slug when visitors see it", async () => {
  const staff = await logInNew({ isStaff: true });
  await insertSite({ name: "Other", alternatives: [{ name: "Slack" }] });
  const waiting = await insertSite({ name: "Waiting", review: "pending", facts: { imports_from: ["slack"] } });
  const { id } = (await env.DB.prepare("SELECT id FROM products").first<{ id: number }>())!;
  await staff.patch(`/api/sites/product/${id}/`, { name: "Slack Chat" });
  expect((await staff.patch(`/api/sites/site/${waiting.id}/`, { review: "active" })).status).toBe(200);
  const facts = { imports_from: ["slack"] };
  const saved = await listSite(staff, { name: "Saved", link: "https://saved.example/", facts });
  expect(await importersOf(staff, "slack-chat")).toEqual([
    ["Saved", ["slack-chat"]],
    ["Waiting", ["slack-chat"]],
  ]);
  await staff.put(`/api/sites/${saved.id}/`, editBody(saved, { facts, updated_at: undefined }));
  expect(await importersOf(staff, "slack-chat")).toHaveLength(2);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});
