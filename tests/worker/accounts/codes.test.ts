import { env } from "cloudflare:workers";
import { gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { codes, rateCounters, sessions, users } from "#schema/tables/accounts.ts";
import { fakes, NOW, type Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { CODES_WORK, hangingKv, kvThat, kvWithMethods } from "../support/kv.ts";
import {
  ANNA,
  errorResponse,
  insertUser,
  logInByCode,
  mailedCode,
  PASSWORD,
  passwordStep,
  readResponse,
  otherCode,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// KV has the hash of a code, and D1 counts its attempts and use.

const db = drizzle(env.DB);

beforeEach(async () => void (await insertUser()));

// Each failing KV call is logged.
afterEach(() => void (loggedErrors.length = 0));

const enter = async (browser: Browser, code: string, kv?: Overrides) =>
  readResponse(await browser.post("/api/login/verify/", { email: ANNA, code }, kv));
const countTries = async () => (await db.select({ tries: codes.attempts }).from(codes)).map(({ tries }) => tries);
const readCounters = () => db.select().from(rateCounters).where(gt(rateCounters.count, 0)).orderBy(rateCounters.key);

const unavailable = errorResponse(503, ACCOUNT_MESSAGES.codesUnavailable);
const expired = errorResponse(400, ACCOUNT_MESSAGES.codeExpired);

test.each(CODES_WORK)(
  "a KV that %s: a code works once, for the newest sign-in only, with 5 attempts",
  async (_, make) => {
    const kv = make();
    const browser = new Browser();
    const first = await passwordStep(browser, ANNA, kv);
    const earlier = browser.copy();
    const second = await passwordStep(browser, ANNA, kv);
    expect(await enter(earlier, first, kv)).toEqual(expired);
    const again = browser.copy();
    expect((await enter(browser, second, kv)).status).toBe(200);
    expect(await enter(again, second, kv)).toEqual(expired);

    const third = await passwordStep(browser, ANNA, kv);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(browser.copy(), otherCode(third), kv)));
    expect(answers.filter(({ body }) => body["error"] === ACCOUNT_MESSAGES.codeWrong)).toHaveLength(4);
    expect(await countTries()).toEqual([5]);
    expect(await enter(browser, third, kv)).toEqual(expired);
  },
);

test.each(CODES_WORK)("a KV that %s: a new code replaces the previous one at once", async (_, make) => {
  const kv = make();
  const browser = new Browser();
  const first = await passwordStep(browser, ANNA, kv);
  await enter(browser, otherCode(first), kv);
  expect((await browser.post("/api/login/resend/", undefined, kv)).status).toBe(200);
  expect((await enter(browser, first, kv)).status).toBe(400);
  expect((await enter(browser, mailedCode(ANNA), kv)).status).toBe(200);
});

test.each(["is empty", "is down", "never answers"])(
  "a KV that %s: a code gives a 503 and no attempt counts, and the code works when KV has it again",
  async (view) => {
    const browser = new Browser();
    const code = await passwordStep(browser);
    const before = await readCounters();
    for (const path of ["/api/login/verify/", "/api/login/resend/"]) {
      const response = await browser.post(path, { email: ANNA, code }, kvThat(view));
      expect(response.headers.get("Retry-After"), path).toBe("60");
      expect(await readResponse(response), path).toEqual(unavailable);
    }
    expect([await countTries(), await readCounters()]).toEqual([[0], before]);
    expect((await enter(browser, code)).status).toBe(200);
  },
);

test.each([
  ["refuses writes", () => kvThat("refuses writes")],
  ["is down", () => kvThat("is down")],
  ["does not answer writes", () => hangingKv("put")],
])("a KV that %s: no code is mailed, no mail counts, and the previous code stays valid", async (_, make) => {
  const browser = new Browser();
  const code = await passwordStep(browser);
  const before = await readCounters();
  const mails = fakes.mails.length;
  expect(await readResponse(await browser.copy().post("/api/login/resend/", undefined, make()))).toEqual(unavailable);
  const form = { email: ANNA, password: PASSWORD };
  expect(await readResponse(await new Browser().post("/api/login/", form, make()))).toEqual(unavailable);
  expect(fakes.now - NOW).toBeLessThanOrEqual(2000);
  expect(fakes.mails).toHaveLength(mails);
  expect(await readCounters()).toEqual(before);
  expect((await enter(browser, code)).status).toBe(200);
});

const IDENTITY = { googleSub: "mallory", firstName: "", lastName: "" };

test.each([
  ["no JSON", () => "no JSON"],
  ["without a hash", (kept: object) => JSON.stringify({ ...kept, hash: undefined })],
  ["for another purpose", (kept: object) => JSON.stringify({ ...kept, purpose: "google", identity: IDENTITY })],
  ["of another time", (kept: object) => JSON.stringify({ ...kept, expiresAt: NOW })],
])("a code whose value in KV is %s gives a 503, and no attempt counts", async (_, damage) => {
  const browser = new Browser();
  const code = await passwordStep(browser);
  const [key] = (await env.SESSIONS.list({ prefix: "code:" })).keys;
  const kept = await env.SESSIONS.get(key!.name);
  await env.SESSIONS.put(key!.name, damage(JSON.parse(kept!) as object));
  expect(await enter(browser, code)).toEqual(unavailable);
  expect(await readResponse(await browser.post("/api/login/resend/"))).toEqual(unavailable);
  expect(await countTries()).toEqual([0]);
  expect(await db.select({ googleSub: users.googleSub }).from(users)).toEqual([{ googleSub: null }]);
  await env.SESSIONS.put(key!.name, kept!);
  expect((await enter(browser, code)).status).toBe(200);
});

test("a Google identity in KV does not count for a code that was mailed for the password", async () => {
  const browser = new Browser();
  const code = await passwordStep(browser);
  const [key] = (await env.SESSIONS.list({ prefix: "code:" })).keys;
  const kept = await env.SESSIONS.get<object>(key!.name, "json");
  await env.SESSIONS.put(key!.name, JSON.stringify({ ...kept, identity: IDENTITY }));
  expect((await enter(browser, code)).status).toBe(200);
  expect(await db.select({ googleSub: users.googleSub }).from(users)).toEqual([{ googleSub: null }]);
});

/** A KV that does `work` after it has read a code, before the request gets it. */
function kvThatReadsBefore(work: () => Promise<unknown>): Overrides {
  const get = async (key: string) => {
    const value = await env.SESSIONS.get(key);
    if (key.startsWith("code:")) await work();
    return value;
  };
  return { env: { SESSIONS: kvWithMethods({ get }) } };
}

test("a code that is replaced while it is being entered is invalid, and does not count for the new one", async () => {
  const browser = new Browser();
  const first = await passwordStep(browser);
  const sendAgain = kvThatReadsBefore(() => browser.copy().post("/api/login/resend/"));
  for (const entered of [first, otherCode(first)]) {
    expect(await enter(browser, entered, sendAgain)).toEqual(expired);
    expect([await countTries(), await db.$count(sessions)]).toEqual([[0], 0]);
  }
  expect((await enter(browser, mailedCode(ANNA))).status).toBe(200);
});

test("a code that is used by another request, or whose owner is suspended, while it is being entered opens no session", async () => {
  const browser = new Browser();
  const code = await passwordStep(browser);
  expect(
    await enter(
      browser.copy(),
      code,
      kvThatReadsBefore(() => enter(browser.copy(), code)),
    ),
  ).toEqual(expired);
  expect(await db.$count(sessions)).toBe(1);

  const next = await passwordStep(browser);
  const suspend = kvThatReadsBefore(() => db.update(users).set({ suspendedAt: NOW }));
  expect(await enter(browser, next, suspend)).toEqual(expired);
  expect([await countTries(), await db.$count(sessions)]).toEqual([[0], 1]);
  await db.update(users).set({ suspendedAt: null });
  await logInByCode();
});
