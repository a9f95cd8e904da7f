import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { Hono } from "hono";
import { expect } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { connect } from "#worker/db/connection.ts";
import type { AppEnv } from "#worker/env.ts";
import { startSession } from "#worker/features/sessions/session.ts";
import { fakePorts, NOW, ORIGIN, type Overrides, fakes } from "./app.ts";
import { Browser } from "./browser.ts";
import { PASSWORD, PASSWORD_HASH } from "./passwords.ts";

export { PASSWORD };

export const ANNA = "anna@example.com";
export const BERT = "bert@example.com";

type NewUser = Partial<typeof users.$inferInsert>;

/** By default Anna, with PASSWORD and a verified email address. */
export async function insertUser(columns: NewUser = {}): Promise<typeof users.$inferSelect> {
  const [user] = await drizzle(env.DB)
    .insert(users)
    .values({
      email: ANNA,
      firstName: "Anna",
      lastName: "Lind",
      passwordHash: PASSWORD_HASH,
      emailVerifiedAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
      ...columns,
    })
    .returning();
  return user!;
}

/** Signs in with the password. Returns the mailed code, which the second step needs. */
export async function passwordStep(browser: Browser, email = ANNA, overrides?: Overrides): Promise<string> {
  const response = await browser.post("/api/login/", { email, password: PASSWORD }, overrides);
  expect(response.status, await response.clone().text()).toBe(200);
  return mailedCode(email);
}

/** Starts a session directly, without password and code. */
export async function logIn(email = ANNA, browser = new Browser()): Promise<Browser> {
  const [user] = await drizzle(env.DB).select().from(users).where(eq(users.email, email));
  const app = new Hono<AppEnv>().post("/", async (c) => {
    c.set("db", connect(c.env.DB));
    c.set("ports", fakePorts);
    return c.json(await startSession(c, { userId: user!.id, epoch: user!.sessionEpoch }));
  });
  const context = createExecutionContext();
  const response = await app.request(`${ORIGIN}/`, { method: "POST" }, env, context);
  await waitOnExecutionContext(context);
  expect(response.status, await response.clone().text()).toBe(200);
  browser.keepCookies(response);
  return browser;
}

/** Inserts a user, by default Anna, and signs in directly. */
export async function logInNew(columns: NewUser = {}): Promise<Browser> {
  return logIn((await insertUser(columns)).email);
}

export async function logInByCode(email = ANNA, browser = new Browser()): Promise<Browser> {
  const code = await passwordStep(browser, email);
  const response = await browser.post("/api/login/verify/", { email, code });
  expect(response.status, await response.clone().text()).toBe(200);
  return browser;
}

export const isSignedIn = async (browser: Browser, overrides?: Overrides) =>
  (await browser.get("/api/check_auth/", overrides)).status === 200;

/** Acts as if there had been `count` attempts for each rate limit that has counted `least` or more. */
export const raiseRateCounts = (count: number, least = 0) =>
  env.DB.prepare("UPDATE rate_counters SET count = ?1 WHERE count < ?1 AND count >= ?2").bind(count, least).run();

export const lastMail = (to: string) => fakes.mails.findLast((mail) => mail.to === to);
export const mailedCode = (to: string) => /\b\d{6}\b/.exec(lastMail(to)?.text ?? "")?.[0] ?? "";
export const mailedToken = (to: string) => /\/(?:verify|confirm)\/([\w-]+)/.exec(lastMail(to)?.text ?? "")?.[1] ?? "";

export const readResponse = async (response: Response) => ({
  status: response.status,
  body: await response.json<Record<string, unknown>>(),
});

/** An error response, as `readResponse` returns it. */
export const errorResponse = (status: number, error: string, fields?: Record<string, string>) => ({
  status,
  body: { error, ...(fields && { fields }) },
});

/** A wrong code: another one than this. */
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Asks for a link to reset Anna's password, and opens it in the same browser. Sets PASSWORD by default. */
export async function resetPassword(browser = new Browser(), password = PASSWORD): Promise<void> {
  await browser.post("/api/password/reset/", { email: ANNA });
  const passwords = { password1: password, password2: password };
  const response = await browser.post(`/api/password/reset/confirm/${mailedToken(ANNA)}/`, passwords);
  expect(response.status, await response.clone().text()).toBe(200);
}
