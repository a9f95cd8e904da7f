import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES, UNVERIFIED_ACCOUNT_DAYS } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { mailedLinks, rateCounters, users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes, NO_MAIL, NOW, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logInByCode,
  mailedToken,
  PASSWORD,
  raiseRateCounts,
  errorResponse,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const form = { email: ANNA, first_name: "Anna", last_name: "Lind", password1: PASSWORD, password2: PASSWORD };
let home: Browser;
beforeEach(() => {
  home = new Browser();
});

const signUp = async (fields: object = {}, browser = home) =>
  readResponse(await browser.post("/api/signup/", { ...form, ...fields }));
const verify = async (token: string, browser = home) => readResponse(await browser.get(`/api/signup/verify/${token}/`));

const signedUp = { status: 201, body: { message: ACCOUNT_MESSAGES.signedUp } };
const badLink = errorResponse(400, ACCOUNT_MESSAGES.verifyLinkInvalid);

test("a user signs up, opens the link in the mail and signs in", async () => {
  expect(await signUp({ email: " Anna@Example.COM " })).toEqual(signedUp);
  expect(lastMail(ANNA)).toMatchObject({ to: ANNA, subject: expect.stringContaining(env.SITE_NAME) });
  const token = mailedToken(ANNA);
  expect(lastMail(ANNA)!.text).toContain(`${new URL(env.SITE_URL).origin}/signup/verify/${token}\n`);
  expect(lastMail(ANNA)!.html).toContain(`href="${new URL(env.SITE_URL).origin}/signup/verify/${token}"`);

  expect(await verify(token)).toEqual({ status: 200, body: { message: ACCOUNT_MESSAGES.verified, email: ANNA } });
  expect(await isSignedIn(await logInByCode())).toBe(true);
  expect(await drizzle(env.DB).select().from(users)).toMatchObject([
    { email: ANNA, firstName: "Anna", lastName: "Lind", isStaff: false, isSuperuser: false },
  ]);
});

test("a verification link works once, for 24 hours, and only unchanged", async () => {
  await signUp();
  const token = mailedToken(ANNA);
  expect(await verify("unknown")).toEqual(badLink);
  fakes.now = NOW + DAY_MS;
  expect(await verify(token)).toEqual(badLink);
  fakes.now = NOW + DAY_MS - 1;
  expect((await verify(token)).status).toBe(200);
  expect(await verify(token)).toEqual(badLink);
});

test.each([
  [{ email: "" }, "email", "Email address is required"],
  [{ password1: "PASSWORD1", password2: "PASSWORD1" }, "password1", ACCOUNT_MESSAGES.passwordCommon],
  [{ password1: ANNA, password2: ANNA }, "password1", ACCOUNT_MESSAGES.passwordIsEmail],
])("a sign-up with %j is refused with a field error", async (fields, field, sentence) => {
  expect(await signUp(fields)).toEqual(errorResponse(400, sentence, { [field]: sentence }));
  expect(fakes.mails).toEqual([]);
});

test("a body that is no valid form is refused", async () => {
  const browser = new Browser();
  for (const body of [null, [], "text", 1]) {
    expect((await browser.post("/api/signup/", body)).status).toBe(400);
  }
  const send = (contentType: string, body: string) =>
    browser.fetch("/api/signup/", {
      method: "POST",
      body,
      headers: { "Content-Type": contentType, "X-CSRFToken": browser.cookies.get("__Host-csrftoken")! },
    });
  expect((await send("application/json", "{")).status).toBe(400);
  expect((await send("text/plain", JSON.stringify(form))).status).toBe(415);
  expect((await send("application/json", JSON.stringify({ ...form, padding: "x".repeat(70_000) }))).status).toBe(413);
});

test("a mail that cannot be sent gives a clear error and stores nothing", async () => {
  const response = await readResponse(await new Browser().post("/api/signup/", form, NO_MAIL));
  expect(response).toEqual(errorResponse(502, ACCOUNT_MESSAGES.mailFailed));
  expect(loggedErrors.splice(0)).toHaveLength(2);
  const db = drizzle(env.DB);
  expect([await db.select().from(users), await db.select().from(mailedLinks)]).toEqual([[], []]);
  expect(await signUp()).toEqual(signedUp);

  await verify(mailedToken(ANNA));
  expect(await readResponse(await new Browser().post("/api/signup/", form, NO_MAIL))).toEqual(response);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  await logInByCode();
});

test("a sign-up whose mail cannot be sent leaves an earlier one unchanged, and is not counted", async () => {
  const browser = new Browser();
  await signUp({}, browser);
  const db = drizzle(env.DB);
  const stored = async () => [await db.select().from(users), await db.select().from(rateCounters)];
  const before = await stored();
  fakes.now += 1000;
  const again = { ...form, first_name: "Bea", password1: "another password", password2: "another password" };
  expect((await browser.post("/api/signup/", again, NO_MAIL)).status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect(await stored()).toEqual(before);
  expect((await verify(mailedToken(ANNA), browser)).status).toBe(200);
  await logInByCode();
});

test("an unverified account that owns sites is kept after 30 days", async () => {
  const waiting = { emailVerifiedAt: null, createdAt: NOW, updatedAt: NOW };
  const { id: ownerId } = await insertUser(waiting);
  await insertUser({ ...waiting, email: BERT });
  await insertSite({ ownerId });
  fakes.now = NOW + UNVERIFIED_ACCOUNT_DAYS * DAY_MS + 1;
  await request("/dev/cron", { method: "POST" });
  const db = drizzle(env.DB);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: ANNA }]);
  expect(await db.$count(sites)).toBe(1);
});

