/// <reference types="vite/client" />
import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { claims } from "#schema/tables/claims.ts";
import { reports } from "#schema/tables/reports.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { factChanges } from "#schema/tables/facts.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { imageFetches, siteImages, uploads } from "#schema/tables/media.ts";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { FIELDS } from "../support/switches.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import { alternatives, articles, likes, sites } from "#schema/tables/sites.ts";
import { SECRETS } from "#worker/features/accounts/user/data-export.ts";
import { fakes, NO_MAIL, NOW, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logInByCode,
  mailedCode,
  PASSWORD,
  errorResponse,
  otherCode,
} from "../support/people.ts";
import { expectCountersToEqualTables, expectKnownWordsToEqualTables } from "../support/derived-data.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { loggedErrors } from "../support/setup.ts";
import { subscriptionRow } from "../support/subscriptions.ts";

const db = drizzle(env.DB);
const HERS = "users/1/picture.webp";
const HIS = "users/2/picture.webp";

let browser: Browser;

/** Anna has a site, an image and a like. Bert has an image, and the site that Anna likes. */
beforeEach(async () => {
  const anna = await insertUser();
  const bert = await insertUser({ email: BERT });
  const site = await insertSite({ name: "Hers", alternatives: [{ name: "Slack" }], article: { blocks: [] } });
  const other = await insertSite({ name: "His" });
  await db.batch([
    db.update(sites).set({ ownerId: anna.id }).where(eq(sites.id, site.id)),
    db.update(sites).set({ ownerId: bert.id }).where(eq(sites.id, other.id)),
    db.insert(likes).values({ userId: anna.id, siteId: other.id, createdAt: NOW }),
  ]);
  for (const [userId, key] of [HERS, HIS].entries()) {
    await db.insert(uploads).values({ key, userId: userId + 1, bytes: 7, createdAt: NOW, unusedSince: NOW });
    await env.MEDIA.put(key, "picture");
  }
  browser = await logInByCode();
});

const remove = async (body: object = { password: PASSWORD }, overrides = {}) =>
  readResponse(await browser.delete("/api/user/", body, overrides));
const removed = { status: 200, body: { message: ACCOUNT_MESSAGES.deleted } };
const namesOfSites = async () => (await db.select({ name: sites.name }).from(sites)).map(({ name }) => name);

test("deleting an account also deletes its sites, likes, images and sessions, and nothing of other users", async () => {
  const other = await logInByCode();
  expect(await remove()).toEqual(removed);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
  expect(browser.cookies.has("__Host-session")).toBe(false);
  expect((await db.select().from(users)).map(({ email }) => email)).toEqual([BERT]);
  expect(await namesOfSites()).toEqual(["His"]);
  expect(await db.select().from(alternatives)).toEqual([]);
  expect(await db.select({ likeCount: sites.likeCount }).from(sites)).toEqual([{ likeCount: 0 }]);
  expect((await env.MEDIA.list()).objects.map(({ key }) => key)).toEqual([HIS]);
  expect((await env.SESSIONS.list({ prefix: "session:" })).keys).toEqual([]);
  expect((await request("/api/hers/")).status).toBe(410);
  expect((await request("/api/his/")).status).toBe(200);
  await expectKnownWordsToEqualTables();
  expect(fakes.mails.filter(({ subject }) => subject.endsWith("is deleted"))).toMatchObject([{ to: ANNA }]);
  expect(lastMail(ANNA)?.text).toContain("may know your password");
  expect(lastMail(ANNA)?.text).not.toContain("charged");
});

test("an account is deleted also if no mail can be sent", async () => {
  expect(await remove(undefined, NO_MAIL)).toEqual(removed);
  expect(loggedErrors.splice(0)).not.toEqual([]);
});

const reportOf = (email: string) => ({
  email,
  about: "Site",
  page: "/site",
  key: email,
  ...({
    reason: "dead",
    createdAt: NOW,
    updatedAt: NOW,
  } as const),
});
const watchOf = (email: string) => ({
  email,
  q: "typewriter",
  words: "typewriter",
  stopHash: email,
  seen: 0,
  mailedAt: NOW,
  expiresAt: NOW + DAY_MS,
  createdAt: NOW,
});

