import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { fakes, NOW, type Overrides } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, insertUser, logIn, logInByCode, mailedToken, PASSWORD, raiseRateCounts } from "../support/people.ts";

const names = { first_name: "A", last_name: "B", password1: PASSWORD, password2: PASSWORD };

beforeEach(async () => void (await insertUser()));

const signUp = async (email: string, by = new Browser(), overrides?: Overrides) =>
  (await by.post("/api/signup/", { email, ...names }, overrides)).status;
const askForReset = async (email: string, by = new Browser()) =>
  (await by.post("/api/password/reset/", { email })).status;
const enterPassword = async (by: Browser, email = ANNA, overrides?: Overrides) =>
  (await by.post("/api/login/", { email, password: PASSWORD }, overrides)).status;

const mailsTo = (mailbox: RegExp) => fakes.mails.filter(({ to }) => mailbox.test(to)).length;

test("an IP address causes at most 60 mails an hour, and others can still sign up", async () => {
  const ipAddress = "2001:db8:1:2::3";
  const fresh = () => new Browser(ipAddress);
  for (let at = 0; at < 4; at++) await insertUser({ email: `person-${at}@example.com` });
  const enter = (at: number) => enterPassword(fresh(), `person-${at}@example.com`);
  expect([await enter(0), await enter(1)]).toEqual([200, 200]);
  // Only the limit of the IP address has counted both.
  await raiseRateCounts(58, 2);
  expect([await signUp("new@example.com", fresh()), await enter(2), await enter(3)]).toEqual([201, 200, 429]);
  expect(await signUp("other@example.com")).toBe(201);
  fakes.now = NOW + HOUR_MS;
  expect(await enter(3)).toBe(200);
});

test("an IP address causes at most a quarter of the mails of a day", async () => {
  const limited: Overrides = { env: { MAIL_DAILY_LIMIT: "20" } };
  const by = () => new Browser("2001:db8:1:2::4");
  for (let at = 0; at < 5; at++) expect(await signUp(`new-${at}@example.com`, by(), limited)).toBe(201);
  fakes.now = NOW + 2 * HOUR_MS;
  expect(await signUp("new-6@example.com", by(), limited)).toBe(429);
  expect(await enterPassword(by(), ANNA, limited)).toBe(429);
  expect(await enterPassword(new Browser(), ANNA, limited)).toBe(200);
  fakes.now = NOW + DAY_MS;
  expect(await signUp("new-6@example.com", by(), limited)).toBe(201);
});

