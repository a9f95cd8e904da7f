import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES, type OpenSession } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { sessions, users } from "#schema/tables/accounts.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW, ORIGIN, fakes } from "../support/app.ts";
import { withFault } from "../faults/failing-services.ts";
import { insertSession } from "../../support/insert-session.ts";
import { Browser } from "../support/browser.ts";
import { loggedErrors } from "../support/setup.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  logInByCode,
  PASSWORD,
  errorResponse,
  resetPassword,
  logInNew,
} from "../support/people.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

test("a signed-in user gets their account", async () => {
  const { id } = await insertUser();
  const browser = await logInByCode();
  const user = { id, email: ANNA, first_name: "Anna", last_name: "Lind", is_staff: false, is_superuser: false };
  for (const path of ["/api/user/", "/api/user", "/api/check_auth/"]) {
    expect(await readResponse(await browser.get(path))).toEqual({ status: 200, body: { user } });
  }
});

test("a user changes their name", async () => {
  const browser = await logInNew();
  const renamed = await readResponse(await browser.put("/api/user/", { first_name: " Änn ", last_name: "Li" }));
  expect(renamed).toMatchObject({ status: 200, body: { user: { first_name: "Änn", last_name: "Li", email: ANNA } } });
  expect((await readResponse(await browser.get("/api/user/"))).body).toEqual(renamed.body);
});

test("a log-out takes effect with the next request, from anywhere", async () => {
  const browser = await logInNew();
  const thief = browser.copy();
  const response = await browser.post("/api/logout/");
  expect(response.headers.get("Clear-Site-Data"), "neither drafts nor other cookies").toBe('"cache"');
  expect(await readResponse(response)).toEqual({ status: 200, body: { message: ACCOUNT_MESSAGES.loggedOut } });
  expect(browser.cookies.has("__Host-session")).toBe(false);
  expect([...browser.cookies.keys()].filter((name) => !name.startsWith("__Host-"))).toEqual([]);
  expect(await isSignedIn(thief)).toBe(false);
  expect((await browser.post("/api/logout/")).status).toBe(200);
});

test("a session lasts 30 days from its last use", async () => {
  const browser = await logInNew();
  fakes.now = NOW + 29 * DAY_MS;
  const response = await browser.get("/api/check_auth/");
  const cookies = response.headers.getSetCookie();
  for (const name of ["__Host-session", "__Host-csrftoken"]) {
    expect(cookies.find((cookie) => cookie.startsWith(name))).toContain("Max-Age=2592000");
  }
  fakes.now = NOW + 58 * DAY_MS;
  expect(await isSignedIn(browser)).toBe(true);
  fakes.now = NOW + 88 * DAY_MS;
  expect(await isSignedIn(browser)).toBe(false);
});

test("a session of staff ends after 12 hours without use, also of a user who becomes staff", async () => {
  const { id } = await insertUser();
  const [browser, other] = [await logInByCode(), await logInByCode()];
  await drizzle(env.DB).update(users).set({ isStaff: true }).where(eq(users.id, id));
  fakes.now += 12 * HOUR_MS - 1;
  expect(await isSignedIn(browser)).toBe(true);
  fakes.now += 1;
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  expect((await readResponse(await browser.get("/api/sessions/"))).body).toMatchObject({ count: 1 });
  fakes.now += 12 * HOUR_MS;
  expect(await isSignedIn(browser)).toBe(false);
});

test("a session can be ended from the list, by its owner only", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const [one, other, bert] = [await logInByCode(), await logInByCode(), await logInByCode(BERT)];
  const { results } = (await (await one.get("/api/sessions/")).json()) as { results: OpenSession[] };
  const { id } = results.find((session) => !session.is_current)!;
  const unknown = errorResponse(404, ACCOUNT_MESSAGES.sessionEnded);
  expect(await readResponse(await bert.delete(`/api/sessions/${id}/`))).toEqual(unknown);
  expect((await one.delete(`/api/sessions/${id}/`)).status).toBe(204);
  expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
  expect((await env.SESSIONS.list({ prefix: "session:" })).keys).toHaveLength(2);
  for (const gone of [id, "x", 0])
    expect(await readResponse(await one.delete(`/api/sessions/${gone}/`))).toEqual(unknown);
  const current = results.find((session) => session.is_current)!;
  expect((await one.delete(`/api/sessions/${current.id}/`)).status).toBe(204);
  expect(one.cookies.has("__Host-session")).toBe(false);
});

test("a call reads KV once and asks D1's primary: for the session, then for the data", async () => {
  const browser = await logInNew();
  for (const [path, inD1, inKv] of [
    ["/api/check_auth/", 1, 1],
    ["/api/sites/", 2, 1],
    // The list of sessions reads the devices from KV with a second call.
    ["/api/sessions/", 2, 2],
  ] as const) {
    const { asked, kvCalls, overrides } = counted();
    expect((await browser.get(path, overrides)).status).toBe(200);
    expect(asked, path).toEqual(Array.from({ length: inD1 }, () => "first-primary"));
    expect(kvCalls, path).toEqual(Array.from({ length: inKv }, () => "get"));
  }
});

