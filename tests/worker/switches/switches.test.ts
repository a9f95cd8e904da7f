import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import { SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { connect } from "#worker/db/connection.ts";
import { movedStatements } from "#worker/features/switches/figures.ts";
import { Browser } from "../support/browser.ts";
import { fakes, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, errorResponse, insertUser, lastMail, logIn, readResponse } from "../support/people.ts";
import { planOf } from "../support/query-plan.ts";
import { countTrips } from "../support/trips.ts";
import {
  answer,
  db,
  FIELDS,
  insertMover,
  insertSwitches,
  insertZulip,
  listed,
  storedSwitches,
  summary,
  takeBack,
} from "../support/switches.ts";

let mover: Browser;
beforeEach(async () => {
  const { id } = await insertUser();
  await insertZulip(id);
  mover = await insertMover("mover@example.com");
});

const page = async <T>(path: string) => (await request(`/api/pages${path}`)).json<T>();

test("an answer is shown without a name, counted, replaced by the next one, and taken back", async () => {
  expect(await answer(mover)).toMatchObject({
    status: 200,
    body: { ...FIELDS, answer: null, message: SWITCH_MESSAGES.shown, is_held: false },
  });
  expect(await answer(mover, { still_using: "no", team_size: "large", text: `${FIELDS.text} Not.` })).toMatchObject({
    status: 200,
  });
  const { body } = await listed();
  expect(body).toMatchObject({ count: 1, page: 1, pages: 1, summary: { count: 1, yes: 0, partly: 0, no: 1 } });
  expect(body["results"]).toMatchObject([{ still_using: "no", text: `${FIELDS.text} Not.` }]);
  expect(JSON.stringify(body)).not.toContain("mover");
  expect(await (await request("/api/zulip/")).json()).toMatchObject({ interactions: { comments: 1 } });
  expect(await takeBack(mover)).toBe(204);
  expect(await takeBack(mover), "again").toBe(204);
  expect(await summary()).toEqual({ count: 0, yes: 0, partly: 0, no: 0 });
});

test("an answer has all its parts", async () => {
  const refused = async (changes: object) => (await answer(mover, changes)).body["fields"];
  const choose = "Please choose one of the answers.";
  expect(await refused({ still_using: "maybe" })).toEqual({ still_using: choose });
  expect(await refused({ team_size: "huge" })).toEqual({ team_size: choose });
  expect(await refused({ time_taken: undefined })).toEqual({ time_taken: choose });
  expect(await refused({ would_again: "yes" })).toEqual({ would_again: choose });
  expect(await refused({ text: `${"a".repeat(39)} ` })).toEqual({ text: "Please write at least 40 characters." });
  expect(await refused({ text: "a".repeat(1001) })).toEqual({ text: "The text can have at most 1000 characters." });
  expect(await refused({ moved: "2026-13" })).toEqual({ moved: "Please enter a month, such as 2026-05." });
  expect(await refused({ moved: "2027-05" })).toEqual({ moved: SWITCH_MESSAGES.future });
  expect(await refused({ missing: Array.from({ length: 7 }, String) })).toMatchObject({ missing: expect.any(String) });
  expect((await answer(mover, { text: "a".repeat(1000), missing: [], better: [] })).status).toBe(200);
});

test("a pair must exist, an unknown one has no list, and a list has six a page", async () => {
  const notFound = errorResponse(404, SWITCH_MESSAGES.notFound);
  await insertSite({ id: 2, name: "Hidden", review: "pending", alternatives: [{ name: "Slack" }] });
  await insertSite({ id: 3, name: "Other", alternatives: [{ name: "Zoom" }] });
  for (const pair of [{ site: 9 }, { site: "x" }, { site: 2 }, { site: 3 }, { product: "nothing" }])
    expect(await answer(mover, {}, pair), JSON.stringify(pair)).toEqual(notFound);
  expect(await listed("", { site: 2 })).toEqual(notFound);
  expect(await listed("", { product: "nothing" })).toEqual(notFound);
  expect((await listed("", { site: 3 })).body).toMatchObject({ results: [], count: 0 });
  expect((await listed("?page=0")).status).toBe(400);
  await insertSwitches(8);
  await insertSwitches(2, { fields: { still_using: "partly" } });
  expect((await listed()).body).toMatchObject({ count: 10, pages: 2, summary: { count: 10, yes: 8, partly: 2 } });
  expect((await listed("?page=2")).body["results"]).toHaveLength(4);
});

test("pages show the figures, what was missing and the newest texts", async () => {
  await insertSwitches(4, { fields: { time_taken: "days" } });
  await insertSwitches(2, { fields: { still_using: "no", team_size: "large", missing: ["huddles", "Calls"] } });
  await insertSwitches(1, { state: "held" });
  await insertSite({ id: 3, name: "Hidden", review: "pending", alternatives: [{ name: "Slack" }] });
  await insertSwitches(3, { siteId: 3, fields: { missing: ["Secret"] } });
  await insertSwitches(1, { productId: 2 });
  const zulip = { name: "Zulip", slug: "zulip" };
  const slack = { name: "Slack", slug: "slack" };
  // As before: one for the list, and one beside it.
  expect((await countTrips((counting) => request("/alternatives/slack", {}, counting))).d1).toBe(2);
  const { moved } = await page<ProductPage>("/alternatives/slack");
  expect(moved.pairs).toEqual([{ site: zulip, product: slack, count: 6, yes: 4, partly: 0, no: 2, time: "days" }]);
  expect(moved.missing).toEqual([
    { text: "huddles", count: 6 },
    { text: "Calls", count: 2 },
  ]);
  expect(moved.texts).toHaveLength(6);
  expect(moved.texts[0]).toMatchObject({ text: FIELDS.text, site: { ...zulip, id: 1 }, product: slack });
  expect((await page<ProductPage>("/alternatives/slack?team=large")).moved).toMatchObject({
    pairs: [{ count: 2, no: 2 }],
    missing: [],
    team: "large",
  });
  const ofSite = (await page<SiteDetailPage>("/zulip")).moved;
  expect(ofSite.pairs).toMatchObject([
    { product: slack, count: 6 },
    { product: { slug: "teams" }, count: 1 },
  ]);
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }] });
  const compared = await page<{ moved: object }>("/compare/mattermost-vs-zulip");
  expect(compared.moved).toEqual({ zulip: { count: 6, yes: 4, partly: 0, no: 2, time: "days" } });
  await db.delete(alternatives).where(eq(alternatives.productId, 1));
  const [withoutPage] = (await page<SiteDetailPage>("/zulip")).moved.pairs;
  expect(withoutPage).toMatchObject({ product: { name: "Slack", slug: "" }, count: 6 });
});

