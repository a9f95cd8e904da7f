import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import type { PopularAlternative } from "#schema/sites/sites.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import {
  expectCountersToEqualTables,
  expectIndexToEqualTables,
  expectKnownWordsToEqualTables,
} from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { readResponse, BERT, logInNew } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  await insertSite({ name: "One", alternatives: [{ name: "Microsoft Teams" }] });
  await insertSite({ name: "Two", alternatives: [{ name: "MS Teams" }] });
  await insertSite({ name: "Both", alternatives: [{ name: "MS Teams" }, { name: "Microsoft Teams" }] });
});

const idOf = async (name: string) => (await adminRecords(staff, `sites/product/?q=${name}`))[0]!.id as number;

async function merge(from: string, into: string): Promise<Response> {
  return staff.post(`/api/products/${await idOf(from)}/merge/`, { into: await idOf(into) });
}

const popular = async () =>
  (await (await staff.get("/api/popular-alternatives/")).json<{ popular_alternatives: PopularAlternative[] }>())
    .popular_alternatives;

const find = async (q: string) =>
  (await (await staff.get(`/api/saas/?q=${q}`)).json<{ results: { name: string }[] }>()).results.map(
    ({ name }) => name,
  );

test("merged products count once and keep every site, the old URL redirects to the new one, and the merge is logged", async () => {
  const [from, into] = [await idOf("ms teams"), await idOf("microsoft teams")];
  const merged = await merge("ms teams", "microsoft teams");
  expect(await readResponse(merged)).toMatchObject({
    status: 200,
    body: { name: "Microsoft Teams", other_names: "msteams" },
  });
  expect((await popular()).map(({ name, count, sites }) => [name, count, sites.map((site) => site.name)])).toEqual([
    ["Microsoft Teams", 3, ["Both", "Two", "One"]],
  ]);
  expect((await find("microsoft")).toSorted()).toEqual(["Both", "One", "Two"]);
  const moved = await staff.get("/alternatives/ms-teams?page=2");
  expect([moved.status, new URL(moved.headers.get("Location")!, "https://x.test").pathname]).toEqual([
    301,
    "/alternatives/microsoft-teams",
  ]);
  const feed = await staff.get("/alternatives/ms-teams/feed.xml");
  expect([feed.status, feed.headers.get("Location")]).toEqual([301, "/alternatives/microsoft-teams/feed.xml"]);
  await expectKnownWordsToEqualTables();
  expect((await staff.get("/api/pages/alternatives/ms-teams")).status).toBe(200);
  expect(await auditEntries(staff)).toMatchObject([
    {
      action: "merge",
      model: "sites.product",
      record_id: String(from),
      before: { name: "MS Teams", slug: "ms-teams", is_link_fixed: false },
      after: { into },
    },
  ]);
});

test("a listing that uses the old name of a merged product counts for the remaining product", async () => {
  await merge("ms teams", "microsoft teams");
  await insertSite({ name: "Three", alternatives: [{ name: "ms teams" }] });
  expect((await popular()).map(({ name, count }) => [name, count])).toEqual([["Microsoft Teams", 4]]);
});

test("an edit of a listing that was opened before two of its products were merged is refused", async () => {
  const owner = await logInNew({ email: BERT });
  const names = ["MS Teams", "Microsoft Teams"];
  const alternatives = names.map((name) => ({ name, link: "https://teams.example/" }));
  const site = await listSite(owner, { alternatives });
  expect((await merge("ms teams", "microsoft teams")).status).toBe(200);
  expect((await owner.put(`/api/sites/${site.id}/`, editBody(site))).status).toBe(409);
});

test("the old URLs of a merged product follow when it is merged again", async () => {
  await insertSite({ name: "Four", alternatives: [{ name: "Teams" }] });
  await merge("ms teams", "microsoft teams");
  await merge("microsoft teams", "teams");
  expect((await staff.get("/alternatives/ms-teams")).headers.get("Location")).toBe("/alternatives/teams");
  expect((await popular())[0]).toMatchObject({ name: "Teams", count: 4 });
});

