import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { codes, mailedLinks, rateCounters, sessions, users } from "#schema/tables/accounts.ts";
import { fakes, NO_MAIL, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logInByCode,
  mailedCode,
  mailedToken,
  PASSWORD,
  passwordStep,
  raiseRateCounts,
  errorResponse,
  otherCode,
} from "../support/people.ts";
import { hashAsInProduction } from "../support/passwords.ts";
import { loggedErrors } from "../support/setup.ts";

const db = drizzle(env.DB);

const logInStep = async (fields: object = {}, browser = new Browser()) =>
  readResponse(await browser.post("/api/login/", { email: ANNA, password: PASSWORD, ...fields }));
const codeStep = async (browser: Browser, code: string, email = ANNA) =>
  readResponse(await browser.post("/api/login/verify/", { email, code }));

const badCredentials = errorResponse(400, ACCOUNT_MESSAGES.badCredentials);
const wrongCode = errorResponse(400, ACCOUNT_MESSAGES.codeWrong, { code: ACCOUNT_MESSAGES.codeWrong });
const voidCode = errorResponse(400, ACCOUNT_MESSAGES.codeExpired);

test("a password and a code sign a user in", async () => {
  const user = await insertUser({ isStaff: true });
  const browser = new Browser();
  expect(await logInStep({ email: " ANNA@example.com " }, browser)).toEqual({
    status: 200,
    body: { message: ACCOUNT_MESSAGES.codeSent },
  });
  expect(await isSignedIn(browser)).toBe(false);
  const code = mailedCode(ANNA);
  expect(await codeStep(browser, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
    status: 200,
    body: {
      message: ACCOUNT_MESSAGES.loggedIn,
      user: { id: user.id, email: ANNA, first_name: "Anna", last_name: "Lind", is_staff: true, is_superuser: false },
    },
  });
  expect(await isSignedIn(browser)).toBe(true);
});

test("passwords, codes and session tokens are not stored in plain text", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  const challenge = browser.cookies.get("__Host-login")!;
  const inKv = async () => {
    const names = (await env.SESSIONS.list()).keys.map(({ name }) => name);
    return Promise.all(names.map(async (name) => [name, await env.SESSIONS.get(name)]));
  };
  const stored = JSON.stringify([await db.select().from(codes), await inKv()]);
  expect(stored).toContain("code:");
  expect(stored).not.toContain(challenge);
  expect(stored).not.toContain(code);
  await codeStep(browser, code);
  const token = browser.cookies.get("__Host-session")!;
  expect(token).toMatch(/^[\w-]{22}$/);
  const everything = JSON.stringify([await inKv(), await db.select().from(sessions)]);
  expect(everything).toContain("session:");
  expect(everything).not.toContain(token);
});

test("the session cookie is HttpOnly, SameSite and bound to the host", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  const response = await browser.post("/api/login/verify/", { email: ANNA, code });
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith("__Host-session="));
  for (const word of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=2592000"])
    expect(cookie).toContain(word);
  expect(cookie).not.toContain("Domain");
});

test("the right code deletes the code's cookie with the attributes that it was set with", async () => {
  await insertUser();
  const browser = new Browser();
  const given = await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const code = mailedCode(ANNA);
  const taken = await browser.post("/api/login/verify/", { email: ANNA, code });
  const attributes = (response: Response) =>
    /^__Host-login=[^;]*; Max-Age=\d+; (.*)$/m.exec(response.headers.getSetCookie().join("\n"))?.[1];
  expect(attributes(given)).toBe("Path=/; HttpOnly; Secure; SameSite=Lax");
  expect(attributes(taken)).toBe(attributes(given));
  expect(taken.headers.getSetCookie().join("\n")).toContain("__Host-login=; Max-Age=0;");
});

test.each([
  ["an address without an account", { email: BERT }],
  ["a password that is too short to be one", { password: "x" }],
])("%s gets the same error as a wrong password", async (_, fields) => {
  await insertUser();
  expect(await logInStep(fields)).toEqual(badCredentials);
  expect(fakes.mails).toEqual([]);
});

test("a password cannot open an account that has none", async () => {
  await insertUser({ passwordHash: null, googleSub: "1" });
  expect(await logInStep()).toEqual(badCredentials);
});

test("an unverified account gets the link again, and only the right password reveals it", async () => {
  await insertUser({ emailVerifiedAt: null });
  expect(await logInStep({ password: "not the password" })).toEqual(badCredentials);
  expect(fakes.mails).toEqual([]);
  const browser = new Browser();
  expect(await logInStep({}, browser)).toEqual(errorResponse(403, ACCOUNT_MESSAGES.notVerified));
  expect((await browser.get(`/api/signup/verify/${mailedToken(ANNA)}/`)).status).toBe(200);
  await logInByCode();
});

test("an account that is suspended between password and code gets neither a session nor a new code", async () => {
  const { id } = await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  await db.update(users).set({ suspendedAt: NOW });
  expect(await readResponse(await browser.post("/api/login/resend/"))).toEqual(voidCode);
  expect(await codeStep(browser, code)).toEqual(voidCode);
  expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  expect(fakes.mails).toHaveLength(1);
});

test("an IP address that is over its limit does not use up the limits of accounts", async () => {
  await insertUser();
  const attacker = new Browser();
  await logInStep({ email: BERT, password: "not the password" }, attacker);
  await raiseRateCounts(50);
  for (let attempt = 1; attempt <= 11; attempt++) {
    expect((await logInStep({ password: "not the password" }, attacker)).status).toBe(429);
  }
  await logInByCode();
});