test("among equals, the site stands first that people stayed with, and payment and few answers change nothing", async () => {
  await insertSite({ id: 2, name: "Mattermost", alternatives: [{ name: "Slack" }], facts: { stars: 9000 } });
  const order = async () =>
    (await page<ProductPage>("/alternatives/slack")).sites.results.map(({ name }) => name).join();
  expect(await order()).toBe("Mattermost,Zulip");
  await insertSwitches(4);
  expect(await order()).toBe("Mattermost,Zulip");
  await insertSwitches(1);
  expect(await order()).toBe("Zulip,Mattermost");
  await insertSwitches(8, { siteId: 2 });
  expect(await order(), "more answers, as good").toBe("Mattermost,Zulip");
  await insertSwitches(3);
  await insertSwitches(5, { fields: { still_using: "partly" } });
  await insertSwitches(5, { siteId: 2, fields: { still_using: "no" } });
  expect(await order(), "as many stayed, and some went back").toBe("Zulip,Mattermost");
});

test("what people say stays when the owner no longer names the product, and can be changed", async () => {
  await answer(mover);
  await db.delete(alternatives).where(eq(alternatives.productId, 1));
  expect(await summary()).toMatchObject({ count: 1 });
  expect((await answer(mover, { still_using: "partly" })).status).toBe(200);
  expect(await answer(await insertMover("other@example.com"))).toEqual(errorResponse(404, SWITCH_MESSAGES.notFound));
});

