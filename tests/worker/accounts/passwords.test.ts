import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { HOUR_MS } from "#schema/values/dates.ts";
import { mailedLinks, users } from "#schema/tables/accounts.ts";
import { connect } from "#worker/db/connection.ts";
import { Fault, SERVICES } from "../faults/failing-services.ts";
import { fakes, NO_MAIL, NOW } from "../support/app.ts";
import { insertSession } from "../../support/insert-session.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logIn,
  logInByCode,
  mailedToken,
  PASSWORD,
  passwordStep,
  raiseRateCounts,
  errorResponse,
  logInNew,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const db = drizzle(env.DB);
const NEW_PASSWORD = "battery staple 2";

const ask = async (email = ANNA, overrides = {}, browser = new Browser()) =>
  readResponse(await browser.post("/api/password/reset/", { email }, overrides));
const confirm = async (token: string, password1 = NEW_PASSWORD, password2 = password1) =>
  readResponse(await new Browser().post(`/api/password/reset/confirm/${token}/`, { password1, password2 }));
const change = async (browser: Browser, fields: object = {}) =>
  readResponse(
    await browser.post("/api/change-password/", {
      old_password: PASSWORD,
      password1: NEW_PASSWORD,
      password2: NEW_PASSWORD,
      ...fields,
    }),
  );
const passwordWorks = async (password: string) =>
  (await new Browser().post("/api/login/", { email: ANNA, password })).status === 200;

const sent = { status: 200, body: { message: ACCOUNT_MESSAGES.resetSent } };
const changed = { status: 200, body: { message: ACCOUNT_MESSAGES.passwordChanged } };
const badLink = errorResponse(400, ACCOUNT_MESSAGES.resetLinkInvalid);

test("a mailed link sets a new password and ends all sessions", async () => {
  const thief = await logInNew();
  expect(await ask(" ANNA@example.com")).toEqual(sent);
  const token = mailedToken(ANNA);
  expect(lastMail(ANNA)!.text).toContain(`${new URL(env.SITE_URL).origin}/password/reset/confirm/${token}\n`);
  expect(await confirm(token)).toEqual(changed);
  expect(await isSignedIn(thief)).toBe(false);
  expect(lastMail(ANNA)!.subject).toContain("was changed");
  expect([await passwordWorks(PASSWORD), await passwordWorks(NEW_PASSWORD)]).toEqual([false, true]);
});