test("a renamed product is found by its new name, and its old name and old URL still work", async () => {
  const id = await idOf("ms teams");
  const renamed = await staff.patch(`/api/sites/product/${id}/`, { name: "Teams Classic" });
  expect(await readResponse(renamed)).toMatchObject({
    status: 200,
    body: { slug: "teams-classic", other_names: "msteams" },
  });
  expect((await staff.get("/alternatives/ms-teams")).headers.get("Location")).toBe("/alternatives/teams-classic");
  expect((await find("classic")).toSorted()).toEqual(["Both", "Two"]);
  await expectIndexToEqualTables();
  await insertSite({ name: "Five", alternatives: [{ name: "MS Teams" }] });
  expect((await popular()).find(({ name }) => name === "Teams Classic")?.count).toBe(3);

  const back = await staff.patch(`/api/sites/product/${id}/`, { name: "MS Teams" });
  expect(await readResponse(back)).toMatchObject({ body: { slug: "ms-teams", other_names: "teamsclassic" } });
  expect((await staff.get("/alternatives/ms-teams")).status).toBe(200);
});

test("a product cannot get the name of another product", async () => {
  const id = await idOf("ms teams");
  for (const change of [{ name: "microsoft teams" }, { other_names: "x, Microsoft Teams" }]) {
    const refused = await readResponse(await staff.patch(`/api/sites/product/${id}/`, change));
    expect(refused).toMatchObject({ status: 409, body: { error: `${ADMIN_MESSAGES.nameTaken} Microsoft Teams` } });
  }
});

test("the other names of a product are replaced by the given list", async () => {
  const id = await idOf("ms teams");
  const typed = await staff.patch(`/api/sites/product/${id}/`, { other_names: "squad，crew" });
  expect(await readResponse(typed)).toMatchObject({ body: { other_names: "squad, crew" } });
  await staff.patch(`/api/sites/product/${id}/`, { other_names: "Teams for Work, teams" });
  const changed = await staff.patch(`/api/sites/product/${id}/`, { other_names: "teams" });
  expect(await readResponse(changed)).toMatchObject({ body: { other_names: "teams" } });
});

test("a product is merged only into another one that exists", async () => {
  const id = await idOf("ms teams");
  for (const [into, status] of [
    ["x", 400],
    [undefined, 400],
    [id, 400],
    [999, 404],
  ] as const)
    expect([into, (await staff.post(`/api/products/${id}/merge/`, { into })).status]).toEqual([into, status]);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM products").first("n")).toBe(2);
});

test("two products that are merged into each other at the same time become one, and the second merge is refused", async () => {
  const [ms, microsoft] = [await idOf("ms teams"), await idOf("microsoft teams")];
  const merges = await Promise.all([
    staff.post(`/api/products/${ms}/merge/`, { into: microsoft }),
    staff.post(`/api/products/${microsoft}/merge/`, { into: ms }),
  ]);
  expect(merges.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await popular()).map(({ count }) => count)).toEqual([3]);
});

test("an alternative that staff rename counts for the product with the new name", async () => {
  const { id } = (await adminRecords(staff, "sites/alternative/")).find((record) => record["site"] === "one")!;
  expect((await staff.patch(`/api/sites/alternative/${id}/`, { name: "Notion" })).status).toBe(200);
  expect((await popular()).map(({ name, count }) => [name, count])).toEqual([
    ["MS Teams", 2],
    ["Microsoft Teams", 1],
    ["Notion", 1],
  ]);
  expect(await (await staff.get("/one")).text()).toContain('href="/alternatives/notion"');
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
  await expectKnownWordsToEqualTables();
});

test("an alternative cannot be renamed to a product that its site already lists", async () => {
  const { id } = (await adminRecords(staff, "sites/alternative/")).find(
    (record) => record["site"] === "both" && record["name"] === "MS Teams",
  )!;
  const refused = await staff.patch(`/api/sites/alternative/${id}/`, { name: "microsoft teams" });
  expect(await readResponse(refused)).toMatchObject({
    status: 409,
    body: { error: ADMIN_MESSAGES.alreadyAlternative },
  });
});

test("a redirect to a name in another script has a percent-encoded Location header", async () => {
  const id = await idOf("ms teams");
  await staff.patch(`/api/sites/product/${id}/`, { name: "Тимс" });
  expect((await staff.get("/alternatives/ms-teams?page=2")).headers.get("Location")).toBe(
    `/alternatives/${encodeURIComponent("тимс")}?page=2`,
  );
});

test("a link set by staff is the product's link until staff let the listings decide again", async () => {
  const phish = "https://slack-phish.example/";
  await insertSite({ name: "Chat", alternatives: [{ name: "Slack", link: phish }] });
  const link = async () =>
    (await (await staff.get("/api/pages/alternatives/slack")).json<{ product: { link: string } }>()).product.link;
  expect(await link()).toBe(phish);

  const path = `/api/sites/product/${await idOf("slack")}/`;
  const repaired = await staff.patch(path, { link: "https://slack.com/" });
  expect(await readResponse(repaired)).toMatchObject({ status: 200, body: { is_link_fixed: true } });
  await insertSite({ name: "Talk", alternatives: [{ name: "Slack", link: phish }] });
  expect(await link()).toBe("https://slack.com/");
  const page = await (await staff.get("/alternatives/slack")).text();
  expect(page).toContain('href="https://slack.com/?');
  expect(page).not.toContain(phish);

  expect((await staff.patch(path, { is_link_fixed: false })).status).toBe(200);
  expect(await link()).toBe(phish);
});

