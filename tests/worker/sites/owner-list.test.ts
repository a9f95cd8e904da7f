import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { OwnerSiteSummary, Page } from "#schema/sites/sites.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { readResponse, BERT, insertUser, errorResponse, logInNew } from "../support/people.ts";
import { insertSubscriptions } from "../support/subscriptions.ts";

let anna: Browser;
beforeEach(async () => void (anna = await logInNew()));

const list = async (query = "") => (await anna.get(`/api/sites/${query}`)).json<Page<OwnerSiteSummary>>();
const names = async (query = "") => (await list(query)).results.map(({ name }) => name);

test("an owner's list has all own sites in every review state, and no others", async () => {
  const site = await insertSite({
    ownerId: 1,
    name: "Paid",
    featuredUntil: NOW + DAY_MS,
    alternatives: [{ name: "Slack", link: "https://slack.com/", description: "Chat" }],
  });
  await insertSite({ ownerId: 1, name: "Ended", featuredUntil: NOW });
  await insertSite({ ownerId: 1, name: "Waiting", review: "pending" });
  await insertSite({ name: "Nobody's" });
  await env.DB.prepare("UPDATE sites SET refusal = 'Not a product.' WHERE name = 'Waiting'").run();
  await anna.post(`/api/sites/${site.id}/like/`);
  const bert = await logInNew({ email: BERT });
  for (const id of [site.id, site.id + 1]) await bert.post(`/api/sites/${id}/like/`);

  const response = await anna.get("/api/sites/");
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const { results, ...page } = await response.json<Page<OwnerSiteSummary>>();
  expect(page).toEqual({ count: 3, page: 1, pages: 1 });
  expect(results).toMatchObject([
    { name: "Waiting", review: "pending", refusal: "Not a product.", status: "basic" },
    { name: "Ended", review: "active", refusal: null, status: "basic", featured_until: null, is_liked_by_user: false },
    {
      id: site.id,
      name: "Paid",
      status: "featured",
      featured_until: "2026-11-21T12:00:00.000Z",
      like_count: 2,
      is_liked_by_user: true,
      interactions: { likes: 2, comments: 0 },
      alternatives: [{ name: "Slack", link: "https://slack.com/", description: "Chat" }],
    },
  ]);
  expect(results[0]).not.toHaveProperty("content");
});

test("each site of an owner's list has its own alternatives, with how it replaces them", async () => {
  const slack = { name: "Slack", link: "https://slack.com/" };
  await listSite(anna, { alternatives: [{ name: "Zoom", link: "https://zoom.us/" }, slack] });
  await listSite(anna, {
    name: "Zulip",
    link: "https://zulip.com/",
    alternatives: [{ ...slack, replaces: "part", lacks: ["Calls"] }],
  });
  const { results } = await list();
  expect(results.map(({ alternatives }) => alternatives)).toMatchObject([
    [{ name: "Slack", replaces: "part", lacks: ["Calls"], stated_at: "2026-11-20T12:00:00.000Z" }],
    [{ name: "Zoom" }, { name: "Slack" }],
  ]);
});

test("a page of the owner's list has fifty sites, newest first", async () => {
  await insertSites(Array.from({ length: 51 }, (_, at) => `Site ${at}`));
  await env.DB.exec("UPDATE sites SET owner_id = 1");
  expect(await names()).toEqual(Array.from({ length: 50 }, (_, at) => `Site ${50 - at}`));
  expect(await list("?page=2")).toMatchObject({ results: [{ name: "Site 0" }], count: 51, page: 2, pages: 2 });
  expect(await list("?page=3")).toEqual({ results: [], count: 51, page: 3, pages: 2 });
  const message = "Page must be a positive whole number.";
  expect(await readResponse(await anna.get("/api/sites/?page=0"))).toEqual(
    errorResponse(400, message, { page: message }),
  );
});

test("the search of own sites finds names, descriptions and alternatives", async () => {
  await insertSite({ ownerId: 1, name: "Übersicht 100%", description: "Secure CHAT", review: "pending" });
  await insertSite({ ownerId: 1, name: "Other", description: "", alternatives: [{ name: "Microsoft Teams" }] });
  const found = (q: string) => names(`?q=${encodeURIComponent(q)}`);
  for (const q of ["übersicht", "UBER", "sicht", " chat ", "100%"]) {
    expect(await found(q), q).toEqual(["Übersicht 100%"]);
  }
  for (const q of ["microsoft", "soft T", "microsoftteams"]) expect(await found(q), q).toEqual(["Other"]);
  for (const q of ["%", "_", "'", '"', "nothing", "x".repeat(3000)]) {
    expect(await found(q), q).toEqual(q === "%" ? ["Übersicht 100%"] : []);
  }
  expect(await found("  ")).toHaveLength(2);
  await insertSite({ ownerId: 1, name: "Third", description: "Österreichische Buchhaltung" });
  for (const q of ["Österreichische", "ÖsterREICH", "buchhaltung"]) expect(await found(q), q).toEqual(["Third"]);
});

test("the search of own sites reads questions as the public one does, also for sites that wait for review", async () => {
  await insertSite({ ownerId: 1, name: "Keeper", description: "A password vault", review: "pending" });
  await insertSite({ ownerId: 1, name: "Chatter", description: "Chat", alternatives: [{ name: "Slack" }] });
  await insertSite({ ownerId: 1, name: "Voicer", description: "Invoices-by-mail for you" });
  const found = (q: string) => names(`?q=${encodeURIComponent(q)}`);
  for (const q of ["password managers", "passwordmanager"]) expect(await found(q), q).toEqual(["Keeper"]);
  for (const q of ["alternatives to slack", "best slack alternative 2026"])
    expect(await found(q), q).toEqual(["Chatter"]);
  for (const q of ["invoicing", "mail invoices"]) expect(await found(q), q).toEqual(["Voicer"]);
  for (const q of ["alternatives to zoom", "password chat"]) expect(await found(q), q).toEqual([]);
});

test("a search of own sites has the right total and finds no sites of others", async () => {
  await insertUser({ email: BERT });
  await insertSite({ ownerId: 2, name: "Chat of another", description: "Chat", alternatives: [{ name: "Slack" }] });
  await insertSite({ ownerId: 1, name: "Chat", alternatives: [{ name: "Slack" }] });
  await insertSite({ ownerId: 1, name: "Waiting chat", review: "pending" });
  await insertSite({ ownerId: 1, name: "Ledger" });
  expect(await list("?q=chat")).toMatchObject({
    results: [
      { name: "Waiting chat", review: "pending" },
      { name: "Chat", review: "active" },
    ],
    count: 2,
    pages: 1,
  });
  expect(await list("?q=slack")).toMatchObject({ results: [{ name: "Chat" }], count: 1 });
  expect(await list("?q=nothing")).toEqual({ results: [], count: 0, page: 1, pages: 0 });
});

test("a site with a cancelled renewal is basic for its owner, unless the subscription has ended and staff feature the site", async () => {
  const { id } = await insertSite({ ownerId: 1, featuredUntil: NOW + DAY_MS });
  await insertSubscriptions({ id: "sub_1", userId: 1, siteId: id, renews: false });
  expect((await list()).results).toMatchObject([{ status: "basic" }]);
  await env.DB.prepare("UPDATE subscriptions SET status = 'canceled'").run();
  expect((await list()).results).toMatchObject([{ status: "featured" }]);
});
