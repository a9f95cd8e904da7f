import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { hmac } from "#worker/http/signing.ts";
import { LIMITS } from "#worker/http/limits.ts";
import { fakes, NO_MAIL, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  logInByCode,
  PASSWORD,
  raiseRateCounts,
  resetPassword,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const WRONG = "not the password";

const tryPassword = (browser: Browser, password = WRONG, email = ANNA) =>
  browser.post("/api/login/", { email, password });
const statusOf = async (browser: Browser, password = WRONG, email = ANNA) =>
  (await tryPassword(browser, password, email)).status;
const warnings = () => fakes.mails.filter(({ subject }) => subject.startsWith("Many wrong passwords"));

const network = ({ ipAddress }: Browser) => ipAddress.replace("::1", "");

/** Sets the account's count of wrong passwords in the last hour, as if each came from another IP address. */
async function attack(count: number, email = ANNA): Promise<void> {
  await tryPassword(new Browser(), WRONG, email);
  const key = hmac(env.SECRET_KEY, `limit:${LIMITS.failedPasswordsOfAccount.name}:${email}`);
  await env.DB.prepare("UPDATE rate_counters SET count = ? WHERE key = ?").bind(count, key).run();
}

test("ten wrong passwords lock an account for an IP address for 15 minutes, whether or not the account exists", async () => {
  await insertUser();
  const outcome = async (email: string) => {
    const browser = new Browser();
    expect(await statusOf(browser, WRONG, email)).toBe(400);
    await raiseRateCounts(9);
    const answers = await Promise.all(Array.from({ length: 3 }, () => tryPassword(browser, WRONG, email)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.map((response) => response.headers.get("Retry-After"))).toEqual(["900", "900"]);
    return { browser, refused: await readResponse(limited[0]!) };
  };
  const { browser, refused } = await outcome(ANNA);
  expect(refused).toEqual((await outcome(BERT)).refused);
  expect(await statusOf(browser, PASSWORD)).toBe(429);
  fakes.now = NOW + 15 * MINUTE_MS;
  await logInByCode(ANNA, browser);
});

test("wrong passwords, sign-ups and resets from another IP address do not lock out the owner", async () => {
  await insertUser();
  const attacker = new Browser();
  const names = { first_name: "A", last_name: "B", password1: "a stranger's phrase", password2: "a stranger's phrase" };
  await attacker.post("/api/signup/", { email: ANNA, ...names });
  await attacker.post("/api/password/reset/", { email: ANNA });
  await tryPassword(attacker);
  await raiseRateCounts(10);
  expect(await statusOf(attacker)).toBe(429);
  expect((await attacker.post("/api/signup/", { email: ANNA, ...names })).status).toBe(429);
  expect((await attacker.post("/api/password/reset/", { email: ANNA })).status).toBe(429);
  const owner = new Browser();
  expect((await owner.post("/api/password/reset/", { email: ANNA })).status).toBe(200);
  expect((await owner.post("/api/signup/", { email: ANNA, ...names })).status).toBe(201);
  await logInByCode(ANNA, owner);
});

test("a hundred wrong passwords an hour lock an account only for browsers that have never signed in to it", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const known = await logInByCode();
  await known.post("/api/logout/");
  const berts = await logInByCode(BERT);
  await attack(100);
  for (const stranger of [new Browser(), berts]) {
    const refused = await tryPassword(stranger, PASSWORD);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
  }
  await logInByCode(ANNA, known);
  fakes.now = NOW + 60 * MINUTE_MS;
  await logInByCode(ANNA, new Browser());
});

test("a stranger behind the same IP address does not lock out a known browser", async () => {
  await insertUser();
  const known = await logInByCode();
  const stranger = new Browser(known.ipAddress);
  await tryPassword(stranger);
  await raiseRateCounts(10);
  expect(await statusOf(stranger, PASSWORD)).toBe(429);
  await env.DB.prepare("DELETE FROM rate_counters WHERE key = ?")
    .bind(hmac(env.SECRET_KEY, `limit:${LIMITS.mailsOfAccountAndClient.name}:code ${ANNA} ${network(known)}`))
    .run();
  await logInByCode(ANNA, known);
});

test("a known browser has ten attempts from any IP address, and uses up no others", async () => {
  await insertUser();
  const known = await logInByCode();
  await tryPassword(known);
  await raiseRateCounts(9);
  expect(await statusOf(known.copy())).toBe(400);
  expect(await statusOf(known.copy())).toBe(429);
  await logInByCode(ANNA, new Browser());
  expect(warnings()).toEqual([]);
});

test("the device cookie is HttpOnly, signed for the account, and survives a log-out", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const browser = new Browser();
  await logInByCode(BERT, browser);
  const response = await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  expect(response.headers.getSetCookie().join()).not.toContain("device");
  await logInByCode(ANNA, browser);
  await browser.post("/api/logout/");
  const cookie = browser.cookies.get("__Host-device")!;
  expect(decodeURIComponent(cookie)).toMatch(/^[\w-]{22}~[\w-]{43}~[\w-]{43}$/);
  await attack(100);
  await attack(100, BERT);
  for (const email of [ANNA, BERT]) expect(await statusOf(browser.copy(), PASSWORD, email)).toBe(200);

  const [id, ...signatures] = decodeURIComponent(cookie).split("~");
  for (const forged of ["", id!, `${id}~${"A".repeat(43)}`, `${"A".repeat(22)}~${signatures.join("~")}`]) {
    const thief = new Browser();
    thief.cookies.set("__Host-device", forged);
    expect(await statusOf(thief, PASSWORD)).toBe(429);
  }
});

