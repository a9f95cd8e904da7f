import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { fakes } from "../support/app.ts";
import { kvThat } from "../support/kv.ts";
import { insertUser, isSignedIn, logIn, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// Sessions in KV may be outdated, of another shape, or damaged.

// Each failing KV call is logged.
afterEach(() => void (loggedErrors.length = 0));

const DAMAGED = ["no JSON", "null", '{"lastUsedAt":"soon","device":"A phone"}'];

test.each(DAMAGED)("a session whose value in KV is %s works like a session without a value", async (value) => {
  const browser = await logInNew();
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

test("a staff session whose value in KV is damaged ends 12 hours after it began", async () => {
  const browser = await logInNew({ isStaff: true });
  const [key] = (await env.SESSIONS.list({ prefix: "session:" })).keys;
  await env.SESSIONS.put(key!.name, "no JSON");
  fakes.now += 12 * HOUR_MS;
  expect(await isSignedIn(browser)).toBe(false);
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