test("deleting an account deletes what has its email address: unsent mails, messages, and searches that wait", async () => {
  const mail = { subject: "", text: "", html: "", dueAt: NOW, createdAt: NOW };
  await db.insert(outbox).values([
    { key: "urgent:1", recipient: ANNA, gaveUpAt: NOW, ...mail },
    { key: "urgent:2", recipient: BERT, gaveUpAt: NOW, ...mail },
    { key: "notice:1", recipient: env.SUPPORT_EMAIL, replyTo: ANNA, ...mail },
  ]);
  await db
    .insert(contactMessages)
    .values([ANNA, BERT].map((email) => ({ email, message: `From ${email}`, createdAt: NOW })));
  await db.insert(searchWatches).values([watchOf(ANNA), watchOf(BERT)]);
  expect(await remove()).toEqual(removed);
  expect(await db.select({ key: outbox.key }).from(outbox)).toEqual([{ key: "urgent:2" }]);
  expect(await db.select({ email: contactMessages.email }).from(contactMessages)).toEqual([{ email: BERT }]);
  expect(await db.select({ email: searchWatches.email }).from(searchWatches)).toEqual([{ email: BERT }]);
  await expectCountersToEqualTables();
});

test("deleting an account deletes more sites than fit in one batch, and their search words", async () => {
  await insertSites(Array.from({ length: 120 }, (_, index) => `Product number${index}`));
  await env.DB.exec("UPDATE sites SET owner_id = 1 WHERE owner_id IS NULL");
  expect(await remove()).toEqual(removed);
  expect(await namesOfSites()).toEqual(["His"]);
  await expectKnownWordsToEqualTables();
  await expectCountersToEqualTables();
});

test("an open session alone is not enough to delete an account", async () => {
  const wrong = ACCOUNT_MESSAGES.passwordWrong;
  expect(await remove({ password: "not the password" })).toEqual(errorResponse(400, wrong, { password: wrong }));
  expect(await remove({})).toEqual(errorResponse(400, "Please enter your password or the code from your email."));
  const noCode = ACCOUNT_MESSAGES.deleteCodeExpired;
  expect(await remove({ code: "123456" })).toEqual(errorResponse(400, noCode, { code: noCode }));
  expect(await namesOfSites()).toEqual(["Hers", "His"]);
});

test("a user without a password deletes the account with a mailed code", async () => {
  await db.update(users).set({ passwordHash: null });
  expect(await readResponse(await browser.post("/api/user/delete-code/"))).toEqual({
    status: 200,
    body: { message: ACCOUNT_MESSAGES.deleteCodeSent },
  });
  expect(lastMail(ANNA)!.subject).toContain("delete your account");
  const code = mailedCode(ANNA);
  const wrong = ACCOUNT_MESSAGES.codeWrong;
  expect(await remove({ code: otherCode(code) })).toEqual(errorResponse(400, wrong, { code: wrong }));
  expect(await remove({ code })).toEqual(removed);
  expect(lastMail(ANNA)!.text).not.toContain("password");
});

/** Each claims the listing of the other one. */
const claimOf = (userId: number) => ({
  siteId: 3 - userId,
  userId,
  method: "dns" as const,
  answerDueAt: NOW,
  objection: "for staff alone",
  createdAt: NOW,
});

/** Rows of Anna and of Bert in each table that the fixture above leaves empty. */
const fillTables = async () => {
  const [anna, bert] = [1, 2];
  const both = [anna, bert];
  const image = (siteId: number) => ({ siteId, kind: "logo" as const, position: 0 });
  await db.batch([
    db.insert(articles).values({ siteId: bert, content: '{"blocks":[]}' }),
    db.insert(alternatives).values({ siteId: bert, productId: 1, name: "Slack", link: "", position: 0 }),
    db.insert(likes).values({ userId: bert, siteId: 1, createdAt: NOW }),
    db.insert(factChanges).values(both.map((siteId) => ({ siteId, fact: "api", after: "true", day: NOW / DAY_MS }))),
    db.insert(siteImages).values(both.map((siteId) => ({ ...image(siteId), uploadKey: [HERS, HIS][siteId - 1]! }))),
    db.insert(imageFetches).values(both.map((siteId) => ({ ...image(siteId), address: "", createdAt: NOW }))),
    db
      .insert(contactMessages)
      .values([ANNA, BERT].map((email) => ({ email, message: `From ${email}`, createdAt: NOW }))),
    db.insert(searchWatches).values([ANNA, BERT].map(watchOf)),
    db.insert(claims).values(both.map((userId) => claimOf(userId))),
    db.insert(switches).values(both.map((userId) => ({ ...MOVED, userId, siteId: 3 - userId }))),
    db.insert(moves).values(both.map((userId) => ({ userId, productId: 1, done: [], createdAt: NOW, askAt: NOW }))),
    db.insert(reports).values([ANNA, BERT].map(reportOf)),
    db.insert(blogPosts).values(both.map((authorId) => post(authorId))),
    db.insert(subscriptions).values(both.map((id) => subscriptionRow({ id: `sub_of_${id}`, userId: id, siteId: id }))),
    db.insert(payments).values(both.map((userId) => payment(userId))),
  ]);
};

