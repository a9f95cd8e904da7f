import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { broken, NOW, fakes } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, readResponse, insertUser, PASSWORD, errorResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

test("a flood from one IP address is stopped before it costs a query", async () => {
  const full = { env: { ACCOUNT_LIMIT: { limit: async () => ({ success: false }) } } };
  for (const [method, path] of [
    ["post", "/api/signup/"],
    ["post", "/api/login/"],
    ["post", "/api/login/verify/"],
    ["post", "/api/password/reset/"],
    ["post", "/api/password/reset/confirm/token/"],
    ["post", "/api/change-password/"],
    ["post", "/api/auth/google-login/"],
    ["post", "/api/user/delete-code/"],
    ["delete", "/api/user/"],
  ] as const) {
    const response = await new Browser()[method](path, {}, full);
    expect(response.headers.get("Retry-After"), path).toBe("60");
    expect(await readResponse(response)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  }
});

test("a window begins with its first attempt and ends on time, also if more attempts follow", async () => {
  await insertUser();
  const MINUTE_MS = 60_000;
  const browser = new Browser();
  const guess = async (minutes: number) => {
    fakes.now = NOW + minutes * MINUTE_MS;
    const { status, headers } = await browser.post("/api/login/", { email: ANNA, password: "not the password" });
    return [status, headers.get("Retry-After")];
  };
  for (let minute = 0; minute < 10; minute++) expect(await guess(minute)).toEqual([400, null]);
  expect(await guess(14)).toEqual([429, "60"]);
  expect(await guess(14.5)).toEqual([429, "30"]);
  for (let minute = 15; minute < 25; minute++) expect(await guess(minute)).toEqual([400, null]);
  expect((await guess(25))[0]).toBe(429);
});

test("users can sign in while Cloudflare's rate limit fails", async () => {
  await insertUser();
  const down = { env: { ACCOUNT_LIMIT: broken<RateLimit>() } };
  expect((await new Browser().post("/api/login/", { email: ANNA, password: PASSWORD }, down)).status).toBe(200);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("a sign-in responds with 503 if the database refuses writes", async () => {
  await insertUser();
  const refuse = () => Promise.reject(new Error("D1_ERROR: Exceeded maximum DB size"));
  const full = { withSession: () => ({ ...session, batch: refuse, getBookmark: () => null }) };
  const session = { prepare: (query: string) => env.DB.prepare(query) };
  const overrides = { env: { DB: full as unknown as D1Database, ACCOUNT_LIMIT: broken<RateLimit>() } };
  const response = await new Browser().post("/api/login/", { email: ANNA, password: PASSWORD }, overrides);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
  expect(loggedErrors.splice(0)).toHaveLength(2);
});