test("a suspended account gets an error that says so, and its sessions are over", async () => {
  await insertUser();
  const browser = await logInByCode();
  await db.update(users).set({ suspendedAt: NOW });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await logInStep()).toEqual(errorResponse(403, ACCOUNT_MESSAGES.suspended));
});

test("a code is bound to the browser and the email address of the password", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const browser = new Browser();
  const code = await passwordStep(browser);
  expect(await codeStep(new Browser(), code)).toEqual(voidCode);
  const berts = new Browser();
  await passwordStep(berts, BERT);
  expect(await codeStep(berts, code, ANNA)).toEqual(voidCode);
  expect(await codeStep(browser, code, BERT)).toEqual(voidCode);
  expect((await codeStep(browser, code)).status).toBe(200);
});

test("a code is valid for ten minutes and works once", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  const thief = browser.copy();
  fakes.now = NOW + 10 * MINUTE_MS;
  expect(await codeStep(browser, code)).toEqual(voidCode);
  fakes.now -= 1;
  expect((await codeStep(browser, code)).status).toBe(200);
  expect(await codeStep(thief, code)).toEqual(voidCode);
});

test("ten concurrent requests with the right code open one session", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  const answers = await Promise.all(Array.from({ length: 10 }, () => codeStep(browser.copy(), code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await db.select().from(sessions)).toHaveLength(1);
});

const mailFailed = errorResponse(502, ACCOUNT_MESSAGES.mailFailed);
const counts = async () =>
  (await db.select({ count: rateCounters.count }).from(rateCounters)).map(({ count }) => count);

test("a mail that cannot be sent gives a clear error, stores no code and is not counted", async () => {
  await insertUser();
  const browser = new Browser();
  const response = await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, NO_MAIL);
  expect(await readResponse(response)).toEqual(mailFailed);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect(await db.select().from(codes)).toEqual([]);
  expect(new Set(await counts())).toEqual(new Set([0]));
  await logInByCode(ANNA, browser);
});

test("a new code that cannot be mailed leaves the previous one valid", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  expect(await readResponse(await browser.post("/api/login/resend/", undefined, NO_MAIL))).toEqual(mailFailed);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  // One mail: by address and client, by client, and by mailbox.
  expect((await counts()).toSorted()).toEqual([0, 0, 0, 1, 1, 1]);
  expect((await codeStep(browser, code)).status).toBe(200);
});

test("a link that cannot be mailed again leaves the previous one valid, and is not counted", async () => {
  await insertUser({ emailVerifiedAt: null });
  const browser = new Browser();
  await logInStep({}, browser);
  const response = await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, NO_MAIL);
  expect(await readResponse(response)).toEqual(mailFailed);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect(await db.select().from(mailedLinks)).toHaveLength(1);
  // One mail: by address and client, by client, and by mailbox.
  expect((await counts()).toSorted()).toEqual([0, 0, 0, 1, 1, 1]);
  expect((await browser.get(`/api/signup/verify/${mailedToken(ANNA)}/`)).status).toBe(200);
});

test("an IP address has 50 wrong passwords for all accounts together, and right ones do not count", async () => {
  await insertUser();
  const browser = new Browser();
  await logInStep({ email: BERT }, browser);
  await raiseRateCounts(49);
  await logInByCode(ANNA, browser);
  expect(await logInStep({ email: "third@example.com" }, browser)).toEqual(badCredentials);
  expect((await logInStep({ email: "fourth@example.com" }, browser)).status).toBe(429);
  expect((await logInStep({ email: "fourth@example.com" })).status).toBe(400);
});

test("an account gets at most ten codes an hour at an IP address", async () => {
  await insertUser();
  const browser = new Browser();
  await logInStep({}, browser);
  await raiseRateCounts(9);
  expect((await logInStep({}, browser)).status).toBe(200);
  expect((await logInStep({}, browser)).status).toBe(429);
  const refused = await browser.post("/api/login/resend/");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
  expect(lastMail(ANNA)!.subject).toMatch(/^Your sign-in code/);
  expect((await codeStep(browser, mailedCode(ANNA))).status).toBe(200);
  // The limit holds for this IP address only: a stranger who knows the password cannot lock the owner out.
  await logInByCode(ANNA, new Browser());
});

test("a password is hashed again after the parameters were raised", async () => {
  hashAsInProduction();
  const { scryptSync } = await import("node:crypto");
  const key = scryptSync(PASSWORD, Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 }).toString("base64url");
  await insertUser({ passwordHash: `scrypt$1024$8$1$${Buffer.alloc(16).toString("base64url")}$${key}` });
  await logInByCode();
  const [user] = await db.select().from(users);
  expect(user!.passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
  await logInByCode();
});

test("a code that is sent again has five attempts of its own", async () => {
  await insertUser();
  const browser = new Browser();
  const first = await passwordStep(browser);
  for (let number = 1; number <= 4; number++) await codeStep(browser, otherCode(first));
  await browser.post("/api/login/resend/");
  const second = mailedCode(ANNA);
  for (let number = 1; number <= 4; number++) expect(await codeStep(browser, otherCode(second))).toEqual(wrongCode);
  expect((await codeStep(browser, second)).status).toBe(200);
});