/** Tables that refer to a person, and why the export leaves them out. */
const NOT_EXPORTED: Record<string, string> = {
  sessions: "The export has the open sessions instead, with their devices.",
  codes: "A code is valid for minutes, and its row has only a hash and a random key.",
  mailed_links: "A link is valid for a day. Anybody can sign up with a person's email address.",
  outbox: "The mail is about to arrive.",
  audit_log: "It is about the work of staff, and about other people.",
  image_uses: "The articles and posts name their images.",
  payment_locks: "A payment is in progress for seconds only.",
};

const TABLES = Object.values(
  import.meta.glob<Record<string, unknown>>("../../../schema/tables/*.ts", { eager: true }),
).flatMap((file) => Object.values(file).filter((value) => is(value, SQLiteTable)));
const parentsOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable as SQLiteTable);
const isPersonal = (table: SQLiteTable): boolean =>
  table === users ||
  parentsOf(table).some(isPersonal) ||
  getTableConfig(table).columns.some(({ name }) => /email|recipient|person/.test(name));

test("the data export has each column of each table about a person, but for secrets, and nothing of other users", async () => {
  await fillTables();
  await logInByCode(BERT);
  await db.update(sites).set({ reviewNote: "for staff alone", liveSince: NOW });
  const response = await browser.get("/api/user/export/");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const text = await response.text();
  expect(text).not.toMatch(/scrypt|for staff alone/);
  const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  const personal = TABLES.filter(isPersonal);
  const left = new Set(Object.keys(NOT_EXPORTED).filter((name) => name !== "sessions"));
  expect(Object.keys(data).toSorted()).toEqual(
    ["exportedAt", ...personal.map(getTableName).filter((name) => !left.has(name))].toSorted(),
  );
  for (const table of personal.filter((one) => !(getTableName(one) in NOT_EXPORTED))) {
    const columns = Object.entries(getTableColumns(table));
    const [row = {}] = data[getTableName(table)]!;
    for (const [name, column] of columns)
      expect(name in row, `${getTableName(table)}.${name}`).toBe(!SECRETS.includes(column));
  }
  expect(data).toMatchObject({
    users: [{ email: ANNA }],
    sites: [{ name: "Hers", liveSince: new Date(NOW).toISOString() }],
    fact_changes: [{ siteId: 1, day: "2026-11-20" }],
    likes: [{ site: "his" }],
    uploads: [{ key: HERS, url: `/media/${HERS}` }],
    blog_posts: [{ authorId: 1 }],
    subscriptions: [{ id: "sub_of_1" }],
    payments: [{ stripeId: "in_of_1" }],
    contact_messages: [{ email: ANNA }],
    search_watches: [{ email: ANNA }],
    claims: [{ siteId: 2, userId: 1 }],
    reports: [{ email: ANNA }],
    switches: [{ siteId: 2, fields: FIELDS }],
    moves: [{ productId: 1 }],
  });
  const { exportedAt: _, ...lists } = data;
  for (const [name, list] of Object.entries(lists)) expect(list, name).toHaveLength(1);
});

const times = { createdAt: NOW, updatedAt: NOW };
const MOVED = { ...times, productId: 1, fields: FIELDS, state: "shown" as const };
const post = (authorId: number) => ({
  slug: `post-${authorId}`,
  authorId,
  title: "A post",
  excerpt: "",
  content: '{"blocks":[]}',
  ...times,
});
const payment = (userId: number) => ({
  stripeId: `in_of_${userId}`,
  kind: "payment" as const,
  invoiceId: `in_of_${userId}`,
  detail: "",
  reading: 1,
  userId,
  siteName: "A site",
  amountCents: 1000,
  currency: "eur",
  happenedAt: NOW,
});
