import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AdminModelPage } from "#schema/admin.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { ProductSuggestion } from "#schema/sites/sites.ts";
import { NOW, fakes, request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { insertUser, logIn } from "../support/people.ts";

const SLACK = "https://slack.com/";
const EVIL = "https://evil.example/";
const slack = (link: string) => ({ alternatives: [{ name: "Slack", link }] });

const linkOf = async (slug = "slack") =>
  (await (await request(`/api/pages/alternatives/${slug}/`)).json<{ product: { link: string } }>()).product.link;

const suggested = async (q = "slack") =>
  (await (await request(`/api/alternatives/?q=${q}`)).json<{ results: ProductSuggestion[] }>()).results[0]!.link;

const waiting = async () => {
  const { results } = await env.DB.prepare("SELECT link FROM alternatives WHERE is_waiting ORDER BY id").all();
  return results.map(({ link }) => link);
};

let people = 0;

/** Creates a user who is signed in. */
async function newUser(columns: Parameters<typeof insertUser>[0] = {}) {
  people += 1;
  const email = `person-${people}@example.com`;
  const user = await insertUser({ email, ...columns });
  return { id: user.id, browser: await logIn(email) };
}

/** Lists a site with this link for Slack, by default for a new user. */
async function listWithLink(link: string, person?: Awaited<ReturnType<typeof newUser>>, overrides: object = {}) {
  const { browser } = person ?? (await newUser());
  const own = `https://own-${crypto.randomUUID()}.example/`;
  return listSite(browser, { name: "Mine", link: own, ...slack(link), ...overrides });
}

test("listings of new owners do not change a link, even if there are many", async () => {
  await insertSites(["A", "B", "C"], slack(SLACK));
  await Promise.all([listWithLink(EVIL), listWithLink(EVIL), listWithLink(EVIL), listWithLink(EVIL)]);
  expect([await linkOf(), await suggested()]).toEqual([SLACK, SLACK]);
  fakes.now = NOW + 30 * DAY_MS;
  expect(await linkOf(), "a month later").toBe(SLACK);
  expect(await waiting()).toEqual([EVIL, EVIL, EVIL, EVIL]);
});

test("an owner has one vote, after a listing has been public for a week", async () => {
  await insertSite(slack(SLACK));
  const anna = await newUser();
  const bert = await newUser();
  for (const _ of [1, 2, 3]) await insertSite({ ownerId: anna.id, ...slack("https://old.example/") });
  fakes.now = NOW + 7 * DAY_MS - 1;
  expect(await linkOf()).toBe(SLACK);
  fakes.now = NOW + 7 * DAY_MS;
  expect(await linkOf(), "three of one owner against one").toBe(SLACK);
  await insertSite({ ownerId: bert.id, ...slack("https://old.example/") });
  expect([await linkOf(), await suggested()]).toEqual(["https://old.example/", "https://old.example/"]);
});

test("staff vote at once, suspended users do not vote", async () => {
  await insertSite(slack(SLACK));
  const anna = await newUser({ isStaff: true });
  const bert = await newUser({ isStaff: true });
  await insertSite({ ownerId: anna.id, ...slack("https://new.example/") });
  await insertSite({ ownerId: bert.id, ...slack("https://new.example/") });
  expect(await linkOf()).toBe("https://new.example/");
  await env.DB.prepare("UPDATE users SET suspended_at = ? WHERE id = ?").bind(NOW, bert.id).run();
  expect(await linkOf()).toBe(SLACK);
});

test("votes for different links of one host count together", async () => {
  await insertSites(["A", "B"], slack(EVIL));
  await insertSites(["C", "D"], slack(SLACK));
  await insertSite(slack("https://www.slack.com/intl/"));
  expect(await linkOf()).toBe(SLACK);
});

test("with equal votes, the stored link stays", async () => {
  await insertSite(slack(SLACK));
  await insertSite(slack("https://a.example/"));
  expect(await linkOf()).toBe(SLACK);
});

test("a new host for a product with three listings waits for staff, also from established owners", async () => {
  await insertSites(["A", "B"], slack(SLACK));
  const anna = await newUser();
  await insertSite({ ownerId: anna.id, createdAt: NOW - 8 * DAY_MS });
  const first = await listWithLink("https://docs.slack.example/", anna);
  expect(await waiting(), "two listings").toEqual([]);
  const other = await listWithLink(SLACK);
  await listWithLink("https://third.example/", anna, { name: "Third" });
  expect(await waiting()).toEqual(["https://third.example/"]);
  await listWithLink("https://docs.slack.example/help", anna, { name: "Fourth" });
  expect(await waiting(), "a host that it has").toEqual(["https://third.example/"]);

  const { browser } = anna;
  const put = (link: string) =>
    browser.put(`/api/sites/${first.id}/`, editBody(first, { ...slack(link), updated_at: undefined }));
  expect((await put("https://fourth.example/")).status).toBe(200);
  expect(await waiting()).toEqual(["https://fourth.example/", "https://third.example/"]);
  expect((await put(SLACK)).status).toBe(200);
  expect(await waiting(), "a change back to a known one").toEqual(["https://third.example/"]);
  expect(other.alternatives).toMatchObject([{ link: SLACK }]);
});

test.each(["suspended", "pending"])("a host in a listing that is %s does not count as known", async (review) => {
  await insertSites(["A", "B", "C"], slack(SLACK));
  const hidden = await insertSite(slack(EVIL));
  await env.DB.prepare("UPDATE sites SET review = ? WHERE id = ?").bind(review, hidden.id).run();
  await listWithLink(EVIL);
  expect(await waiting()).toEqual([EVIL]);
});

test("of six concurrent listings with different hosts, the links of all but the first three wait", async () => {
  const everybody = await Promise.all(Array.from({ length: 6 }, () => newUser()));
  await Promise.all(everybody.map((person, at) => listWithLink(`https://host-${at}.example/`, person)));
  expect(await waiting()).toHaveLength(3);
});

test("staff see the links that wait, and set the right one", async () => {
  await insertSites(["A", "B", "C"], slack(SLACK));
  await listWithLink(EVIL);
  const { browser } = await newUser({ isStaff: true });
  const list = async () =>
    (await (await browser.get("/api/get_model/sites/product/?filter=waiting_links")).json<AdminModelPage>()).results;
  const [product] = await list();
  expect(product).toMatchObject({ name: "Slack", link: SLACK, waiting_links: EVIL });
  const set = await browser.patch(`/api/sites/product/${product!.id}/`, { link: "https://slack.example/" });
  expect(await set.json()).toMatchObject({ link: "https://slack.example/", waiting_links: "" });
  expect([await linkOf(), await suggested(), await list()]).toEqual([
    "https://slack.example/",
    "https://slack.example/",
    [],
  ]);
  await insertSites(["D", "E", "F"], slack("https://later.example/"));
  expect(await linkOf()).toBe("https://slack.example/");
});

test("a link that staff give does not wait, and staff do not see waiting links of hidden listings", async () => {
  await insertSites(["A", "B", "C"], slack(SLACK));
  const { alternatives } = await listWithLink(EVIL);
  const hidden = await listWithLink("https://hidden.example/");
  await env.DB.prepare("UPDATE sites SET review = 'pending' WHERE id = ?").bind(hidden.id).run();
  const { browser } = await newUser({ isStaff: true });
  const [product] = (
    await (await browser.get("/api/get_model/sites/product/?filter=waiting_links")).json<AdminModelPage>()
  ).results;
  expect(product).toMatchObject({ waiting_links: EVIL });
  const path = `/api/sites/alternative/${alternatives[0]!.id}/`;
  expect((await browser.patch(path, { link: "https://slack-desktop.example/" })).status).toBe(200);
  expect(await waiting()).toEqual(["https://hidden.example/"]);
});

test("a merge adds no unknown link to the product, and renaming changes no link", async () => {
  await insertSites(["A", "B", "C"], slack(SLACK));
  await insertSites(["D", "E", "F", "G"], { alternatives: [{ name: "Slak", link: EVIL }] });
  const { browser } = await newUser({ isStaff: true });
  const idOf = async (q: string) =>
    (await (await browser.get(`/api/get_model/sites/product/?q=${q}`)).json<AdminModelPage>()).results[0]!.id;
  const merged = await browser.post(`/api/products/${await idOf("slak")}/merge/`, { into: await idOf("slack") });
  expect(await merged.json()).toMatchObject({ site_count: 7, link: SLACK, waiting_links: EVIL });
  expect(await linkOf()).toBe(SLACK);
  expect((await browser.patch(`/api/sites/product/${await idOf("slack")}/`, { name: "Slack Chat" })).status).toBe(200);
  expect(await linkOf("slack-chat")).toBe(SLACK);
  await listWithLink(EVIL, undefined, { alternatives: [{ name: "Slak", link: EVIL }] });
  expect(await linkOf("slack-chat")).toBe(SLACK);
});
