import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { editBody, listSite, siteBody } from "../support/own-sites.ts";
import { insertUser, logIn, readResponse } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

const FACTS = {
  pricing: "freemium",
  price_from: { amount: "12.50", currency: "EUR", per: "user_month" },
  open_source: true,
  licences: ["MIT"],
  platforms: ["web", "linux"],
  imports_from: ["slack"],
};
const SOURCES = { pricing: "https://mattermost.com/pricing" };
const SLACK = { name: "Slack", link: "https://slack.com/" };
const PAIR = {
  replaces: "drop_in",
  lacks: ["Huddles"],
  adds: ["Self-hosting", "Playbooks"],
  moving: { text: "Run the import", link: "https://docs.mattermost.com/import" },
};

async function save(site: EditableSite, changes: object) {
  fakes.now += 1000;
  const { facts: _, fact_sources: __, ...rest } = editBody(site, { updated_at: undefined });
  const response = await anna.put(`/api/sites/${site.id}/`, { ...rest, ...changes });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<EditableSite>();
}
const shown = async () => (await request("/api/mattermost/")).json<SiteDetail>();

test("facts and their sources are stored and returned, checked on the day of the save", async () => {
  const given = { ...FACTS, licences: ["mit", "MIT"], price_from: { ...FACTS.price_from, amount: "12.5" }, setup: "" };
  const site = await listSite(anna, { facts: given, fact_sources: SOURCES });
  const stored = { facts: FACTS, fact_sources: SOURCES, facts_checked_at: "2026-11-20" };
  expect(site).toMatchObject(stored);
  expect(site.facts).toEqual(FACTS);
  expect(await shown()).toMatchObject(stored);
});

test("a save without facts keeps them, and empty ones clear them", async () => {
  const site = await listSite(anna, { facts: FACTS, fact_sources: SOURCES });
  expect(await save(site, {})).toMatchObject({ facts: FACTS, fact_sources: SOURCES });
  expect(await save(site, { facts: { pricing: "paid" } })).toMatchObject({ facts: { pricing: "paid" } });
  const cleared = await save(site, { facts: {}, fact_sources: {} });
  expect([cleared.facts, cleared.fact_sources]).toEqual([{}, {}]);
});

test("a product that is gone stays in the facts that named it, and enters no others", async () => {
  const site = await listSite(anna, {});
  await env.DB.prepare(`UPDATE sites SET facts = '{"imports_from":["gone"]}'`).run();
  expect(await save(site, { facts: { pricing: "free", imports_from: ["gone"] } })).toMatchObject({
    facts: { pricing: "free", imports_from: ["gone"] },
  });
  const refused = await anna.put(`/api/sites/${site.id}/`, {
    ...editBody(site, { updated_at: undefined }),
    facts: { imports_from: ["gone", "unknown"] },
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { fields: { "facts.imports_from": expect.stringContaining("“unknown”") } },
  ]);
});

test("the day of the check changes with the facts, or if the owner says that they are right", async () => {
  const site = await listSite(anna, { facts: FACTS, fact_sources: SOURCES });
  fakes.now += 2 * DAY_MS;
  const reversed = Object.fromEntries(Object.entries(FACTS).toReversed());
  expect(await save(site, { facts: reversed, fact_sources: SOURCES })).toMatchObject({
    facts_checked_at: "2026-11-20",
  });
  expect(await save(site, { facts_checked: false })).toMatchObject({ facts_checked_at: "2026-11-20" });
  expect(await save(site, { facts_checked: true })).toMatchObject({ facts_checked_at: "2026-11-22" });
  fakes.now += DAY_MS;
  expect(await save(site, { facts: { ...FACTS, api: true } })).toMatchObject({ facts_checked_at: "2026-11-23" });
});

test.each<[string, object, string]>([
  ["an unknown fact", { facts: { colour: "green" } }, "facts.colour"],
  ["an unknown value", { facts: { pricing: "cheap" } }, "facts.pricing"],
  ["a price without currency", { facts: { price_from: { amount: "1.00", per: "month" } } }, "facts.price_from"],
  ["an unknown licence", { facts: { licences: ["My own"] } }, "facts.licences"],
  ["a text that is too long", { facts: { good_at: ["x".repeat(81)] } }, "facts.good_at"],
  ["a source that is no address", { facts: FACTS, fact_sources: { pricing: "our page" } }, "fact_sources.pricing"],
  ["a script as the source", { fact_sources: { pricing: "javascript:alert(1)" } }, "fact_sources.pricing"],
  ["an unknown way of replacing", { alternatives: [{ ...SLACK, replaces: "all" }] }, "alternatives.0.replaces"],
  ["four points", { alternatives: [{ ...SLACK, lacks: ["a", "b", "c", "d"] }] }, "alternatives.0.lacks"],
  ["a long point", { alternatives: [{ ...SLACK, adds: ["a", "b".repeat(81)] }] }, "alternatives.0.adds.1"],
  [
    "a link to moving that is no address",
    { alternatives: [{ ...SLACK, moving: { text: "", link: "x" } }] },
    "alternatives.0.moving.link",
  ],
])("%s is refused at its field, in a new site and in a change", async (_, wrong, field) => {
  const { status, body } = await readResponse(await anna.post("/api/sites/", siteBody(wrong)));
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]]);
  const site = await listSite(anna);
  const change = await readResponse(await anna.put(`/api/sites/${site.id}/`, editBody(site, wrong)));
  expect([change.status, Object.keys((change.body as { fields: object }).fields)]).toEqual([400, [field]]);
});

test("how a site replaces a product is stored with its time, kept if absent, and cleared if empty", async () => {
  const site = await listSite(anna, { alternatives: [{ ...SLACK, ...PAIR }] });
  const stated = { ...PAIR, stated_at: "2026-11-20T12:00:00.000Z" };
  expect(site.alternatives[0]).toMatchObject(stated);
  expect((await shown()).alternatives[0]).toMatchObject(stated);
  expect((await save(site, { alternatives: [SLACK] })).alternatives[0]).toMatchObject(stated);
  const part = { replaces: "part", lacks: [], adds: [], moving: { text: "", link: "" } };
  const [changed] = (await save(site, { alternatives: [{ ...SLACK, ...part }] })).alternatives;
  expect(changed).toEqual({
    ...SLACK,
    id: expect.any(Number),
    description: "",
    replaces: "part",
    stated_at: "2026-11-20T12:00:02.000Z",
  });
  const { replaces: _, ...empty } = part;
  const [cleared] = (await save(site, { alternatives: [{ ...SLACK, ...empty }] })).alternatives;
  expect(cleared).toEqual({ ...SLACK, id: expect.any(Number), description: "" });
});
