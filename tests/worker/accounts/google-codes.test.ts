import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import type { GoogleIdentity } from "#worker/ports.ts";
import { NOW, type Overrides, fakes } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA_AT_GOOGLE, googleThat } from "../support/google.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logInByCode,
  mailedCode,
  PASSWORD,
  raiseRateCounts,
  errorResponse,
  otherCode,
} from "../support/people.ts";

const db = drizzle(env.DB);

/** A Google port that returns this identity for every credential. */
const saying = (identity: Partial<GoogleIdentity> = {}): Overrides => ({
  ports: { google: googleThat(async () => ({ ...ANNA_AT_GOOGLE, ...identity })) },
});

async function come(browser: Browser, overrides = saying()) {
  await browser.get("/api/auth/google-login/", overrides);
  return readResponse(await browser.post("/api/auth/google-login/", { token: "credential" }, overrides));
}
const enter = async (browser: Browser, code: string, email?: string) =>
  readResponse(await browser.post("/api/login/verify/", { code, ...(email && { email }) }));

const codeSent = { status: 200, body: { message: ACCOUNT_MESSAGES.googleCodeSent } };
const failed = errorResponse(400, ACCOUNT_MESSAGES.googleFailed);
const voidCode = errorResponse(400, ACCOUNT_MESSAGES.codeExpired);
const signedIn = { status: 200, body: { user: { email: ANNA } } };

test("an email address for which Google is not authoritative needs a mailed code, once", async () => {
  const browser = new Browser();
  expect(await come(browser)).toEqual(codeSent);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await db.select().from(users)).toMatchObject([{ googleSub: null, emailVerifiedAt: null, firstName: "" }]);
  expect(lastMail(ANNA)!.text).toContain("sign in with Google");
  expect(await enter(browser, mailedCode(ANNA))).toMatchObject(signedIn);
  expect(await db.select().from(users)).toMatchObject([{ googleSub: "42", emailVerifiedAt: NOW, firstName: "Anna" }]);

  const later = new Browser();
  expect(await come(later)).toMatchObject(signedIn);
  expect(await isSignedIn(later)).toBe(true);
});

test("an old Google account with another user's email address opens nothing without their mailbox", async () => {
  await insertUser();
  const stranger = new Browser();
  expect(await come(stranger)).toEqual(codeSent);
  const code = mailedCode(ANNA);
  expect((await enter(stranger, otherCode(code))).status).toBe(400);
  expect(await enter(new Browser(), code)).toEqual(voidCode);
  expect(await db.select().from(users)).toMatchObject([{ googleSub: null }]);
  // The stranger's attempt does not invalidate the owner's code.
  const owner = new Browser();
  await owner.post("/api/login/", { email: ANNA, password: PASSWORD });
  const ownCode = mailedCode(ANNA);
  await come(stranger);
  expect(await enter(owner, ownCode, ANNA)).toMatchObject(signedIn);
});

test("the right code links a verified account, which keeps its password and gets a mail", async () => {
  await insertUser();
  const browser = new Browser();
  await come(browser);
  expect(await enter(browser, mailedCode(ANNA))).toMatchObject(signedIn);
  expect(lastMail(ANNA)!.subject).toContain("Google sign-in was added");
  await logInByCode();
});

test("an unverified password becomes invalid with the right code, and not before", async () => {
  const form = { email: ANNA, first_name: "Mallory", last_name: "M", password1: PASSWORD, password2: PASSWORD };
  await new Browser().post("/api/signup/", form);
  const browser = new Browser();
  await come(browser);
  const code = mailedCode(ANNA);
  expect(await db.select().from(users)).toMatchObject([{ passwordHash: expect.any(String), firstName: "Mallory" }]);
  expect(await enter(browser, code)).toMatchObject(signedIn);
  expect(await db.select().from(users)).toMatchObject([{ passwordHash: null, firstName: "Anna", googleSub: "42" }]);
});

test.each([{ isStaff: true }, { isSuperuser: true }])(
  "a user with %j needs a mailed code at each sign-in with Google",
  async (rights) => {
    await insertUser(rights);
    for (const time of ["first", "second"]) {
      const browser = new Browser();
      expect(await come(browser, saying({ isAuthoritative: true })), time).toEqual(codeSent);
      expect(await isSignedIn(browser)).toBe(false);
      expect(await enter(browser, mailedCode(ANNA), ANNA)).toMatchObject(signedIn);
    }
  },
);

test("the code is mailed to the account's email address, even if Google's has changed", async () => {
  await insertUser({ isStaff: true, googleSub: "42" });
  await come(new Browser(), saying({ email: BERT, isAuthoritative: true }));
  expect(fakes.mails.map(({ to }) => to)).toEqual([ANNA]);
});

test("Google codes count with the other codes: ten an hour per account and IP address", async () => {
  const browser = new Browser();
  expect(await come(browser)).toEqual(codeSent);
  await raiseRateCounts(9);
  expect(await come(browser)).toEqual(codeSent);
  expect(await come(browser)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  expect(await come(new Browser())).toEqual(codeSent);
});

test("an account that is suspended or linked to another Google identity gets no code", async () => {
  await insertUser({ googleSub: "another" });
  expect(await come(new Browser())).toEqual(failed);
  await db.update(users).set({ suspendedAt: NOW, googleSub: null });
  expect(await come(new Browser())).toEqual(failed);
  expect(fakes.mails).toEqual([]);
});

test("a code is invalid if the identity was linked to another account in the meantime", async () => {
  const browser = new Browser();
  await come(browser);
  await insertUser({ email: BERT, googleSub: "42" });
  expect(await enter(browser, mailedCode(ANNA))).toEqual(voidCode);
  expect(await isSignedIn(browser)).toBe(false);
});

test("Google's own page leads back to the screen for the code", async () => {
  const browser = new Browser();
  await browser.get("/google-login/start?next=/sites", saying());
  const flow = JSON.parse(decodeURIComponent(browser.cookies.get("__Host-google")!)) as { state: string };
  const back = await browser.get(`/google-login/callback?code=code&state=${flow.state}`, saying());
  expect(back.headers.get("Location")).toBe("/login/verify?by=google&next=%2Fsites");
  expect(await enter(browser, mailedCode(ANNA))).toMatchObject(signedIn);
});
