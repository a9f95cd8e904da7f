import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { codes, users } from "#schema/tables/accounts.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts, fakes } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { kvThat } from "../support/kv.ts";
import { ANNA, insertUser, isSignedIn, logIn, mailedCode, PASSWORD } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// Values in KV may be outdated, of another shape, or damaged.

const db = drizzle(env.DB);

// Each failing KV call is logged.
afterEach(() => void (loggedErrors.length = 0));

const verify = async (browser: Browser, code: string) =>
  (await browser.post("/api/login/verify/", { email: ANNA, code })).status;

/** Lets cron clear D1's copies of codes, which KV has had time to propagate. */
async function clearRecentCopies(): Promise<void> {
  fakes.now += 2 * 60_000 + 1;
  await runSchedule(env, fakePorts);
  expect(await db.select({ recent: codes.recent }).from(codes)).toEqual([{ recent: null }]);
}

test("a replaced code stays invalid if KV never stored the newer one", async () => {
  await insertUser();
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const first = mailedCode(ANNA);
  fakes.now += 1000;
  expect((await browser.post("/api/login/resend/", undefined, kvThat("refuses writes"))).status).toBe(200);
  await clearRecentCopies();
  expect(await verify(browser, first)).toBe(400);
  expect(await db.select({ tries: codes.attempts }).from(codes)).toEqual([{ tries: 0 }]);
});

test("a replaced code stays invalid if KV stores it after the newer one", async () => {
  await insertUser();
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const first = mailedCode(ANNA);
  const [key] = (await env.SESSIONS.list({ prefix: "code:" })).keys;
  const older = await env.SESSIONS.get(key!.name);
  fakes.now += 1000;
  expect((await browser.post("/api/login/resend/")).status).toBe(200);
  await env.SESSIONS.put(key!.name, older!);
  await clearRecentCopies();
  expect(await verify(browser, first)).toBe(400);
});

test("a Google identity in KV counts only for a code that was mailed for Google", async () => {
  await insertUser();
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const [key] = (await env.SESSIONS.list({ prefix: "code:" })).keys;
  const kept = await env.SESSIONS.get<object>(key!.name, "json");
  const identity = { googleSub: "mallory", firstName: "", lastName: "" };
  await env.SESSIONS.put(key!.name, JSON.stringify({ ...kept, purpose: "google", identity }));
  await clearRecentCopies();
  await verify(browser, mailedCode(ANNA));
  expect(await db.select({ googleSub: users.googleSub }).from(users)).toEqual([{ googleSub: null }]);
});

const DAMAGED = ["no JSON", "null", "5", '""', "[]", "{}", '{"lastUsedAt":"soon"}', '{"lastUsedAt":null,"device":{}}'];

test.each(DAMAGED)("a session whose value in KV is %s works like a session without a value", async (value) => {
  await insertUser();
  const browser = await logIn();
  const [key] = (await env.SESSIONS.list({ prefix: "session:" })).keys;
  await env.SESSIONS.put(key!.name, value);
  for (const path of ["/api/check_auth/", "/api/sites/", "/api/payments/", "/api/likes/?ids=1"]) {
    expect((await browser.get(path)).status, path).toBe(200);
  }
  const list = await (await browser.get("/api/sessions/")).json();
  expect(list).toMatchObject({ results: [{ device: "Unknown device", is_current: true }] });
  fakes.now += 29 * DAY_MS;
  expect(await isSignedIn(browser)).toBe(true);
  fakes.now += 29 * DAY_MS;
  expect(await isSignedIn(browser)).toBe(true);
});

test.each(DAMAGED)("a staff session whose value in KV is %s ends 12 hours after it began", async (value) => {
  await insertUser({ isStaff: true });
  const browser = await logIn();
  const [key] = (await env.SESSIONS.list({ prefix: "session:" })).keys;
  await env.SESSIONS.put(key!.name, value);
  fakes.now += 12 * HOUR_MS;
  expect(await isSignedIn(browser)).toBe(false);
});

test.each(DAMAGED)("a code whose value in KV is %s is invalid", async (value) => {
  await insertUser();
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const [key] = (await env.SESSIONS.list({ prefix: "code:" })).keys;
  await env.SESSIONS.put(key!.name, value);
  await clearRecentCopies();
  const response = await browser.post("/api/login/verify/", { email: ANNA, code: mailedCode(ANNA) });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: ACCOUNT_MESSAGES.codeExpired });
  expect((await browser.post("/api/login/resend/")).status).toBe(400);
});

test("a last use that KV shows late or never does not extend a session of staff", async () => {
  await insertUser({ isStaff: true });
  const began = fakes.now;
  for (const view of ["is a minute old", "refuses writes"]) {
    fakes.now = began;
    const browser = await logIn();
    const kv = kvThat(view);
    fakes.now = began + 12 * HOUR_MS - 30_000;
    expect(await isSignedIn(browser, kv), view).toBe(true);
    fakes.now = began + 12 * HOUR_MS;
    expect(await isSignedIn(browser, kv), view).toBe(false);
  }
});