test("the last use of a session is written to KV once an hour, and never to D1", async () => {
  const browser = await logInNew();
  const rows = () => drizzle(env.DB).select().from(sessions);
  const before = await rows();
  const { kvCalls, overrides } = counted();
  fakes.now = NOW + HOUR_MS - 1;
  await isSignedIn(browser, overrides);
  expect(kvCalls.splice(0)).toEqual(["get"]);
  fakes.now = NOW + HOUR_MS;
  await isSignedIn(browser, overrides);
  await browser.get("/api/sites/", overrides);
  expect(kvCalls).toEqual(["get", "put", "get"]);
  expect(await rows()).toEqual(before);
});

test("a renewal that KV refuses is written with the next request", async () => {
  const browser = await logInNew();
  fakes.now = NOW + 20 * DAY_MS;
  const put = () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
  const SESSIONS = new Proxy(env.SESSIONS, {
    get: (kv, name: "get" | "put") => (name === "put" ? put : kv[name].bind(kv)),
  });
  expect(await isSignedIn(browser, { env: { SESSIONS } })).toBe(true);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await isSignedIn(browser)).toBe(true);
  fakes.now += 29 * DAY_MS;
  expect(await isSignedIn(browser)).toBe(true);
});

test("a user sees their open sessions, most recently used first", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  await logInByCode(BERT);
  const first = await logInByCode();
  fakes.now = NOW + HOUR_MS;
  const second = await logInByCode();
  fakes.now = NOW + 1.5 * HOUR_MS;
  await first.fetch("/api/check_auth/", { headers: { "User-Agent": FIREFOX } });
  const { body } = await readResponse(await second.get("/api/sessions/"));
  expect(body).toEqual({
    results: [
      {
        id: expect.any(Number),
        device: "Firefox on Linux",
        created_at: "2026-11-20T12:00:00.000Z",
        last_used_at: "2026-11-20T13:30:00.000Z",
        is_current: false,
      },
      expect.objectContaining({ last_used_at: "2026-11-20T13:00:00.000Z", is_current: true }),
    ],
    count: 2,
    page: 1,
    pages: 1,
  });
});

test("every way to end a session deletes it from KV", async () => {
  await insertUser();
  const devices = async () => (await env.SESSIONS.list({ prefix: "session:" })).keys.length;
  const browser = await logInByCode();
  await logInByCode(ANNA, browser);
  expect(await devices()).toBe(1);
  await browser.post("/api/logout/");
  expect(await devices()).toBe(0);

  await logInByCode(ANNA, browser);
  await logInByCode();
  await browser.post("/api/logout/everywhere/");
  expect(await devices()).toBe(1);
  await logInByCode();
  const form = { old_password: PASSWORD, password1: "battery staple 2", password2: "battery staple 2" };
  await browser.post("/api/change-password/", form);
  expect(await devices()).toBe(1);
  await resetPassword(browser);
  expect(await devices()).toBe(0);
});

test("no session is opened if the account was deleted after the proof", async () => {
  const stores = { db: connect(env.DB), kv: env.SESSIONS };
  const session = { token: "token", userId: 1, epoch: 0, now: NOW };
  expect(await insertSession(stores, session)).toBeUndefined();
  expect((await env.SESSIONS.list()).keys).toEqual([]);
});

test("the CSRF token is bound to the session and changes with it", async () => {
  await insertUser();
  const browser = new Browser();
  await browser.get("/api/check_auth/");
  const before = browser.cookies.get("__Host-csrftoken")!;
  await logInByCode(ANNA, browser);
  const during = browser.cookies.get("__Host-csrftoken")!;
  expect(during).not.toBe(before);

  const attempt = async (token: string) => {
    const visitor = browser.copy();
    visitor.cookies.set("__Host-csrftoken", token);
    const headers = { "X-CSRFToken": token, Origin: ORIGIN };
    const response = await visitor.fetch("/api/logout/everywhere/", { method: "POST", headers });
    return { status: response.status, handedOut: visitor.cookies.get("__Host-csrftoken")! };
  };
  const another = await logInByCode();
  expect((await attempt(another.cookies.get("__Host-csrftoken")!)).status).toBe(403);
  const withOld = await attempt(before);
  expect(withOld.status).toBe(403);
  expect((await attempt(withOld.handedOut)).status).toBe(200);
});

/** Records the round trips to D1, each by the constraint of its D1 session, and the names of the KV calls. */
function counted() {
  const asked: string[] = [];
  const kvCalls: string[] = [];
  const ask = <T>(constraint: string, work: () => T): T => (asked.push(constraint), work());
  const withSession = (constraint = "") =>
    withFault(env.DB.withSession(constraint), { call: (work) => ask(constraint, work) });
  const SESSIONS = withFault(env.SESSIONS, { call: (work, name) => (kvCalls.push(name), work()) });
  return { asked, kvCalls, overrides: { env: { DB: { withSession } as unknown as D1Database, SESSIONS } } };
}
