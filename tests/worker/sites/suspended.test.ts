import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import type { EditableSite, SitePage } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { adminRecords } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { expectCountersToEqualTables, expectIndexToEqualTables } from "../support/derived-data.ts";
import { importFile } from "../support/import.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { readResponse, BERT, insertUser, logIn, errorResponse, logInNew } from "../support/people.ts";

let staff: Browser;
let site: EditableSite;
let bertId: number;

// Bert, who will be suspended, lists Mattermost as an alternative to Slack. Another owner's site is unrelated.
beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  ({ id: bertId } = await insertUser({ email: BERT }));
  site = await listSite(await logIn(BERT));
  await env.DB.prepare("UPDATE sites SET granted_until = 4e12").run();
  await insertSite({ name: "Other", alternatives: [{ name: "Trello" }] });
});

const setSuspended = async (suspended: boolean) => {
  const response = await staff.patch(`/api/accounts/user/${bertId}/`, { is_suspended: suspended });
  expect(response.status).toBe(200);
};

/** The public URLs that may show Bert's site. */
const PUBLIC_URLS = () => [
  "/api/saas/",
  "/api/saas/?q=slack",
  "/api/popular-alternatives/",
  "/api/alternatives/?q=sla",
  "/",
  `/categories/${site.category}`,
  "/alternatives/slack",
  `/${site.slug}`,
  "/other",
  "/feed.xml",
  "/sitemaps/sites-1.xml",
];

const shows = async (address: string) => /mattermost/i.test(await (await request(address)).text());

test("listings of a suspended owner are hidden everywhere, and public again after the suspension", async () => {
  const texts = async () => Promise.all(PUBLIC_URLS().map(async (address) => (await request(address)).text()));
  const before = await texts();
  expect(await shows("/")).toBe(true);

  await setSuspended(true);
  for (const address of PUBLIC_URLS().filter((one) => !one.includes("mattermost"))) {
    expect([address, await shows(address)]).toEqual([address, false]);
  }
  expect((await request(`/${site.slug}`)).status).toBe(404);
  expect((await request("/alternatives/slack")).status).toBe(404);
  expect(await (await request("/api/saas/")).json<SitePage>()).toMatchObject({ count: 1 });
  expect(await (await request("/api/saas/?q=mattermost")).json<SitePage>()).toMatchObject({ count: 0 });
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();

  await setSuspended(false);
  expect(await texts()).toEqual(before);
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});

test("a listing that is pending when the suspension begins is pending when it ends", async () => {
  await staff.patch(`/api/sites/site/${site.id}/`, { refusal: "No." });
  await setSuspended(true);
  expect(await adminRecords(staff, "sites/site/?filter=refused")).toHaveLength(1);
  await setSuspended(false);
  expect((await request(`/${site.slug}`)).status).toBe(404);
  expect(await adminRecords(staff, "sites/site/?filter=refused")).toHaveLength(1);
});

test("staff see why a listing is hidden, can refuse or change it, and cannot approve it before the suspension ends", async () => {
  await setSuspended(true);
  const [, hidden] = await adminRecords(staff, "sites/site/");
  expect(hidden).toMatchObject({ id: site.id, review: "suspended" });
  expect(await (await staff.get(`/api/sites/${site.id}/`)).json()).toMatchObject({ review: "pending" });
  const approved = await staff.patch(`/api/sites/site/${site.id}/`, { review: "active" });
  expect(await readResponse(approved)).toEqual(errorResponse(409, ADMIN_MESSAGES.ownerSuspended));
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { name: "Renamed" })).status).toBe(200);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { refusal: "No." })).status).toBe(200);
  await expectCountersToEqualTables();
  await setSuspended(false);
  expect((await request(`/${site.slug}`)).status).toBe(404);
  expect((await staff.patch(`/api/sites/site/${site.id}/`, { review: "active" })).status).toBe(200);
  expect((await request(`/${site.slug}`)).status).toBe(200);
  await expectCountersToEqualTables();
});

test("a listing that becomes active during the suspension stays hidden, and the counters stay correct", async () => {
  await setSuspended(true);
  const line = { name: "Imported", link: "https://imported.example/", description: "", category: "security" };
  const alternatives = [{ name: "Slack", link: "https://slack.com/" }];
  await importFile([{ ...line, alternatives }], { ownerEmail: BERT });
  await env.DB.prepare("UPDATE sites SET review = 'pending' WHERE id = ?").bind(site.id).run();
  await env.DB.prepare("UPDATE sites SET review = 'active' WHERE id = ?").bind(site.id).run();
  expect(await (await request("/api/saas/")).json<SitePage>()).toMatchObject({ count: 1 });
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
  await setSuspended(false);
  expect(await (await request("/api/saas/")).json<SitePage>()).toMatchObject({ count: 3 });
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});
