import { expect, test, vi } from "vitest";
import { ACCOUNT_MESSAGES, UNVERIFIED_ACCOUNT_DAYS } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { fakes, NOW, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  lastMail,
  logInByCode,
  PASSWORD,
  raiseRateCounts,
  resetPassword,
} from "../support/people.ts";
import { countTrips } from "../support/trips.ts";

// The clock of the Workers runtime stands still while code runs. So these tests compare what takes time: hashes of
// passwords and round trips to D1.

/** The password of a stranger who tries to find out whether an account exists. */
const TRIED = "a phrase of a stranger";
const PASSWORDS = new Set([TRIED, PASSWORD, "not the password"]);
const names = { first_name: "Anna", last_name: "Lind" };

test.each([
  ["sign-up", "/api/signup/", 1, { password1: PASSWORD, password2: PASSWORD, ...names }],
  ["log-in", "/api/login/", 1, { password: "not the password" }],
  ["reset", "/api/password/reset/", 0, {}],
  ["request for a new link", "/api/signup/resend/", 0, {}],
])("a %s has the same cost and response, whether or not the account exists", async (_, path, hashes, form) => {
  await insertUser();
  const known = await send(path, { email: ANNA, ...form });
  expect(known.hashes).toBe(hashes);
  expect(known).toEqual(await send(path, { email: BERT, ...form }));
});

test.each([
  ["a password", {}],
  ["Google alone", { passwordHash: null, googleSub: "1" }],
  ["a suspension", { suspendedAt: NOW }],
])(
  "a sign-up and a sign-in with its password get the same responses if there is an account with %s",
  async (_, has) => {
    await insertUser(has);
    const outcome = async (email: string) => {
      const repeated = { password1: TRIED, password2: TRIED, ...names };
      const signedUp = await send("/api/signup/", { email, ...repeated });
      const loggedIn = await send("/api/login/", { email, password: TRIED });
      expect([signedUp.status, loggedIn.status]).toEqual([201, 403]);
      expect(loggedIn.body).toEqual({ error: ACCOUNT_MESSAGES.notVerified });
      return [signedUp, loggedIn];
    };
    expect(await outcome(ANNA)).toEqual(await outcome(BERT));
  },
);

test("the password of a refused sign-up opens nothing, and gets the same response after the owner changes their own", async () => {
  await insertUser();
  await signUp();
  expect(await logInStatus(TRIED)).toBe(403);
  expect(lastMail(ANNA)!.text).toContain("You already have an account");
  const browser = await logInByCode();
  const form = { old_password: TRIED, password1: "battery staple 2", password2: "battery staple 2" };
  expect((await browser.post("/api/change-password/", form)).status).toBe(400);
  expect((await browser.delete("/api/user/", { password: TRIED })).status).toBe(400);
  expect((await browser.post("/api/change-password/", { ...form, old_password: PASSWORD })).status).toBe(200);
  expect(await logInStatus(TRIED)).toBe(403);
  expect(await logInStatus(form.password1)).toBe(200);
});

test.each([
  ["a refused sign-up", NOW],
  ["one that waited", null],
])("the password of %s gets the same response after a reset by the owner", async (_, emailVerifiedAt) => {
  await insertUser({ emailVerifiedAt });
  await signUp();
  await resetPassword();
  expect(await logInStatus(TRIED)).toBe(403);
  await logInByCode();
});

test("entering the password of a refused sign-up does not reset the count of wrong passwords", async () => {
  await insertUser();
  await signUp();
  const browser = new Browser();
  await logInStatus("not the password", ANNA, browser);
  await raiseRateCounts(9);
  expect(await logInStatus(TRIED, ANNA, browser)).toBe(403);
  const wrong = () => logInStatus("not the password", ANNA, browser);
  expect([await wrong(), await wrong()]).toEqual([400, 429]);
});

test("the password of a refused sign-up is deleted after the same time as an unverified account", async () => {
  await insertUser();
  await signUp();
  await signUp(BERT);
  const statuses = async () => {
    await request("/dev/cron", { method: "POST" });
    return [await logInStatus(TRIED), await logInStatus(TRIED, BERT)];
  };
  fakes.now = NOW + UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
  expect(await statuses()).toEqual([403, 403]);
  fakes.now += DAY_MS;
  expect(await statuses()).toEqual([403, 403]);
  fakes.now += DAY_MS + 1;
  expect(await statuses()).toEqual([400, 400]);
});

const signUp = (email = ANNA) =>
  new Browser().post("/api/signup/", { email, password1: TRIED, password2: TRIED, ...names });
const logInStatus = async (password: string, email = ANNA, browser = new Browser()) =>
  (await browser.post("/api/login/", { email, password })).status;

/** Returns the response, and the hashes of passwords, round trips to D1 and mails before it. */
async function send(path: string, form: object) {
  const browser = new Browser();
  await browser.get("/api/check_auth/");
  let response: Promise<Response> | undefined;
  let [mails, mailsBefore] = [0, 0];
  const queueMail = async () => void (mails += 1);
  // Each hash of a password begins with its usual form.
  const normalize = vi.spyOn(String.prototype, "normalize");
  const { d1 } = await countTrips(async (counting) => {
    const onResponse = () => {
      mailsBefore = mails;
      counting.onResponse?.();
    };
    response = browser.post(path, form, { ...counting, ports: { queueMail }, onResponse });
    await response;
  });
  const { calls, contexts } = normalize.mock;
  const hashes = calls.filter(([unicode], at) => unicode === "NFC" && PASSWORDS.has(String(contexts[at]))).length;
  normalize.mockRestore();
  return { ...(await readResponse((await response)!)), d1, hashes, mailsBefore };
}
