import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SITE_MESSAGES } from "#schema/sites/sites.ts";
import { SWITCH_MESSAGES } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { readDirectoryConfig } from "#worker/config/config.ts";
import { connect } from "#worker/db/connection.ts";
import { changeOwner } from "#worker/features/claims/change-owner.ts";
import { ownershipStatement } from "#worker/features/claims/find.ts";
import { mailboxOf } from "#worker/features/outbox/mail-gate.ts";
import { adminRecords } from "../support/admin.ts";
import { fakePorts, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { errorResponse, insertUser, lastMail, logIn, readResponse } from "../support/people.ts";
import { answer, db, insertMover, insertZulip, storedSwitches, summary, takeBack } from "../support/switches.ts";

const OWNER = "owner@maker.example";
beforeEach(async () => {
  const { id } = await insertUser({ email: OWNER, createdAt: NOW - 9 * DAY_MS });
  await insertZulip(id);
});

const refused = (message: string, status = 403) => errorResponse(status, message);

test("the owner and the owner's domains cannot answer", async () => {
  expect(await answer(await logIn(OWNER))).toEqual(refused(SWITCH_MESSAGES.owner));
  for (const email of ["friend@maker.example", "bot@zulip.com", "bot@mail.zulip.com"])
    expect(await answer(await insertMover(email)), email).toEqual(refused(SWITCH_MESSAGES.ownerDomain));
  // Neighbours at a provider do not know each other.
  await db.update(users).set({ email: "owner@gmail.com" }).where(eq(users.email, OWNER));
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
  expect(await answer(one)).toMatchObject({ body: { is_held: false } });
  expect(await answer(one, { still_using: "no" }), "a change").toMatchObject({ body: { is_held: false } });
  const two = await logIn("two@example.com", new Browser("198.51.100.7"));
  expect(await answer(two)).toMatchObject({ body: { is_held: true, message: SWITCH_MESSAGES.held } });
  expect(await answer(two, { still_using: "no" }), "a change of what waits").toMatchObject({ body: { is_held: true } });
  expect(await answer(two, {}, { product: "teams" })).toMatchObject({ body: { is_held: true } });
  await takeBack(one);
  expect(await answer(one)).toMatchObject({ body: { is_held: true } });
  expect(await summary()).toMatchObject({ count: 0 });
});

test("a web address waits for staff, also if it comes with a change", async () => {
  const mover = await insertMover("mover@example.com");
  await answer(mover);
  const advert = "Better than this one is the software that you find at https://other.example/";
  expect(await answer(mover, { text: advert })).toMatchObject({ body: { is_held: true } });
  expect(await summary()).toMatchObject({ count: 0 });
  expect(await answer(mover, { better: ["www.other.example"] })).toMatchObject({ body: { is_held: true } });
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
  expect(await answer(await logIn("three@example.com")), "refused and changed").toMatchObject({
    body: { is_held: true },
  });
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
