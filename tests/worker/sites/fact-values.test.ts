import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { AdminModelPage } from "#schema/admin.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { editBody, listSite, siteBody } from "../support/own-sites.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";

const FACTS = {
  pricing: "freemium",
  price_from: { amount: "10.00", currency: "USD", per: "user_month" },
  open_source: true,
  licences: ["AGPL-3.0-only", "MIT"],
  platforms: ["web", "linux"],
  imports_from: ["slack"],
  data_location: "you_decide",
  since: 2015,
  not_good_at: ["Calls"],
};
const SOURCES = { licences: "https://mattermost.com/licence" };

let anna: Browser;
let site: EditableSite;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
  site = await listSite(anna, { facts: FACTS, fact_sources: SOURCES });
});

const shown = async () => (await request("/api/mattermost/")).json<SiteDetail>();
const put = async (body: object, browser = anna) =>
  browser.put(`/api/sites/${site.id}/`, editBody(site, { updated_at: undefined, ...body }));

test("null, an empty text and an empty list take a fact back", async () => {
  const facts = { ...FACTS, pricing: null, data_location: "", platforms: [] };
  expect((await put({ facts })).status).toBe(200);
  const { pricing: _, data_location: __, platforms: ___, ...rest } = FACTS;
  expect((await shown()).facts).toEqual(rest);
});

test.each<[object, string]>([
  [{ shoe_size: 43 }, "facts.shoe_size"],
  [{ __proto__x: 1, constructor: "a" }, "facts.__proto__x"],
  [{ pricing: "cheap" }, "facts.pricing"],
  [{ price_from: { amount: "-1", currency: "EUR", per: "month" } }, "facts.price_from"],
  [{ open_source: "true" }, "facts.open_source"],
  [{ licences: ["Free for all"] }, "facts.licences"],
  [{ platforms: ["toaster"] }, "facts.platforms"],
  [{ source_code: "javascript:alert(1)" }, "facts.source_code"],
  [{ country: "XX" }, "facts.country"],
  [{ data_location: ["DE", "XX"] }, "facts.data_location"],
  [{ since: 2015.5 }, "facts.since"],
  [{ languages: ["not a language"] }, "facts.languages"],
  [{ languages: [`en-x${"-filling".repeat(5)}`] }, "facts.languages"],
  [{ good_at: ["x".repeat(81)] }, "facts.good_at"],
  [{ good_at: Array.from({ length: 11 }, (_, at) => `Point ${at}`) }, "facts.good_at"],
  [{ last_commit: "2026-02-30" }, "facts.last_commit"],
  [{ imports_from: ["unknown-product"] }, "facts.imports_from"],
  [{ stars: 99_999, source_code: "https://github.com/mattermost/mattermost" }, "facts.stars"],
  [{ last_commit: "2026-11-19" }, "facts.last_commit"],
  [{ archived: false }, "facts.archived"],
])("a wrong fact is refused and nothing is saved: %j", async (facts, field) => {
  const answers = [
    await put({ facts }),
    await anna.post("/api/sites/", siteBody({ link: "https://other.example/", facts })),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(Object.keys((await answer.json<{ fields: object }>()).fields)).toContain(field);
  }
  expect((await shown()).facts).toEqual(FACTS);
});

test("what only the repository states stays, whatever the owner saves", async () => {
  const read = { stars: 12, last_commit: "2026-08-21", archived: false };
  const sources = { stars: "https://github.com/mattermost/mattermost" };
  await env.DB.prepare("UPDATE sites SET facts = ?, fact_sources = ?")
    .bind(JSON.stringify({ ...FACTS, ...read }), JSON.stringify({ ...SOURCES, ...sources }))
    .run();
  expect((await put({ facts: FACTS, fact_sources: { ...SOURCES, stars: "https://mattermost.com/" } })).status).toBe(
    200,
  );
  expect(await shown()).toMatchObject({ facts: { ...FACTS, ...read }, fact_sources: { ...SOURCES, ...sources } });
  expect((await put({ facts: { ...FACTS, ...read } })).status, "the same values").toBe(200);
  for (const other of [{ stars: 13 }, { archived: true }])
    expect((await put({ facts: { ...FACTS, ...read, ...other } })).status).toBe(400);
  expect((await put({ facts: {} })).status).toBe(200);
  expect((await shown()).facts).toEqual(read);
});

test("what the repository states ends with it, and nobody states a source of it", async () => {
  const facts = { ...FACTS, source_code: "https://github.com/mattermost/mattermost" };
  await env.DB.prepare("UPDATE sites SET facts = ?, fact_sources = ?")
    .bind(JSON.stringify({ ...facts, stars: 12 }), JSON.stringify({ stars: facts.source_code }))
    .run();
  const moved = { ...facts, source_code: "https://github.com/anna/unknown" };
  expect((await put({ facts: { ...moved, stars: 12 } })).status).toBe(200);
  expect(await shown()).toMatchObject({ facts: moved, fact_sources: {} });
  const other = { name: "Other", link: "https://other.example/", facts, fact_sources: { stars: facts.source_code } };
  const { fact_sources: sources } = await listSite(anna, other);
  expect(sources).toEqual({});
});

test("staff see facts in the admin, where only the listing's form changes them, and the audit log keeps a change", async () => {
  await insertUser({ email: BERT, isStaff: true });
  const staff = await logIn(BERT);
  const { fields, results } = await (await staff.get("/api/get_model/sites/site/")).json<AdminModelPage>();
  for (const name of ["facts", "fact_sources", "facts_checked_at"]) {
    const field = fields.find((one) => one.name === name);
    expect(field).toMatchObject({ is_editable: false, hint: expect.stringContaining("form") });
  }
  expect(JSON.parse(String(results[0]!["facts"]))).toEqual(FACTS);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { facts: "{}" })).status).toBe(400);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { facts_checked_at: "2026-01-01" })).status).toBe(400);

  expect((await put({ facts: { since: 2016 } }, staff)).status).toBe(200);
  const log = await (await staff.get("/api/get_model/audit/entry/")).json<AdminModelPage>();
  const { before, after } = JSON.parse(String(log.results[0]!["changes"])) as Record<string, { facts: string }>;
  expect([JSON.parse(before!.facts), JSON.parse(after!.facts)]).toEqual([FACTS, { since: 2016 }]);
});
