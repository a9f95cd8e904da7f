import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { mailedLinks, users } from "#schema/tables/accounts.ts";
import { mailDays, outbox } from "#schema/tables/outbox.ts";
import { connect } from "#worker/db/connection.ts";
import { enqueueMail } from "#worker/features/outbox/queries.ts";
import { sendFromOutbox } from "#worker/features/outbox/send.ts";
import { MailFailed } from "#worker/ports.ts";
import { deliverMails, fakePorts, fakes, NOW, type Overrides, runCron } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, BERT, errorResponse, insertUser, logInByCode, PASSWORD, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const db = drizzle(env.DB);
/** Without those to the support address. */
const mails = () => fakes.mails.filter(({ to }) => to !== env.SUPPORT_EMAIL);
const LIMITED: Overrides = { env: { MAIL_DAILY_LIMIT: "10" } };
const used = errorResponse(
  503,
  "The directory has sent all emails that it may send today. Please try again after 00:00 UTC.",
);
/** The mail service's own limit is reached. */
const overQuota = () => Promise.reject(new MailFailed("E_DAILY_LIMIT_EXCEEDED", { isFinal: false, isOverQuota: true }));

const setAccepted = (accepted: number) =>
  db
    .insert(mailDays)
    .values({ day: "2026-11-20", accepted })
    .onConflictDoUpdate({ target: mailDays.day, set: { accepted } });

const signUp = (email: string, overrides = LIMITED) =>
  new Browser().post(
    "/api/signup/",
    { email, first_name: "Anna", last_name: "Lind", password1: PASSWORD, password2: PASSWORD },
    overrides,
  );
const ask = (path: string, email: string, overrides = LIMITED) => new Browser().post(path, { email }, overrides);
const logInStep = (overrides = LIMITED) =>
  new Browser().post("/api/login/", { email: ANNA, password: PASSWORD }, overrides);
const stored = async () => [await db.select().from(users), await db.select().from(mailedLinks)];

beforeEach(async () => void (await insertUser()));

test("accepted mails are counted for each day in UTC", async () => {
  await logInByCode();
  await new Browser().post("/api/contact/", { email: BERT, message: "Is the list of maps complete?" });
  fakes.now = Date.UTC(2026, 10, 20, 23, 59, 59);
  await ask("/api/password/reset/", ANNA);
  fakes.now += 1000;
  await ask("/api/password/reset/", ANNA);
  expect(await db.select().from(mailDays)).toEqual([
    { day: "2026-11-20", accepted: 3, refusedAt: null },
    { day: "2026-11-21", accepted: 1, refusedAt: null },
  ]);
});

test("the last fifth of the quota is not for sign-ups: known and unknown addresses get the same clear answer", async () => {
  await insertUser({ email: BERT, emailVerifiedAt: null });
  await setAccepted(7);
  expect((await signUp("new@example.com")).status).toBe(201);
  expect(await db.select().from(mailDays)).toMatchObject([{ accepted: 8 }]);
  const before = await stored();
  fakes.mails.length = 0;
  for (const email of [ANNA, BERT, "other@example.com"]) {
    const refused = await signUp(email);
    expect(refused.headers.get("Retry-After")).toBe(String(12 * 3600));
    expect(await readResponse(refused)).toEqual(used);
    expect(await readResponse(await ask("/api/signup/resend/", email))).toEqual(used);
  }
  expect(await stored()).toEqual(before);
  expect([mails(), fakes.queue]).toEqual([[], []]);
  fakes.now = NOW + 12 * HOUR_MS;
  expect((await signUp("other@example.com")).status).toBe(201);
});

test("the last tenth is for browsers that the account knows", async () => {
  const known = await logInByCode();
  await setAccepted(8);
  expect((await ask("/api/password/reset/", ANNA)).status).toBe(200);
  fakes.mails.length = 0;
  for (const email of [ANNA, "unknown@example.com"])
    expect(await readResponse(await ask("/api/password/reset/", email))).toEqual(used);
  for (const accepted of [9, 10, 500]) {
    await setAccepted(accepted);
    expect(await readResponse(await logInStep())).toEqual(used);
    const logIn = await known.post("/api/login/", { email: ANNA, password: PASSWORD }, LIMITED);
    expect(logIn.status).toBe(200);
  }
  expect(mails()).toHaveLength(3);
});

