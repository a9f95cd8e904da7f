import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { codes, mailedLinks, rateCounters, sessions } from "#schema/tables/accounts.ts";
import { uploads } from "#schema/tables/media.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { broken, fakePorts, NOW, fakes } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, insertUser, isSignedIn, logInByCode, mailedToken, passwordStep } from "../support/people.ts";

const db = drizzle(env.DB);
const cron = (bindings = {}) => runSchedule({ ...env, ...bindings }, fakePorts);

async function insertExpired(): Promise<void> {
  const { id } = await insertUser();
  await logInByCode();
  await passwordStep(new Browser());
  await env.MEDIA.put("users/1/unused.png", "bytes");
  await db
    .insert(uploads)
    .values({ key: "users/1/unused.png", userId: id, bytes: 5, createdAt: NOW, unusedSince: NOW });
  fakes.now += 100 * DAY_MS;
}

const TABLES = ["users", "codes", "mailed_links", "sessions", "rate_counters", "uploads", "daily_totals"];
async function readTables(): Promise<string> {
  const answers = await env.DB.batch(TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return JSON.stringify(answers.map(({ results }) => results));
}

test("two late, simultaneous cron runs have the same effect as one", async () => {
  await insertExpired();
  await Promise.all([cron(), cron()]);
  expect([await db.select().from(codes), await db.select().from(mailedLinks)]).toEqual([[], []]);
  expect(await db.select().from(sessions)).toEqual([]);
  expect(await db.select().from(rateCounters)).toEqual([]);
  const once = await readTables();
  await cron();
  expect(await readTables()).toBe(once);
});

test("cron keeps valid sessions, codes, links and counted attempts", async () => {
  await insertUser();
  const anna = await logInByCode();
  const browser = new Browser();
  const code = await passwordStep(browser);
  const guess = () => new Browser("2001:db8:ffff::1").post("/api/login/", { email: ANNA, password: "not the one" });
  for (let tries = 0; tries < 10; tries++) await guess();
  await new Browser().post("/api/password/reset/", { email: ANNA });
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  await cron();
  expect((await guess()).status).toBe(429);
  expect((await browser.post("/api/login/verify/", { email: ANNA, code })).status).toBe(200);
  expect(await isSignedIn(anna)).toBe(true);
  const form = { password1: "a new passphrase 1", password2: "a new passphrase 1" };
  expect((await new Browser().post(path, form)).status).toBe(200);
});

test("while R2 is down, cron does everything else and the next run does the rest", async () => {
  await insertExpired();
  await cron();
  fakes.now += 2 * DAY_MS;
  await db.insert(uploads).values({ key: "users/1/late.png", userId: 1, bytes: 5, createdAt: NOW, unusedSince: NOW });
  await env.MEDIA.put("users/1/late.png", "bytes");
  await passwordStep(new Browser());
  fakes.now += DAY_MS;
  await expect(cron({ MEDIA: broken<R2Bucket>() })).rejects.toThrow("Some cron steps failed.");
  expect([await db.select().from(codes), await db.select().from(mailedLinks)]).toEqual([[], []]);
  expect(await env.MEDIA.head("users/1/late.png")).not.toBeNull();
  await cron();
  expect(await env.MEDIA.head("users/1/late.png")).toBeNull();
  expect(await db.select().from(uploads)).toEqual([]);
});