test("known browsers at an IP address cause at most as many mails again, and strangers do not use them up", async () => {
  const limited: Overrides = { env: { MAIL_DAILY_LIMIT: "20" } };
  const ipAddress = "2001:db8:1:2::5";
  const known = [];
  for (let at = 0; at < 6; at++) {
    const email = `person-${at}@example.com`;
    await insertUser({ email });
    known.push({ email, by: await logInByCode(email, new Browser(ipAddress)) });
  }
  for (let at = 0; at < 5; at++) await signUp(`new-${at}@example.com`, new Browser(ipAddress), limited);
  const answers = [];
  for (const { email, by } of known) answers.push(await enterPassword(by, email, limited));
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test("strangers cause at most 20 mails a day to a mailbox and three links to reset, from all networks together", async () => {
  const plus = ANNA.replace("@", "+1@");
  const calls = [
    (by: Browser) => signUp(ANNA, by),
    (by: Browser) => signUp(plus, by),
    async (by: Browser) => (await by.post("/api/signup/resend/", { email: ANNA })).status,
    async (by: Browser) => (await by.post("/api/search-watches/", { email: ANNA, q: "maps" })).status,
  ];
  const statuses = [];
  for (const call of calls) statuses.push(await call(new Browser()));
  await raiseRateCounts(18, calls.length);
  for (const call of calls) statuses.push(await call(new Browser()));
  expect(statuses.map((status) => status < 300)).toEqual([true, true, true, true, true, true, false, false]);
  expect(mailsTo(/^anna/)).toBeLessThanOrEqual(6);
  fakes.mails.length = 0;
  for (let at = 0; at < 5; at++) expect(await askForReset(ANNA)).toBe(200);
  expect(mailsTo(/^anna/)).toBe(3);
  expect(await signUp("bert@example.com")).toBe(201);
  fakes.now = NOW + DAY_MS;
  expect(await signUp(ANNA)).toBe(201);
});

test("strangers use up no codes of an account, and 20 codes a day are mailed to unknown browsers", async () => {
  const known = await logInByCode();
  expect([await signUp(ANNA), await signUp(ANNA)]).toEqual([201, 201]);
  await raiseRateCounts(20, 2);
  expect(await signUp(ANNA)).toBe(429);
  expect(await enterPassword(new Browser())).toBe(200);
  await raiseRateCounts(19, 2);
  expect([await enterPassword(new Browser()), await enterPassword(new Browser())]).toEqual([200, 429]);
  expect(await enterPassword(known)).toBe(200);
  expect(await askForReset(ANNA, known)).toBe(200);
  const body = { password1: PASSWORD, password2: PASSWORD };
  expect((await known.post(`/api/password/reset/confirm/${mailedToken(ANNA)}/`, body)).status).toBe(200);
  expect(await enterPassword(new Browser()), "a reset unlocks the account").toBe(200);
});

test("a known browser causes at most 20 mails a day, also from many networks", async () => {
  const known = await logInByCode();
  expect(await enterPassword(known.copy())).toBe(200);
  await raiseRateCounts(19, 1);
  expect([await enterPassword(known.copy()), await enterPassword(known.copy())]).toEqual([200, 429]);
  expect(await enterPassword(new Browser())).toBe(200);
});

test("one Gmail mailbox is counted once, with or without dots", async () => {
  expect(await signUp("a.b@gmail.com")).toBe(201);
  await raiseRateCounts(19, 1);
  expect([await signUp("ab@gmail.com"), await signUp("a.b+1@googlemail.com")]).toEqual([201, 429]);
});

test("messages to the operator count for the day of their IP address", async () => {
  const limited: Overrides = { env: { MAIL_DAILY_LIMIT: "12" } };
  const by = new Browser("2001:db8:1:2::6");
  const message = { email: "a@example.com", message: "Hello, is anybody there?" };
  for (let at = 0; at < 3; at++) expect((await by.post("/api/contact/", message, limited)).status).toBe(200);
  expect((await by.post("/api/contact/", message, limited)).status).toBe(429);
  expect(await signUp("new@example.com", by, limited)).toBe(429);
});

test("a warning is mailed when only the mails of known browsers are left", async () => {
  const anna = await logIn();
  await env.DB.prepare("INSERT INTO mail_days (day, accepted) VALUES ('2026-11-20', 95)").run();
  fakes.mails.length = 0;
  const passwords = { old_password: PASSWORD, password1: "a long new phrase", password2: "a long new phrase" };
  const limited: Overrides = { env: { MAIL_DAILY_LIMIT: "100" } };
  expect((await anna.post("/api/change-password/", passwords, limited)).status).toBe(200);
  expect(fakes.mails).toMatchObject([{ to: ANNA, subject: expect.stringContaining("changed") }]);
});

test("a person who changes the password again and again gets at most 20 mails a day", async () => {
  const anna = await logIn();
  fakes.mails.length = 0;
  for (let at = 0; at < 3; at++) {
    const changed = await anna.post("/api/change-password/", {
      old_password: at === 0 ? PASSWORD : `a phrase of number ${at}`,
      password1: `a phrase of number ${at + 1}`,
      password2: `a phrase of number ${at + 1}`,
    });
    expect(changed.status).toBe(200);
    await raiseRateCounts(19, 1);
  }
  expect(mailsTo(/^anna/)).toBe(2);
});
