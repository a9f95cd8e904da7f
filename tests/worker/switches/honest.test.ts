import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { readDirectoryConfig } from "#worker/config/config.ts";
import { connect } from "#worker/db/connection.ts";
import { changeOwner } from "#worker/features/claims/change-owner.ts";
import { ownershipStatement } from "#worker/features/claims/find.ts";
import { mailboxOf } from "#worker/features/outbox/mailbox.ts";
import { mergeStatements } from "#worker/features/products/merge.ts";
import { adminRecords } from "../support/admin.ts";
import { fakePorts, fakes, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { errorResponse, insertUser, lastMail, logIn, readResponse } from "../support/people.ts";
import { answer, db, insertMover, insertZulip, storedSwitches, summary, takeBack } from "../support/switches.ts";

const OWNER = "owner@maker.example";
beforeEach(async () => {
  const { id } = await insertUser({ email: OWNER, createdAt: NOW - 9 * DAY_MS });
  await insertZulip(id);
});

const isHeld = async (browser: Browser, changes: object = {}, pair?: { product: string }) =>
  (await answer(browser, changes, pair)).body["is_held"];
const refused = (message: string, status = 403) => errorResponse(status, message);

test("the owner and the owner's domains cannot answer", async () => {
  expect(await answer(await logIn(OWNER))).toEqual(refused(SWITCH_MESSAGES.owner));
  for (const email of ["friend@maker.example", "bot@zulip.com", "bot@mail.zulip.com"])
    expect(await answer(await insertMover(email)), email).toEqual(refused(SWITCH_MESSAGES.ownerDomain));
  // Neighbours at a provider do not know each other.
  await db.update(users).set({ email: "owner@gmail.com" }).where(eq(users.email, OWNER));
  expect(await answer(await insertMover("own.er+1@googlemail.com"))).toEqual(refused(SWITCH_MESSAGES.owner));
  expect((await answer(await insertMover("somebody@gmail.com"))).status).toBe(200);
  expect((await answer(await insertMover("bot@notzulip.com"))).status).toBe(200);
});

test("who becomes the owner loses the answer of each own address", async () => {
  await insertMover("mover@example.com");
  await answer(await insertMover("mover+1@example.com"));
  expect(await summary()).toMatchObject({ count: 1 });
  const connection = connect(env.DB);
  const [site] = await ownershipStatement(connection, eq(sites.id, 1));
  const [user] = await db.select().from(users).where(eq(users.email, "mover@example.com"));
  await changeOwner(
    { env, var: { db: connection, ports: fakePorts, config: readDirectoryConfig(env) } },
    { site: site!, to: user!, author: { id: null, email: "test", now: NOW } },
  );
  expect(await summary()).toMatchObject({ count: 0 });
});

test("accounts of less than a day cannot answer", async () => {
  const young = await insertMover("young@example.com", { createdAt: NOW - DAY_MS + 1 });
  expect(await answer(young)).toEqual(refused(SWITCH_MESSAGES.newAccount));
  await db
    .update(users)
    .set({ createdAt: NOW - DAY_MS })
    .where(eq(users.email, "young@example.com"));
  expect((await answer(young)).status).toBe(200);
});

const ALIASES = ["anna@gmail.com", "an.na@gmail.com", "anna+1@gmail.com", "a.nna+x+y@googlemail.com"];

test("SQL and TypeScript know the same mailboxes", async () => {
  const addresses = [
    ...ALIASES,
    "a.b+c@pm.me",
    "ab@protonmail.com",
    "a.b+c@example.com",
    "ab@example.com",
    "+x@example.com",
    "a@gmail.com.example",
    "a@mail.x.org",
  ];
  for (const email of addresses) await insertUser({ email });
  const stored = await db.select({ email: users.email, mailbox: users.mailbox }).from(users);
  expect(stored).toHaveLength(addresses.length + 1);
  for (const { email, mailbox } of stored) expect(mailbox).toBe(mailboxOf(email));
});

test("of the addresses of a mailbox one answers and one likes, also at the same moment", async () => {
  const browsers = await Promise.all(ALIASES.map((email) => insertMover(email)));
  const answers = await Promise.all(browsers.map((browser) => answer(browser)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toEqual(refused(SWITCH_MESSAGES.sameMailbox, 409));
  const likes = await Promise.all(
    browsers.map(async (browser) => readResponse(await browser.post("/api/sites/1/like/"))),
  );
  expect(likes.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  expect(likes.find(({ status }) => status === 400)).toEqual(refused(SITE_MESSAGES.alreadyLiked, 400));
  expect(await storedSwitches()).toHaveLength(1);
  // Nobody takes back what another account gave.
  const other = browsers[answers.findIndex(({ status }) => status === 409)]!;
  expect(await takeBack(other)).toBe(204);
  expect(await storedSwitches()).toHaveLength(1);
  expect((await answer(other, {}, { product: "teams" })).status, "of another pair").toBe(200);
});

test("of fifty mailboxes in fifty networks, five are shown, and staff look at the others", async () => {
  for (let at = 0; at < 50; at += 1) await answer(await insertMover(`friend-${at}@provider-${at}.example`));
  expect(await summary()).toMatchObject({ count: 5 });
  expect((await storedSwitches()).filter(({ state }) => state === "held")).toHaveLength(45);
});

test("of one network, one is shown, and a person who answers again waits, too", async () => {
  const network = new Browser("198.51.100.7");
  await insertMover("one@example.com");
  await insertMover("two@example.com");
  const one = await logIn("one@example.com", network);
  const teams = { product: "teams" };
  expect(await isHeld(one)).toBe(false);
  expect(await isHeld(one, { still_using: "no" }), "a change").toBe(false);
  expect(await isHeld(one, {}, teams), "of another product").toBe(false);
  const two = await logIn("two@example.com", new Browser("198.51.100.7"));
  expect(await answer(two)).toMatchObject({ body: { is_held: true, message: SWITCH_MESSAGES.held } });
  expect(await isHeld(two, { still_using: "no" }), "a change of what waits").toBe(true);
  expect(await isHeld(two, {}, teams)).toBe(true);
  await takeBack(one, teams);
  await takeBack(one);
  expect(await isHeld(one)).toBe(true);
  expect(await summary()).toMatchObject({ count: 0 });
});

test("a web address waits for staff, also if it comes with a change", async () => {
  const mover = await insertMover("mover@example.com");
  await answer(mover);
  const advert = "Better than this one is the software that you find at https://other.example/";
  expect(await isHeld(mover, { text: advert })).toBe(true);
  expect(await summary()).toMatchObject({ count: 0 });
  expect(await isHeld(mover, { better: ["www.other.example"] })).toBe(true);
});

test("staff show what waits, or refuse it with a mail", async () => {
  for (const name of ["one", "two", "three"]) {
    await insertMover(`${name}@example.com`);
    await answer(await logIn(`${name}@example.com`, new Browser("198.51.100.7")));
  }
  const staff = await insertMover("staff@example.com", { isStaff: true });
  const held = await adminRecords(staff, "sites/switch/?filter=held");
  expect(held).toMatchObject([
    { person: "three@example.com", refusal: "Another answer about this site came from the same network." },
    { person: "two@example.com" },
  ]);
  const decide = async (id: unknown, body: object) =>
    readResponse(await staff.patch(`/api/sites/switch/${String(id)}/`, body));
  expect(await decide(held[1]!["id"], { granted: true })).toMatchObject({ status: 200, body: { state: "shown" } });
  expect((await decide(held[0]!["id"], { refusal: "" })).status).toBe(400);
  expect((await decide(held[0]!["id"], { refusal: "This advertises." })).status).toBe(200);
  expect(lastMail("three@example.com")?.text).toContain("This advertises.");
  expect(await summary()).toMatchObject({ count: 2 });
  expect(await adminRecords(staff, "sites/switch/?filter=held")).toEqual([]);
  expect(await isHeld(await logIn("two@example.com"), { still_using: "no" }), "shown and changed").toBe(true);
  const phone = await logIn("three@example.com", new Browser("203.0.113.9"));
  expect(await isHeld(phone), "refused and changed").toBe(true);
  await takeBack(phone);
  expect(await isHeld(phone), "refused, taken back and given again").toBe(true);
});

test("an account that likes, answers and is deleted leaves nothing", async () => {
  const mover = await insertMover("mover@example.com", { passwordHash: null, googleSub: "1" });
  await answer(mover);
  await mover.post("/api/sites/1/like/");
  await db.delete(users).where(eq(users.email, "mover@example.com"));
  expect(await summary()).toMatchObject({ count: 0 });
  expect(await db.select({ likes: sites.likeCount }).from(sites)).toEqual([{ likes: 0 }]);
});

test("of many tries in an hour, the last ones are refused", async () => {
  const mover = await insertMover("mover@example.com");
  const statuses = [];
  for (let at = 0; at < 21; at += 1) statuses.push((await answer(mover)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
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

test("after a merge of products, a mailbox has one answer", async () => {
  await answer(await insertMover("anna@gmail.com"));
  await answer(await insertMover("an.na@gmail.com"), {}, { product: "teams" });
  const both = await insertMover("both@example.com");
  await answer(both, { still_using: "partly" });
  await answer(both, {}, { product: "teams" });
  await db.update(switches).set({ state: "shown" });
  const [first, ...others] = mergeStatements(connect(env.DB), 2, 1);
  await connect(env.DB).batch([first!, ...others]);
  expect(await summary()).toMatchObject({ count: 2, yes: 1, partly: 1 });
});

test("an answer does not use up the mail to the owner about a report", async () => {
  await db.update(sites).set({ verifiedBy: "dns", verifiedSince: NOW });
  await answer(await insertMover("mover@example.com"));
  const body = { reason: "dead", text: "The site does not answer any longer." };
  expect((await new Browser().post("/api/sites/1/reports/", body)).status).toBe(202);
  expect(fakes.mails.filter(({ to }) => to === OWNER)).toHaveLength(2);
});
