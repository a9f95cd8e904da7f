import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { fakes, request } from "../support/app.ts";
import { adminPage, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { editBody, listSite, siteBody } from "../support/own-sites.ts";
import { BERT, readResponse, logInNew } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => void (anna = await logInNew()));

const FACTS = {
  pricing: "freemium",
  price_from: { amount: "12.50", currency: "EUR", per: "user_month" },
  open_source: true,
  licences: ["MIT"],
  platforms: ["web", "linux"],
  imports_from: ["slack"],
};
const SOURCES = { pricing: "https://mattermost.com/pricing" };
async function save(site: EditableSite, changes: object) {
  fakes.now += 1000;
  const { facts: _, fact_sources: __, ...rest } = editBody(site, { updated_at: undefined });
  const response = await anna.put(`/api/sites/${site.id}/`, { ...rest, ...changes });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<EditableSite>();
}
const shown = async () => (await request("/api/mattermost/")).json<SiteDetail>();

test("facts and their sources are stored and returned, checked on the day of the save", async () => {
  const site = await listSite(anna, { facts: { ...FACTS, setup: "" }, fact_sources: SOURCES });
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

test("the day of the check changes if the owner says that the facts are right", async () => {
  const site = await listSite(anna, { facts: FACTS, fact_sources: SOURCES });
  fakes.now += 2 * DAY_MS;
  expect(await save(site, { facts_checked: false })).toMatchObject({ facts_checked_at: "2026-11-20" });
  expect(await save(site, { facts_checked: true })).toMatchObject({ facts_checked_at: "2026-11-22" });
});

test("a wrong fact is refused at its field, in a new site and in a change, and nothing is saved", async () => {
  const site = await listSite(anna, { facts: FACTS });
  for (const [facts, field] of [
    [{ pricing: "cheap" }, "facts.pricing"],
    [{ imports_from: ["unknown-product"] }, "facts.imports_from"],
    [{ stars: 99_999, source_code: "https://github.com/mattermost/mattermost" }, "facts.stars"],
  ] as const) {
    for (const answer of [
      await anna.put(`/api/sites/${site.id}/`, editBody(site, { facts })),
      await anna.post("/api/sites/", siteBody({ link: "https://other.example/", facts })),
    ]) {
      const { status, body } = await readResponse(answer);
      expect([status, Object.keys(body["fields"] as object)]).toEqual([400, [field]]);
    }
  }
  expect((await shown()).facts).toEqual(FACTS);
});

test("what only the repository states stays when the owner saves other facts", async () => {
  const site = await listSite(anna, { facts: FACTS });
  await env.DB.prepare("UPDATE sites SET facts = ?")
    .bind(JSON.stringify({ ...FACTS, stars: 12 }))
    .run();
  expect((await save(site, { facts: { pricing: "paid" } })).facts).toEqual({ pricing: "paid", stars: 12 });
});

test("staff see facts in the admin, where only the listing's form changes them, and the audit log keeps a change", async () => {
  const site = await listSite(anna, { facts: FACTS });
  const staff = await logInNew({ email: BERT, isStaff: true });
  const { fields, results } = await adminPage(staff, "sites/site/");
  for (const name of ["facts", "fact_sources", "facts_checked_at"]) {
    const field = fields.find((one) => one.name === name);
    expect(field).toMatchObject({ is_editable: false, hint: expect.stringContaining("form") });
  }
  expect(JSON.parse(String(results[0]!["facts"]))).toEqual(FACTS);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { facts: "{}" })).status).toBe(400);

  expect((await staff.put(`/api/sites/${site.id}/`, editBody(site, { facts: { since: 2016 } }))).status).toBe(200);
  const [{ before, after } = { before: {}, after: {} }] = await auditEntries(staff);
  expect([before, after].map((listing) => JSON.parse(String(listing["facts"])))).toEqual([FACTS, { since: 2016 }]);
});
