import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { NOW, fakes, type Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { KV_STATES, kvThat, sparingCodes } from "../support/kv.ts";
import {
  ANNA,
  readResponse,
  insertUser,
  isSignedIn,
  mailedCode,
  mailedToken,
  PASSWORD,
  errorResponse,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// Sessions must be right in every state in which KV may be.

const NEW_PASSWORD = "another phrase to remember";
const db = drizzle(env.DB);

// Each call to a KV that is slow or down is logged.
afterEach(() => void (loggedErrors.length = 0));

async function logIn(kv: Overrides, password = PASSWORD): Promise<Browser> {
  const browser = new Browser();
  const stated = sparingCodes(kv);
  await browser.post("/api/login/", { email: ANNA, password }, stated);
  const response = await browser.post("/api/login/verify/", { email: ANNA, code: mailedCode(ANNA) }, stated);
  expect(response.status, await response.clone().text()).toBe(200);
  return browser;
}

const status = async (browser: Browser, path: string, kv: Overrides) => (await browser.get(path, kv)).status;

test.each(KV_STATES)(
  "a KV that %s: the list of sessions is complete, and a session, changed rights and a suspension end at once",
  async (_, make) => {
    const { id } = await insertUser({ isStaff: true });
    const kv = make();
    const [here, there, other] = [await logIn(kv), await logIn(kv), await logIn(kv)];
    for (const path of ["/api/check_auth/", "/api/sites/", "/api/payments/", "/api/get_model/"])
      expect(await status(here, path, kv), path).toBe(200);
    const list = async () =>
      (await (await here.get("/api/sessions/", kv)).json<{ results: { id: number; is_current: boolean }[] }>()).results;
    expect((await list()).map((session) => session.is_current).toSorted()).toEqual([false, false, true]);
    const another = (await list()).find((session) => !session.is_current);
    expect((await here.delete(`/api/sessions/${another!.id}/`, undefined, kv)).status).toBe(204);
    expect((await list()).filter((session) => !session.is_current)).toHaveLength(1);
    expect([await isSignedIn(there, kv), await isSignedIn(other, kv)].toSorted()).toEqual([false, true]);

    const thief = here.copy();
    await here.post("/api/logout/", undefined, kv);
    for (const path of ["/api/check_auth/", "/api/sites/", "/api/payments/", "/api/sessions/"])
      expect(await status(thief.copy(), path, kv), path).toBe(401);

    const browser = await logIn(kv);
    await db.update(users).set({ isStaff: false }).where(eq(users.id, id));
    expect(await status(browser, "/api/get_model/", kv)).toBe(403);
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, id));
    for (const path of ["/api/check_auth/", "/api/sites/"]) expect(await status(browser, path, kv), path).toBe(401);
  },
);

test.each(KV_STATES)(
  "a KV that %s: logging out everywhere, a new password and a reset end other sessions at once",
  async (_, make) => {
    await insertUser();
    const kv = make();
    const [here, there] = [await logIn(kv), await logIn(kv)];
    await here.post("/api/logout/everywhere/", undefined, kv);
    expect([await isSignedIn(here, kv), await isSignedIn(there, kv)]).toEqual([true, false]);

    const other = await logIn(kv);
    const form = { password1: NEW_PASSWORD, password2: NEW_PASSWORD };
    expect((await here.post("/api/change-password/", { old_password: PASSWORD, ...form }, kv)).status).toBe(200);
    expect([await isSignedIn(here, kv), await isSignedIn(other, kv)]).toEqual([true, false]);
    expect(await status(here, "/api/sites/", kv)).toBe(200);

    await new Browser().post("/api/password/reset/", { email: ANNA }, kv);
    const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
    expect((await new Browser().post(path, form, kv)).status).toBe(200);
    expect(await isSignedIn(here, kv)).toBe(false);
    expect(await readResponse(await new Browser().post(path, form, kv))).toEqual(
      errorResponse(400, ACCOUNT_MESSAGES.resetLinkInvalid),
    );
    await logIn(kv, NEW_PASSWORD);
  },
);

test.each(["is empty", "is down", "never answers"])(
  "a KV that %s: a user who signed in within 30 days stays signed in",
  async (view) => {
    await insertUser();
    const browser = await logIn({});
    fakes.now += 29 * DAY_MS;
    expect(await isSignedIn(browser, kvThat(view))).toBe(true);
    expect(await status(browser, "/api/sites/", kvThat(view))).toBe(200);
  },
);

test.each([
  ["of 31 days", {}, 31 * DAY_MS],
  ["of 13 hours of staff", { isStaff: true }, 13 * HOUR_MS],
])("while KV is down, a session %s gives a 503, because its last use is unknown", async (_, rights, age) => {
  await insertUser(rights);
  const browser = await logIn({});
  fakes.now += age / 2;
  expect(await isSignedIn(browser)).toBe(true);
  fakes.now = NOW + age;
  for (const path of ["/api/check_auth/", "/api/sites/"]) {
    const response = await browser.get(path, kvThat("is down"));
    expect([response.status, response.headers.get("Retry-After")], path).toEqual([503, "60"]);
    expect(await status(browser, path, kvThat("is empty")), path).toBe(401);
  }
  expect(await isSignedIn(browser)).toBe(true);
});

test("a forged KV value opens nothing: D1 decides the session's user and rights", async () => {
  await insertUser();
  const bert = await insertUser({ email: "bert@example.com", isStaff: true });
  const browser = await logIn({});
  const [key] = (await env.SESSIONS.list({ prefix: "session:" })).keys;
  const forged = await env.SESSIONS.get<object>(key!.name, "json");
  await env.SESSIONS.put(key!.name, JSON.stringify({ ...forged, userId: bert.id, isStaff: true, isSuperuser: true }));
  await insertSite({ ownerId: bert.id });
  expect(await (await browser.get("/api/sites/")).json()).toMatchObject({ results: [], count: 0 });
  expect(await status(browser, "/api/get_model/", {})).toBe(403);
});