test("a browser is known for its last five accounts, and scripts cannot read its cookie", async () => {
  const browser = new Browser();
  for (const at of [1, 2, 3, 4, 5, 6]) {
    await insertUser({ email: `person-${at}@example.com` });
    await logInByCode(`person-${at}@example.com`, browser);
  }
  const cookie = browser.cookies.get("__Host-device")!;
  expect(decodeURIComponent(cookie).split("~")).toHaveLength(6);
  await attack(100, "person-1@example.com");
  await attack(100, "person-2@example.com");
  expect(await statusOf(browser.copy(), PASSWORD, "person-1@example.com")).toBe(429);
  expect(await statusOf(browser.copy(), PASSWORD, "person-2@example.com")).toBe(200);
});

test("log out everywhere, a new password and a reset end the known browsers, except the one that asked for it", async () => {
  await insertUser();
  const isKnown = async (browser: Browser) => {
    await attack(100);
    return (await statusOf(browser.copy(), PASSWORD)) === 200;
  };
  const [browser, other] = [await logInByCode(), await logInByCode()];
  expect([await isKnown(browser), await isKnown(other)]).toEqual([true, true]);
  expect((await browser.post("/api/logout/everywhere/")).status).toBe(200);
  expect([await isKnown(browser), await isKnown(other)]).toEqual([true, false]);

  await env.DB.prepare("DELETE FROM rate_counters").run();
  await logInByCode(ANNA, other);
  const change = { old_password: PASSWORD, password1: PASSWORD, password2: PASSWORD };
  expect((await browser.post("/api/change-password/", change)).status).toBe(200);
  expect([await isKnown(browser), await isKnown(other)]).toEqual([true, false]);

  await resetPassword(browser);
  // A reset also clears the counts before it.
  fakes.now += MINUTE_MS;
  expect(await isKnown(browser)).toBe(false);
});

test("a completed reset unlocks the account everywhere", async () => {
  await insertUser();
  const browser = new Browser();
  await tryPassword(browser);
  await raiseRateCounts(100);
  expect(await statusOf(browser, PASSWORD)).toBe(429);
  await resetPassword();
  // A reset does not change the limit of the IP address alone, so the test clears it.
  const ofClient = hmac(env.SECRET_KEY, `limit:${LIMITS.failedPasswordsOfClient.name}:${network(browser)}`);
  await env.DB.prepare("UPDATE rate_counters SET count = 0 WHERE key = ?").bind(ofClient).run();
  await logInByCode(ANNA, browser);
});

test("ten wrong passwords send the account's owner a warning, once a day", async () => {
  await insertUser();
  await attack(9);
  await tryPassword(new Browser());
  expect(warnings()).toMatchObject([{ to: ANNA, text: expect.stringContaining("/request-password-reset") }]);
  await attack(9, BERT);
  await tryPassword(new Browser(), WRONG, BERT);
  fakes.now = NOW + 60 * MINUTE_MS;
  await attack(9);
  await tryPassword(new Browser());
  expect(warnings()).toHaveLength(1);
  fakes.now = NOW + DAY_MS;
  await attack(9);
  await tryPassword(new Browser());
  expect(warnings()).toHaveLength(2);
});

test("a warning that could not be mailed is mailed at the next chance", async () => {
  await insertUser();
  await attack(9);
  expect((await new Browser().post("/api/login/", { email: ANNA, password: WRONG }, NO_MAIL)).status).toBe(400);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  fakes.now = NOW + 60 * MINUTE_MS;
  await attack(9);
  await tryPassword(new Browser());
  expect(warnings()).toHaveLength(1);
});