test("a reset link works once, for an hour, and invalidates the other links", async () => {
  await insertUser();
  await ask();
  const first = mailedToken(ANNA);
  await ask();
  const second = mailedToken(ANNA);
  expect(await confirm("unknown")).toEqual(badLink);
  fakes.now = NOW + HOUR_MS;
  expect(await confirm(first)).toEqual(badLink);
  fakes.now -= 1;
  const answers = await Promise.all([confirm(first), confirm(first), confirm(second)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([await confirm(first), await confirm(second)]).toEqual([badLink, badLink]);
});

test("a reset refuses bad passwords, and the link stays valid", async () => {
  await insertUser();
  await ask();
  const token = mailedToken(ANNA);
  expect(await confirm(token, "short")).toMatchObject(
    errorResponse(400, "Password must be at least 8 characters long."),
  );
  expect(await confirm(token, "football1")).toMatchObject(errorResponse(400, ACCOUNT_MESSAGES.passwordCommon));
  expect(await confirm(token)).toEqual(changed);
});

test("a code mailed before a reset is invalid after it", async () => {
  await insertUser();
  const browser = new Browser();
  const code = await passwordStep(browser);
  await ask();
  await confirm(mailedToken(ANNA));
  expect((await browser.post("/api/login/verify/", { email: ANNA, code })).status).toBe(400);
});

test("a reset also verifies the email address", async () => {
  await insertUser({ emailVerifiedAt: null });
  await ask();
  await confirm(mailedToken(ANNA));
  expect(await passwordWorks(NEW_PASSWORD)).toBe(true);
});

test("a reset does not reveal who has an account, even while mail is down", async () => {
  await insertUser();
  expect(await ask(BERT)).toEqual(sent);
  expect(fakes.mails).toEqual([]);
  expect([await ask(ANNA, NO_MAIL), await ask(BERT, NO_MAIL)]).toEqual([sent, sent]);
  expect(loggedErrors.splice(0)).toHaveLength(3);
  expect(await db.select().from(mailedLinks)).toEqual([]);
});

test("an IP address can request ten resets an hour per account, and gets the same response for unknown accounts", async () => {
  await insertUser();
  for (const email of [ANNA, BERT]) {
    const browser = new Browser();
    for (let number = 1; number <= 4; number++) expect((await ask(email, {}, browser)).status).toBe(200);
    await raiseRateCounts(9);
    expect((await ask(email, {}, browser)).status).toBe(200);
    expect(await ask(email, {}, browser)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  }
  // Three valid links are enough. The owner can use any of them.
  expect(fakes.mails).toHaveLength(3);
  expect(await ask()).toEqual(sent);
  expect(fakes.mails).toHaveLength(3);
  fakes.now = NOW + HOUR_MS;
  expect(await ask()).toEqual(sent);
  expect(fakes.mails).toHaveLength(4);
  expect(await confirm(mailedToken(ANNA))).toEqual(changed);
});

test.each([
  [{ old_password: "not the password" }, "old_password", ACCOUNT_MESSAGES.oldPasswordWrong],
  [{ password1: "baseball1", password2: "baseball1" }, "password1", ACCOUNT_MESSAGES.passwordCommon],
  [{ password1: "123123123", password2: "123123123" }, "password1", ACCOUNT_MESSAGES.passwordCommon],
])("a password change with %j is refused with a field error", async (fields, field, sentence) => {
  await insertUser();
  const [browser, other] = [await logInByCode(), await logInByCode()];
  expect(await change(browser, fields)).toEqual(errorResponse(400, sentence, { [field]: sentence }));
  expect(await isSignedIn(other)).toBe(true);
  expect(await passwordWorks(PASSWORD)).toBe(true);
});

test("of two concurrent password changes one succeeds, and the other ends no session", async () => {
  await insertUser();
  const browsers = [await logInByCode(), await logInByCode()];
  const answers = await Promise.all(
    ["the third one 3", "the fourth one 4"].map((password, index) =>
      change(browsers[index]!, { password1: password, password2: password }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const areSignedIn = await Promise.all(browsers.map((browser) => isSignedIn(browser)));
  expect(areSignedIn).toEqual(answers.map(({ status }) => status === 200));
});

test("a stolen session has ten password attempts, which block neither a sign-in nor a change after a reset", async () => {
  const thief = await logInNew();
  const guess = async () => (await change(thief, { old_password: "not the password" })).status;
  await guess();
  await raiseRateCounts(9);
  expect([await guess(), await guess()]).toEqual([400, 429]);
  const browser = await logInByCode();
  await ask();
  expect(await confirm(mailedToken(ANNA), PASSWORD)).toEqual(changed);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await change(await logInByCode())).toEqual(changed);
});

test("an account that only used Google has no password to change, and gets one with a reset", async () => {
  const browser = await logInNew();
  await db.update(users).set({ passwordHash: null, googleSub: "1" });
  expect(await change(browser)).toEqual(errorResponse(400, ACCOUNT_MESSAGES.noPassword));
  await ask();
  expect(await confirm(mailedToken(ANNA))).toEqual(changed);
  expect(await passwordWorks(NEW_PASSWORD)).toBe(true);
});

test.each([1, 2])("a reset that D1 interrupts at query %i changes all or nothing", async (failsFrom) => {
  await insertUser();
  const browser = new Browser();
  await browser.post("/api/password/reset/", { email: ANNA });
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  const body = { password1: NEW_PASSWORD, password2: NEW_PASSWORD };
  const fault = new Fault(failsFrom);
  const response = await browser.post(path, body, SERVICES["D1"]!(fault));
  expect(response.status).toBe(fault.isReached ? 503 : 200);
  if (fault.isReached) expect((await browser.post(path, body)).status, "the link is still good").toBe(200);
  expect(lastMail(ANNA)?.subject).toMatch(/was changed$/);
  loggedErrors.splice(0);
});

test("a reset ends the sessions, links and codes of its own user only", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const [bert, entering] = [await logInByCode(BERT), new Browser()];
  const code = await passwordStep(entering, BERT);
  await ask(BERT);
  const token = mailedToken(BERT);
  await ask();
  expect(await confirm(mailedToken(ANNA))).toEqual(changed);
  expect(await isSignedIn(bert)).toBe(true);
  expect((await entering.post("/api/login/verify/", { email: BERT, code })).status).toBe(200);
  expect(await confirm(token)).toEqual(changed);
});

test("links and codes mailed before a password change are invalid after it", async () => {
  await insertUser();
  const [browser, entering] = [await logInByCode(), new Browser()];
  await ask();
  const token = mailedToken(ANNA);
  const code = await passwordStep(entering);
  expect(await change(browser)).toEqual(changed);
  expect(await confirm(token, "a third phrase 3")).toEqual(badLink);
  expect((await entering.post("/api/login/verify/", { email: ANNA, code })).status).toBe(400);
  expect(await passwordWorks(NEW_PASSWORD)).toBe(true);
});

test("a sign-in that began before a reset opens an invalid session", async () => {
  const { id: userId, sessionEpoch: epoch } = await insertUser();
  await ask();
  expect(await confirm(mailedToken(ANNA))).toEqual(changed);
  const stores = { db: connect(env.DB), kv: env.SESSIONS };
  await insertSession(stores, { token: "late", userId, epoch, now: NOW });
  const late = new Browser();
  late.cookies.set("__Host-session", "late");
  expect(await isSignedIn(late)).toBe(false);
  const { body } = await readResponse(await (await logIn()).get("/api/sessions/"));
  expect(body).toMatchObject({ count: 1, results: [{ is_current: true }] });
});

test("an easily guessed password is refused at sign-up, change and reset, with an error at its field", async () => {
  await insertUser();
  const password = `${env.SITE_NAME}-2026`;
  const passwords = { password1: password, password2: password };
  const refused = errorResponse(400, ACCOUNT_MESSAGES.passwordGuessable, {
    password1: ACCOUNT_MESSAGES.passwordGuessable,
  });
  const form = { email: "new@example.com", first_name: "A", last_name: "B", ...passwords };
  expect(await readResponse(await new Browser().post("/api/signup/", form))).toEqual(refused);
  expect(await change(await logIn(), passwords)).toEqual(refused);
  await ask();
  expect(await confirm(mailedToken(ANNA), password)).toEqual(refused);
});
