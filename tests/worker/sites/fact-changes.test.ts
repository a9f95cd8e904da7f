import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Facts } from "#schema/facts/facts.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";

const TODAY = Math.floor(NOW / DAY_MS);

let browser: Browser;
let site: EditableSite;

const price = (amount: string) => ({ amount, currency: "EUR", per: "month" as const });

beforeEach(async () => {
  browser = await logInNew();
  site = await listSite(browser, { facts: { price_from: price("12.00"), platforms: ["web"] } });
});

async function save(facts: Facts, days = 0, more: object = {}) {
  const body = editBody(site, { facts, updated_at: undefined, ...more });
  const response = await browser.put(`/api/sites/${site.id}/`, body, { ports: { now: () => NOW + days * DAY_MS } });
  expect(response.status, await response.clone().text()).toBe(200);
}

const rows = async () =>
  (
    await env.DB.prepare("SELECT fact, before, after, day FROM fact_changes ORDER BY day, fact").all<{
      fact: string;
      before: string | null;
      after: string | null;
      day: number;
    }>()
  ).results.map(({ fact, before, after, day }) => [
    fact,
    JSON.parse(before ?? "null") as unknown,
    JSON.parse(after ?? "null") as unknown,
    day - TODAY,
  ]);

test("each changed fact is kept with its day, and new facts of a new listing are not", async () => {
  expect(await rows()).toEqual([]);
  await save({ price_from: price("15.00"), platforms: ["web"], open_source: true }, 1);
  await save({ price_from: price("15.00"), open_source: true }, 3);
  expect(await rows()).toEqual([
    ["open_source", null, true, 1],
    ["price_from", price("12.00"), price("15.00"), 1],
    ["platforms", ["web"], null, 3],
  ]);
});

test("several changes of a fact on one day are one, and a change that is undone on the same day is none", async () => {
  await save({ price_from: price("15.00"), platforms: ["web"] }, 1);
  await save({ price_from: price("18.00"), platforms: ["linux"] }, 1);
  expect(await rows()).toEqual([
    ["platforms", ["web"], ["linux"], 1],
    ["price_from", price("12.00"), price("18.00"), 1],
  ]);
  await save({ price_from: price("12.00"), platforms: ["linux"] }, 1);
  expect(await rows()).toEqual([["platforms", ["web"], ["linux"], 1]]);
  await save({ price_from: price("12.00"), platforms: ["web"] }, 2);
  expect(await rows()).toEqual([
    ["platforms", ["web"], ["linux"], 1],
    ["platforms", ["linux"], ["web"], 2],
  ]);
});

test("a save without a change of facts keeps nothing", async () => {
  await save(site.facts, 1, { description: "Chat for teams" });
  expect(await rows()).toEqual([]);
});

test("changes of a listing that visitors do not see are not kept", async () => {
  await save({ platforms: ["ios"] }, 1, { link: "https://bit.ly/3abc" });
  expect(await env.DB.prepare("SELECT review FROM sites").first("review")).toBe("pending");
  await save({ platforms: ["android"] }, 2, { link: "https://bit.ly/3abc" });
  expect(await rows()).toEqual([]);
});

test("stars and the day of the last commit change often, so their changes are not kept", async () => {
  await env.DB.prepare("UPDATE sites SET facts = ?, updated_at = updated_at + 1")
    .bind(JSON.stringify({ ...site.facts, stars: 7, last_commit: "2026-08-21", archived: true }))
    .run();
  expect(await rows()).toEqual([["archived", null, true, 0]]);
});

test("the changes of a deleted listing are deleted", async () => {
  await save({ open_source: true }, 1);
  expect((await browser.delete(`/api/sites/${site.id}/`)).status).toBe(204);
  expect(await rows()).toEqual([]);
});