test("the answer names Google if people can sign in with it", async () => {
  await setAccepted(8);
  const google = { clientId: "our-id" } as typeof fakePorts.google;
  const { body } = await readResponse(await signUp("new@example.com", { ...LIMITED, ports: { google } }));
  expect(body["error"]).toMatch(/Please try again after 00:00 UTC, or sign in with Google\.$/);
});

test("without a limit, only the mail service refuses", async () => {
  await setAccepted(1_000_000);
  expect((await signUp("new@example.com", { env: { MAIL_DAILY_LIMIT: "0" } })).status).toBe(201);
});

test("after a refusal of the mail service, nobody is promised a mail for an hour", async () => {
  expect((await logInStep({ ports: { sendMail: overQuota } })).status).toBe(200);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.queue.length = 0;
  fakes.now += HOUR_MS - 1;
  const unlimited = { env: { MAIL_DAILY_LIMIT: "0" } };
  const attempts = [
    () => logInStep(unlimited),
    () => signUp("new@example.com", unlimited),
    () => ask("/api/password/reset/", ANNA, unlimited),
  ];
  for (const attempt of attempts) expect(await readResponse(await attempt())).toEqual(used);
  expect(mails()).toEqual([]);
  fakes.now += 1;
  expect((await logInStep(unlimited)).status).toBe(200);
  // The mail service has accepted this code, so the quota has grown.
  expect(await db.select().from(mailDays)).toMatchObject([{ accepted: 1, refusedAt: null }]);
  for (const attempt of attempts) expect((await attempt()).ok).toBe(true);
});

const key = "sites.site:1";
const keepNotice = async () => {
  const mail = { to: BERT, subject: "News", text: "News", html: "<p>News</p>" };
  await enqueueMail(connect(env.DB), { key, mail, now: fakes.now });
  await sendFromOutbox({ ports: fakePorts }, key);
};

test("receipts and notices wait for the next day, without losing an attempt", async () => {
  await setAccepted(7);
  await keepNotice();
  await deliverMails({}, LIMITED.env);
  fakes.mails.length = 0;
  await keepNotice();
  await deliverMails({}, LIMITED.env);
  const midnight = NOW + 12 * HOUR_MS;
  expect(mails()).toEqual([]);
  expect(await db.select().from(outbox)).toMatchObject([
    { dueAt: midnight, tries: 0, sendingAt: null, failure: "The emails of the day are used up." },
  ]);
  fakes.now = midnight - 1;
  await runCron();
  expect(mails()).toEqual([]);
  fakes.now = midnight + 61_000;
  await runCron();
  expect(mails()).toMatchObject([{ to: BERT }]);
  expect(await db.select().from(outbox)).toEqual([]);
});

test("a notice that the mail service refuses because of its quota waits for the next day, too", async () => {
  await keepNotice();
  await deliverMails({ sendMail: overQuota });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await db.select().from(outbox)).toMatchObject([{ dueAt: NOW + 12 * HOUR_MS, tries: 0, sendingAt: null }]);
  expect(await db.select().from(mailDays)).toMatchObject([{ accepted: 0, refusedAt: NOW }]);
  fakes.now += DAY_MS;
  await runCron();
  expect(mails()).toMatchObject([{ to: BERT }]);
});

test("a notice that can never be accepted is given up at once", async () => {
  const sendMail = () => Promise.reject(new MailFailed("E_VALIDATION_ERROR", { isFinal: true, isOverQuota: false }));
  await keepNotice();
  await deliverMails({ sendMail });
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.now += DAY_MS;
  await runCron();
  expect(await db.select().from(outbox)).toMatchObject([{ tries: 1, gaveUpAt: NOW }]);
});
