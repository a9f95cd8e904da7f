import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { readReturnPath } from "#schema/pages/return-path.ts";
import { mailedLinks } from "#schema/tables/accounts.ts";
import { fakes, NO_MAIL, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  lastMail,
  mailedToken,
  PASSWORD,
  raiseRateCounts,
  errorResponse,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const form = { email: ANNA, first_name: "Anna", last_name: "Lind", password1: PASSWORD, password2: PASSWORD };
const signUp = (fields: object = {}) => new Browser().post("/api/signup/", { ...form, ...fields });
const verify = async (token: string, browser = new Browser()) =>
  readResponse(await browser.get(`/api/signup/verify/${token}/`));
const verifyByPassword = async (token: string) =>
  readResponse(await new Browser().post(`/api/signup/verify/${token}/`, { password: PASSWORD }));
const requestNewLink = async (email = ANNA, fields: object = {}, browser = new Browser(), overrides = {}) =>
  readResponse(await browser.post("/api/signup/resend/", { email, ...fields }, overrides));

const mailedLink = () => new URL(/https?:\/\/\S+\/(?:signup|login)\S*/.exec(lastMail(ANNA)!.text)![0]);
const mailedReturnPath = () => readReturnPath(mailedLink().searchParams.get("next"));

const RETURN_PATH = "/sites/create?category=finance#content";
const sent = { status: 200, body: { message: ACCOUNT_MESSAGES.newLinkSent } };

test("the mail's link contains the return path in encoded form", async () => {
  await signUp({ next: RETURN_PATH });
  expect(mailedReturnPath()).toBe(RETURN_PATH);
  expect(lastMail(ANNA)!.text).not.toContain("sites/create");
  // The password is right, but the email address is not verified: the log-in mails a new link with its own return path.
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD, next: "/plausible" });
  expect(mailedReturnPath()).toBe("/plausible");
  expect((await verify(mailedToken(ANNA), browser)).status).toBe(200);
  await signUp({ next: RETURN_PATH });
  expect(lastMail(ANNA)!.subject).toContain("already have an account");
  expect(mailedReturnPath()).toBe(RETURN_PATH);
});

test("a sign-up ignores an invalid return path", async () => {
  expect((await signUp({ next: "//evil.example/" })).status).toBe(201);
  expect(mailedLink().search).toBe("");
});

test("a user whose link is lost or expired gets a new one", async () => {
  await signUp();
  const first = mailedToken(ANNA);
  fakes.now = NOW + DAY_MS;
  expect(await verify(first)).toEqual(errorResponse(400, ACCOUNT_MESSAGES.verifyLinkInvalid));
  expect(await requestNewLink(" ANNA@example.com", { next: RETURN_PATH })).toEqual(sent);
  expect(mailedReturnPath()).toBe(RETURN_PATH);
  const second = mailedToken(ANNA);
  expect(second).not.toBe(first);
  // Anyone can request a link, so even this browser must enter the password.
  expect((await verify(second)).status).toBe(403);
  expect((await verifyByPassword(second)).status).toBe(200);
});

test("a request for a new link does not reveal who has an account, even while mail is down", async () => {
  await insertUser();
  expect(await requestNewLink(BERT)).toEqual(sent);
  expect(fakes.mails).toEqual([]);
  expect(await requestNewLink(ANNA)).toEqual(sent);
  expect(lastMail(ANNA)!.subject).toContain("already verified");
  expect(lastMail(ANNA)!.text).toContain(`${new URL(env.SITE_URL).origin}/login\n`);
  await insertUser({ email: BERT, emailVerifiedAt: null });
  for (const email of [ANNA, BERT, "nobody@example.com"])
    expect(await requestNewLink(email, {}, new Browser(), NO_MAIL)).toEqual(sent);
  expect(loggedErrors.splice(0)).toHaveLength(6);
  expect(await drizzle(env.DB).select().from(mailedLinks)).toEqual([]);
});

test("new links are limited per email address and IP address together", async () => {
  const browser = new Browser();
  await requestNewLink(ANNA, {}, browser);
  await raiseRateCounts(10);
  expect((await requestNewLink(ANNA, {}, browser)).status).toBe(429);
  expect(await requestNewLink(ANNA), "from elsewhere").toEqual(sent);
  expect(await requestNewLink("")).toEqual(
    errorResponse(400, "Email address is required", { email: "Email address is required" }),
  );
});

test("checking a reset link says whether it is valid, and does not use it up", async () => {
  await insertUser();
  await new Browser().post("/api/password/reset/", { email: ANNA });
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  const look = async (address = path, browser = new Browser()) => readResponse(await browser.get(address));
  const good = { status: 200, body: { message: ACCOUNT_MESSAGES.resetLinkValid } };
  const bad = errorResponse(400, ACCOUNT_MESSAGES.resetLinkInvalid);
  expect([await look(), await look()]).toEqual([good, good]);
  expect(await look("/api/password/reset/confirm/unknown/")).toEqual(bad);
  fakes.now = NOW + HOUR_MS;
  expect(await look()).toEqual(bad);
  fakes.now -= 1;
  const passwords = { password1: "battery staple 2", password2: "battery staple 2" };
  expect((await new Browser().post(path, passwords)).status).toBe(200);
  expect(await look()).toEqual(bad);

  const browser = new Browser();
  await look(path, browser);
  await raiseRateCounts(100);
  expect((await look(path, browser)).status).toBe(429);
});
