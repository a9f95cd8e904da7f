import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { codes, mailedLinks, rateCounters, sessions, users } from "#schema/tables/accounts.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts, NOW, fakes, type Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { siteBody } from "../support/own-sites.ts";
import { ANNA, insertUser, isSignedIn, logInNew, mailedCode, PASSWORD } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { FailingD1 } from "./failing-services.ts";

const LOST = "D1_ERROR: Network connection lost.";
const BUSY = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

const db = drizzle(env.DB);

/** Idempotent requests, each with the statement that it needs. */
const IDEMPOTENT: [string, string, (browser: Browser, at: Overrides) => Promise<Response>][] = [
  ["log-out", 'delete from "sessions"', (browser, at) => browser.post("/api/logout/", undefined, at)],
  ["log-out everywhere", 'update "users"', (browser, at) => browser.post("/api/logout/everywhere/", undefined, at)],
  ["a like taken back", "DELETE FROM likes", (browser, at) => browser.post("/api/sites/1/unlike/", undefined, at)],
];

// Which errors, and how often: tests/unit/http/retry.test.ts.
test.each(IDEMPOTENT)("%s is made again if D1 loses the connection", async (_, text, send) => {
  await insertSite({ id: 1 });
  const failing = new FailingD1(text, { message: LOST, times: 1, isWritten: true });
  expect((await send(await logInNew(), failing)).status).toBe(200);
  expect([failing.calls, fakes.waits.length]).toEqual([2, 1]);
});

test("an unlike counts once towards the limit, also after retries", async () => {
  await insertSite({ id: 1 });
  const browser = await logInNew();
  const counts = async () =>
    (await env.DB.prepare("SELECT sum(count) AS sum FROM rate_counters").first<{ sum: number }>())!.sum;
  const before = await counts();
  const failing = new FailingD1("DELETE FROM likes", { message: LOST, times: 3, isWritten: true });
  expect((await browser.post("/api/sites/1/unlike/", undefined, failing)).status).toBe(200);
  expect(await counts()).toBe(before + 1);
});

test.each([
  ["code", "INSERT INTO codes"],
  ["session", "INSERT INTO sessions"],
])("a sign-in opens one session if D1 loses the connection while it writes the %s", async (_, text) => {
  await insertUser();
  for (const isWritten of [false, true]) {
    const browser = new Browser();
    const failing = new FailingD1(text, { message: LOST, times: 1, isWritten });
    expect((await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, failing)).status).toBe(200);
    const form = { email: ANNA, code: mailedCode(ANNA) };
    expect((await browser.post("/api/login/verify/", form, failing)).status).toBe(200);
    expect(failing.calls).toBe(2);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await db.select({ userId: sessions.userId }).from(sessions)).toHaveLength(1);
    await browser.post("/api/logout/");
  }
});

test.each([
  [
    "a new site",
    "INSERT INTO products",
    (browser: Browser, at: Overrides) => browser.post("/api/sites/", siteBody(), at),
  ],
  ["a like", "INSERT INTO likes", (browser: Browser, at: Overrides) => browser.post("/api/sites/1/like/", {}, at)],
  [
    "a wrong password",
    "INSERT INTO rate_counters",
    (browser: Browser, at: Overrides) => browser.post("/api/login/", { email: "x@example.com", password: "x" }, at),
  ],
])("%s is not idempotent, so it is not retried", async (_, text, send) => {
  await insertSite({ id: 1 });
  const failing = new FailingD1(text, { message: LOST, times: 1 });
  expect((await send(await logInNew(), failing)).status).toBe(503);
  expect([failing.calls, fakes.waits]).toEqual([1, []]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

/** Inserts `count` expired rows into each table, and one user who is not expired. */
async function insertExpired(count: number): Promise<void> {
  const { id: userId } = await insertUser();
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const old = NOW - 100 * DAY_MS;
  await env.DB.batch(
    [
      `${numbers} INSERT INTO codes (id, purpose, user_id, kv_key, expires_at, created_at)
        SELECT 'c' || i, 'login', ${userId}, 'key', ${old}, ${old} FROM n`,
      `${numbers} INSERT INTO mailed_links (id, purpose, user_id, expires_at, created_at)
        SELECT 'l' || i, 'reset_password', ${userId}, ${old}, ${old} FROM n`,
      `${numbers} INSERT INTO sessions (token_hash, user_id, epoch, created_at)
        SELECT 's' || i, ${userId}, 0, ${old} FROM n`,
      `${numbers} INSERT INTO rate_counters (key, count, expires_at) SELECT 'k' || i, 1, ${old} FROM n`,
      `${numbers} INSERT INTO users (email, created_at, updated_at) SELECT i || '@example.com', ${old}, ${old} FROM n`,
    ].map((sql) => env.DB.prepare(sql)),
  );
}

const TABLES = { codes, mailedLinks, sessions, rateCounters, users };
const counts = async () => {
  const found = Object.entries(TABLES).map(async ([name, table]) => [name, await db.$count(table)] as const);
  return Object.fromEntries(await Promise.all(found));
};
const cron = (bindings = {}) => runSchedule({ ...env, ...bindings }, fakePorts);

test("a cron statement deletes at most 1,000 rows, and the next runs delete the rest", async () => {
  await insertExpired(2_500);
  await cron();
  expect(await counts()).toEqual({
    codes: 1_500,
    mailedLinks: 1_500,
    sessions: 1_500,
    rateCounters: 1_500,
    users: 2_401,
  });
  await cron();
  await cron();
  expect(await counts()).toEqual({ codes: 0, mailedLinks: 0, sessions: 0, rateCounters: 0, users: 2_201 });
});

test.each([
  ["codes", 'delete from "codes"', "expired codes"],
  ["mailedLinks", 'delete from "mailed_links"', "expired links"],
  ["users", 'delete from "users"', "abandoned accounts"],
  ["sessions", 'delete from "sessions"', "expired sessions"],
  ["rateCounters", 'delete from "rate_counters"', "expired rate limits"],
] as const)("if cron's step for %s fails, all others run and the error names it", async (table, text, name) => {
  await insertExpired(10);
  const none = { codes: 0, mailedLinks: 0, sessions: 0, rateCounters: 0, users: 1 };
  await expect(cron(new FailingD1(text, { message: BUSY }).env)).rejects.toMatchObject({
    message: "Some cron steps failed.",
    errors: [{ message: `The cron step “${name}” failed.` }],
  });
  expect(await counts()).toEqual({ ...none, [table]: table === "users" ? 11 : 10 });

  const lost = new FailingD1(text, { message: LOST, times: 2, isWritten: true });
  await cron(lost.env);
  expect(lost.calls).toBe(3);
  expect(await counts()).toEqual(none);
});
