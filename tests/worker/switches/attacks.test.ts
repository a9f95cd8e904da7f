import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { connect } from "#worker/db/connection.ts";
import { mergeStatements } from "#worker/features/products/merge.ts";
import { movedStatements } from "#worker/features/switches/figures.ts";
import { adminRecords } from "../support/admin.ts";
import { fakes, NOW, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser, logIn, readResponse } from "../support/people.ts";
import { planOf } from "../support/query-plan.ts";
import { answer, db, insertMover, insertSwitches, insertZulip, summary, takeBack } from "../support/switches.ts";

const OWNER = "owner@gmail.com";
beforeEach(async () => {
  const { id } = await insertUser({ email: OWNER, createdAt: NOW - 9 * DAY_MS });
  await insertZulip(id);
});

const isHeld = async (browser: Browser, changes: object = {}) => (await answer(browser, changes)).body["is_held"];

/** An answer that waits, because it came from the network of another one. */
async function insertHeld() {
  for (const email of ["one@example.com", "two@example.com"]) {
    await insertMover(email);
    await answer(await logIn(email, new Browser("198.51.100.7")));
  }
  const staff = await insertMover("staff@example.com", { isStaff: true });
  const [held] = await adminRecords(staff, "sites/switch/?filter=held");
  return (body: object) => staff.patch(`/api/sites/switch/${String(held!["id"])}/`, body);
}

test("another address of the owner's mailbox cannot answer", async () => {
  expect((await answer(await insertMover("own.er+1@googlemail.com"))).status).toBe(403);
});

test("one person does not use up what a site shows in a day", async () => {
  const rival = await insertMover("rival@example.com");
  for (let at = 0; at < 5; at += 1) {
    await answer(rival);
    await takeBack(rival);
  }
  expect(await isHeld(await insertMover("honest@example.com"))).toBe(false);
});

test("of the mailboxes of one domain, one is shown", async () => {
  const friends = await Promise.all([1, 2].map((at) => insertMover(`friend-${at}@catch-all.example`)));
  expect([await isHeld(friends[0]!), await isHeld(friends[1]!)]).toEqual([false, true]);
});

test("a refused answer that is taken back and given again in another network waits", async () => {
  const decide = await insertHeld();
  await decide({ refusal: "This advertises." });
  const phone = await logIn("two@example.com", new Browser("203.0.113.9"));
  await takeBack(phone);
  expect(await isHeld(phone)).toBe(true);
});

test("an answer that staff have shown waits again when it is changed", async () => {
  const decide = await insertHeld();
  await decide({ granted: true });
  expect(await summary()).toMatchObject({ count: 2 });
  expect(await isHeld(await logIn("two@example.com"), { still_using: "no" })).toBe(true);
});

test("after a merge of products, a mailbox has one answer", async () => {
  await answer(await insertMover("anna@gmail.com"));
  await answer(await insertMover("an.na@gmail.com"), {}, { product: "teams" });
  await db.update(switches).set({ state: "shown" });
  const [first, ...others] = mergeStatements(connect(env.DB), 2, 1);
  await connect(env.DB).batch([first!, ...others]);
  expect(await summary()).toMatchObject({ count: 1 });
});

test("hidden sites add nothing to what was missing", async () => {
  await insertSite({ id: 2, name: "Hidden", review: "pending", alternatives: [{ name: "Slack" }] });
  await insertSwitches(5);
  await insertSwitches(3, { siteId: 2, fields: { missing: ["Secret"] } });
  const { moved } = await (await request("/api/pages/alternatives/slack")).json<ProductPage>();
  expect(moved.missing).toEqual([{ text: "Huddles", count: 5 }]);
});

test("owners see how many answers each of their sites has", async () => {
  await insertSite({ id: 50, ownerId: 1, alternatives: [{ name: "Slack" }] });
  await insertSwitches(3, { siteId: 50 });
  const { results } = await (await (await logIn(OWNER)).get("/api/sites/")).json<{ results: object[] }>();
  expect(results).toMatchObject([{ id: 50, interactions: { comments: 3 } }, { interactions: { comments: 0 } }]);
});

test("an answer does not use up the mail to the owner about a report", async () => {
  await db.update(sites).set({ verifiedBy: "dns", verifiedSince: NOW });
  await answer(await insertMover("mover@example.com"));
  const { status } = await readResponse(
    await new Browser().post("/api/sites/1/reports/", { reason: "dead", text: "The site does not answer any longer." }),
  );
  expect(status).toBe(202);
  expect(fakes.mails.filter(({ to }) => to === OWNER)).toHaveLength(2);
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

test("a person who moved from two products is shown twice, but not one who waits", async () => {
  const mover = await insertMover("mover@example.com");
  expect(await isHeld(mover)).toBe(false);
  expect((await answer(mover, {}, { product: "teams" })).body["is_held"]).toBe(false);
  await insertHeld();
  const two = await logIn("two@example.com");
  expect((await answer(two, {}, { product: "teams" })).body["is_held"]).toBe(true);
});

test("an owner's answer has no web address, and staff can remove it", async () => {
  await answer(await insertMover("mover@example.com"));
  const owner = await logIn(OWNER);
  const reply = (text: string) => owner.post("/api/sites/switches/1/answer/", { text });
  expect(await readResponse(await reply("See www.maker.example"))).toMatchObject({
    status: 400,
    body: { fields: { text: "Please leave out web addresses." } },
  });
  expect((await reply("He works at Acme.")).status).toBe(204);
  const staff = await insertMover("staff@example.com", { isStaff: true });
  expect((await staff.patch("/api/sites/switch/1/", { answer: "" })).status).toBe(200);
  expect(await db.select({ state: switches.state, answer: switches.answer }).from(switches)).toEqual([
    { state: "shown", answer: null },
  ]);
});

test("a product without a page has no link", async () => {
  await insertSwitches(5);
  await db.delete(alternatives).where(eq(alternatives.productId, 1));
  const { moved } = await (await request("/api/pages/zulip")).json<SiteDetailPage>();
  expect(moved.pairs).toMatchObject([{ product: { name: "Slack", slug: "" }, count: 5 }]);
});