test("the owner answers once, and nobody else", async () => {
  await answer(mover);
  expect(lastMail(ANNA)?.text).toContain("/zulip#moved");
  expect(lastMail(ANNA)?.text).not.toContain(FIELDS.text);
  const owner = await logIn();
  const reply = (browser: Browser, text = "Thank you.") => browser.post("/api/sites/switches/1/answer/", { text });
  expect((await reply(mover)).status).toBe(404);
  expect(await readResponse(await reply(owner, "See www.maker.example"))).toMatchObject({
    status: 400,
    body: { fields: { text: "Please leave out web addresses." } },
  });
  const answers = await Promise.all([reply(owner), reply(owner, "Second")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const { answer: stored } = (await storedSwitches())[0]!;
  expect((await listed()).body["results"]).toMatchObject([
    { answer: { text: stored, created_at: expect.any(String) }, created_at: "2026-11-20T00:00:00.000Z" },
  ]);
  await answer(mover, { still_using: "no" });
  expect((await storedSwitches())[0], "a change keeps it").toMatchObject({
    answer: stored,
    fields: { still_using: "no" },
  });
  expect((await readResponse(await owner.post("/api/sites/switches/9/answer/", { text: "x" }))).status).toBe(404);
  const staff = await insertMover("staff@example.com", { isStaff: true });
  expect((await staff.patch("/api/sites/switch/1/", { answer: "" })).status).toBe(200);
  expect((await storedSwitches())[0], "staff can remove it").toMatchObject({ state: "shown", answer: null });
  // One mail a day about a listing.
  await answer(await insertMover("other@example.com"));
  expect(fakes.mails.filter(({ to }) => to === ANNA)).toHaveLength(1);
});

test("answers of suspended and deleted accounts leave the figures", async () => {
  await insertSwitches(2);
  await answer(mover);
  const { userId } = (await storedSwitches()).at(-1)!;
  const staff = await insertMover("staff@example.com", { isStaff: true });
  const suspend = (isSuspended: boolean) => staff.patch(`/api/accounts/user/${userId}/`, { is_suspended: isSuspended });
  expect((await suspend(true)).status).toBe(200);
  expect(await summary()).toMatchObject({ count: 2 });
  expect((await suspend(false)).status).toBe(200);
  expect(await summary()).toMatchObject({ count: 3 });
  const boss = await insertMover("boss@example.com", { isSuperuser: true });
  expect((await boss.delete(`/api/accounts/user/${userId}/`)).status).toBe(204);
  expect(await summary()).toMatchObject({ count: 2 });
  await db.delete(sites);
  expect(await storedSwitches(), "of a deleted site").toEqual([]);
});

test("owners see how many answers each of their sites has", async () => {
  await insertSite({ id: 50, ownerId: 1, alternatives: [{ name: "Slack" }] });
  await insertSwitches(3, { siteId: 50 });
  const { results } = await (await (await logIn()).get("/api/sites/")).json<{ results: object[] }>();
  expect(results).toMatchObject([{ id: 50, interactions: { comments: 3 } }, { interactions: { comments: 0 } }]);
});

test("reads do not grow with the suspended accounts, and no deletion reads all answers", async () => {
  await insertSwitches(5);
  await db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO ${users} (email, created_at, updated_at, suspended_at) SELECT 'spam' || i || '@x.example', 0, 0, 1 FROM n`);
  for (const statement of movedStatements(connect(env.DB), eq(switches.productId, 1), null)) {
    const query = statement.toSQL();
    const { meta } = await env.DB.prepare(query.sql)
      .bind(...query.params)
      .run();
    expect(meta.rows_read).toBeLessThan(50);
  }
  for (const of of ["site_id", "product_id"])
    expect(await planOf(`DELETE FROM switches WHERE ${of} = 1`)).toEqual([expect.stringMatching(/^SEARCH/)]);
});
