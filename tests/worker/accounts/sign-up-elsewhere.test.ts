import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import type { MailMessage } from "#worker/ports.ts";
import { fakePorts, fakes, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  insertUser,
  logInByCode,
  mailedToken,
  PASSWORD,
  raiseRateCounts,
  errorResponse,
} from "../support/people.ts";

const STRANGERS = "a phrase of a stranger";
const db = drizzle(env.DB);

const signUp = async (browser: Browser, password = PASSWORD, first_name = "Anna") => {
  const form = { email: ANNA, first_name, last_name: "Lind", password1: password, password2: password };
  expect((await browser.post("/api/signup/", form)).status).toBe(201);
  return `/api/signup/verify/${mailedToken(ANNA)}/`;
};
const open = async (browser: Browser, path: string) => readResponse(await browser.get(path));
const prove = async (browser: Browser, path: string, password: string) =>
  readResponse(await browser.post(path, { password }));
const logInStatus = async (password: string) =>
  (await new Browser().post("/api/login/", { email: ANNA, password })).status;

const asked = errorResponse(403, ACCOUNT_MESSAGES.verifyNeedsPassword);
const wrong = errorResponse(400, ACCOUNT_MESSAGES.signUpPasswordWrong, {
  password: ACCOUNT_MESSAGES.signUpPasswordWrong,
});
const verified = { status: 200, body: { message: ACCOUNT_MESSAGES.verified, email: ANNA } };
const badLink = errorResponse(400, ACCOUNT_MESSAGES.verifyLinkInvalid);

test("a link opened in another browser asks for the password, and works once with the right one", async () => {
  const path = await signUp(new Browser());
  const phone = new Browser();
  expect(await open(phone, path)).toEqual(asked);
  expect(await prove(phone, path, "not the password")).toEqual(wrong);
  expect((await prove(phone, path, "")).body).toMatchObject({ fields: { password: "Password is required" } });
  expect(await prove(phone, path, PASSWORD)).toEqual(verified);
  expect(await prove(phone, path, PASSWORD)).toEqual(badLink);
  await logInByCode();
});

test("an owner who opens the link of a stranger's sign-up does not activate its password or name", async () => {
  const path = await signUp(new Browser(), STRANGERS, "Mallory");
  expect(await open(new Browser(), path)).toEqual(asked);
  expect(await db.select().from(users)).toMatchObject([{ emailVerifiedAt: null }]);
  expect(await logInStatus(STRANGERS)).toBe(403);
  await signUp(new Browser());
});

test("sign-ups of strangers leave the owner's link valid, with the owner's password and name", async () => {
  const home = new Browser();
  const own = await signUp(home);
  const stranger = new Browser();
  const strangers = await signUp(stranger, STRANGERS, "Mallory");
  expect(await open(home, own)).toEqual(verified);
  expect(await db.select().from(users)).toMatchObject([{ firstName: "Anna", emailVerifiedAt: NOW }]);
  expect(await open(stranger, strangers)).toEqual(badLink);
  // The response is as before, so that the stranger does not learn that the owner has verified.
  expect(await logInStatus(STRANGERS)).toBe(403);
  await logInByCode();
});

test("a stranger's sign-up does not change the new link that the owner's sign-in mails", async () => {
  const home = new Browser();
  await signUp(home);
  const stranger = new Browser();
  const queueMail = async (message: MailMessage) => {
    await signUp(stranger, STRANGERS, "Mallory");
    await fakePorts.queueMail(message);
  };
  await home.post("/api/login/", { email: ANNA, password: PASSWORD }, { ports: { queueMail } });
  expect(await open(home, `/api/signup/verify/${mailedToken(ANNA)}/`)).toEqual(verified);
  expect(await db.select().from(users)).toMatchObject([{ firstName: "Anna", emailVerifiedAt: NOW }]);
  expect(await logInStatus(STRANGERS)).toBe(403);
  await logInByCode();
});

test("of two sign-ups in one browser, the last one is valid", async () => {
  const home = new Browser();
  const first = await signUp(home, "the first one");
  const second = await signUp(home);
  expect(await open(home, first)).toEqual(badLink);
  expect(await open(home, second)).toEqual(verified);
});

test("wrong passwords for a link count like wrong passwords at sign-in", async () => {
  const path = await signUp(new Browser());
  const phone = new Browser();
  expect(await prove(phone, path, "not the password")).toEqual(wrong);
  await raiseRateCounts(10);
  expect(await prove(phone, path, PASSWORD)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  fakes.now += 15 * 60_000;
  expect(await prove(phone, path, PASSWORD)).toEqual(verified);
});

test("the cookie of a sign-up does not reveal who has an account", async () => {
  await insertUser();
  const cookies = async (email: string) => {
    const form = { email, first_name: "A", last_name: "B", password1: STRANGERS, password2: STRANGERS };
    const response = await new Browser().post("/api/signup/", form);
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith("__Host-signup="));
    return cookie?.replace(/=[^;]*/, "");
  };
  expect(await cookies(ANNA)).toBe("__Host-signup; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax");
  expect(await cookies("new@example.com")).toBe(await cookies(ANNA));
});