test("an unverified account is deleted after 30 days, and its email address can sign up again", async () => {
  const db = drizzle(env.DB);
  await insertUser({ email: BERT });
  await insertUser({ email: "suspended@example.com", emailVerifiedAt: null, suspendedAt: NOW });
  await signUp();
  const runSchedule = () => request("/dev/cron", { method: "POST" });
  const others = [BERT, "suspended@example.com"];
  const addresses = async () => (await db.select({ email: users.email }).from(users)).map(({ email }) => email);

  fakes.now = NOW + UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
  await runSchedule();
  expect(await addresses()).toEqual([ANNA, ...others]);
  // An account with a valid link is kept.
  await home.post("/api/login/", { email: ANNA, password: PASSWORD });
  fakes.now += 1;
  await runSchedule();
  expect(await addresses()).toEqual([ANNA, ...others]);

  fakes.now += DAY_MS;
  await runSchedule();
  await runSchedule();
  expect(await addresses()).toEqual(others);
  expect(await db.select().from(mailedLinks)).toEqual([]);
  expect(await signUp()).toEqual(signedUp);
  expect((await verify(mailedToken(ANNA))).status).toBe(200);
  await logInByCode();
});

test("a second sign-up restarts the 30 days", async () => {
  await signUp();
  fakes.now = NOW + UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
  await signUp();
  fakes.now += 2 * DAY_MS;
  await request("/dev/cron", { method: "POST" });
  expect(await drizzle(env.DB).select().from(users)).toHaveLength(1);
});

test("a failed mail does not undo a suspension", async () => {
  const db = drizzle(env.DB);
  await insertUser({ emailVerifiedAt: null, suspendedAt: NOW });
  expect((await new Browser().post("/api/signup/", form, NO_MAIL)).status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect(await db.select().from(users)).toMatchObject([{ suspendedAt: NOW }]);
});

test("an IP address can sign up 20 times an hour, and an account 10 times", async () => {
  const browser = new Browser();
  expect((await signUp({}, browser)).status).toBe(201);
  await raiseRateCounts(10);
  const refused = await browser.post("/api/signup/", form);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("3600");
  expect((await signUp({ email: "other@example.com" }, browser)).status).toBe(201);
  await raiseRateCounts(20);
  expect((await signUp({ email: "third@example.com" }, browser)).status).toBe(429);
  fakes.now = NOW + 3_600_000;
  expect((await signUp({ email: "third@example.com" }, browser)).status).toBe(201);
});