test("a hidden listing does not change the name or link of a product that staff corrected", async () => {
  const { id } = await insertSite({ name: "Chat", review: "pending", alternatives: [{ name: "Slack" }] });
  await staff.patch(`/api/sites/product/${await idOf("slack")}/`, { link: "https://slack.com/" });
  await insertSite({
    name: "Talk",
    review: "pending",
    alternatives: [{ name: "SLACK", link: "https://phish.example/" }],
  });
  await staff.patch(`/api/sites/site/${id}/`, { review: "active" });
  const { product } = await (await staff.get("/api/pages/alternatives/slack")).json<{ product: object }>();
  expect(product).toMatchObject({ name: "Slack", link: "https://slack.com/" });
});

const addName = (id: number, name: unknown) => staff.post(`/api/products/${id}/names/`, { name });
test("another name of a product finds its sites at once, is logged, and purges what shows the product", async () => {
  const id = await idOf("ms teams");
  await staff.patch(`/api/sites/product/${id}/`, { other_names: "teams" });
  expect(await find("squadchat")).toEqual([]);
  const purged = recordPurges();
  const added = await staff.post(`/api/products/${id}/names/`, { name: " Squad  Chat.com " }, purged.overrides);
  expect(await readResponse(added)).toMatchObject({
    status: 200,
    body: { id, name: "MS Teams", other_names: "teams, squadchat" },
  });
  expect(purged.all()).toEqual(["product:ms-teams", "list"]);
  expect((await find("squadchat alternative")).toSorted()).toEqual(["Both", "Two"]);

  expect((await auditEntries(staff))[0]).toMatchObject({
    action: "change",
    model: "sites.product",
    record_id: String(id),
    before: { other_names: "teams" },
    after: { other_names: "teams, squadchat" },
  });
});

test("a name that this or another product has is refused, and nothing is logged", async () => {
  const [ms, microsoft] = [await idOf("ms teams"), await idOf("microsoft teams")];
  expect((await addName(microsoft, "Squad")).status).toBe(200);
  const isTaken = "This is the name of another product: Microsoft Teams.";
  for (const [id, name, error] of [
    [ms, "MICROSOFT TEAMS", isTaken],
    [ms, "squad.com", isTaken],
    [microsoft, "squad", ADMIN_MESSAGES.ownName],
    [microsoft, "Microsoft Teams", ADMIN_MESSAGES.ownName],
  ] as const) {
    const refused = await readResponse(await addName(id, name));
    expect(refused, name).toEqual({ status: 409, body: { error, fields: { name: error } } });
  }
  expect(await auditEntries(staff)).toHaveLength(1);
});

test("a wrong other name is refused with a field error, and an unknown product gets none", async () => {
  const id = await idOf("ms teams");
  for (const [name, message] of [
    ["", "Please enter a name with letters or digits."],
    [undefined, "Please enter a name with letters or digits."],
    [" -/ !", "Please enter a name with letters or digits."],
    ["x".repeat(101), "A name has at most 100 characters."],
    ...[",", "，", "、", "،"].map((comma) => [`Squad${comma} Teams`, "Please enter one name without commas."]),
  ] as [unknown, string][]) {
    const refused = await readResponse(await addName(id, name));
    expect(refused, String(name)).toEqual({ status: 400, body: { error: message, fields: { name: message } } });
  }
  expect((await addName(999, "Squad")).status).toBe(404);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM product_aliases").first("n")).toBe(0);
});

test("names that are added at the same time are all kept, and one name goes to one product", async () => {
  const [ms, microsoft] = [await idOf("ms teams"), await idOf("microsoft teams")];
  const different = await Promise.all(["One", "Two", "Three", "Four"].map((name) => addName(ms, name)));
  expect(different.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { other_names: names } = await (await addName(ms, "Five")).json<{ other_names: string }>();
  expect(names.split(", ").toSorted()).toEqual(["five", "four", "one", "three", "two"]);
  const same = await Promise.all([ms, microsoft, ms].map((id) => addName(id, "Squad")));
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});
