import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { LIMITS } from "#worker/http/limits.ts";
import { hmac } from "#worker/http/signing.ts";
import { fakes, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, insertUser, logInByCode, PASSWORD, passwordStep, otherCode, resetPassword } from "../support/people.ts";

const warnings = () => fakes.mails.filter(({ subject }) => subject.startsWith("Many wrong codes"));

beforeEach(async () => void (await insertUser()));

/** Enters wrong codes after a right password, at most five. Returns the status of each answer. */
async function guess(by: Browser, times = 5): Promise<number[]> {
  const wrong = otherCode(await passwordStep(by));
  const answers = [];
  for (let at = 0; at < times; at++)
    answers.push((await by.post("/api/login/verify/", { email: ANNA, code: wrong })).status);
  return answers;
}

/** Sets how many wrong codes were compared for Anna's account in this hour. One must have been compared before. */
const setGuesses = (count: number) =>
  env.DB.prepare("UPDATE rate_counters SET count = ? WHERE key = ?")
    .bind(count, hmac(env.SECRET_KEY, `limit:${LIMITS.codeGuesses.name}:${ANNA}`))
    .run();

const enterRightCode = async (by: Browser) =>
  by.post("/api/login/verify/", { email: ANNA, code: await passwordStep(by) });

test("twenty wrong codes an hour are compared for an account, from all networks together, with one warning", async () => {
  expect(await guess(new Browser())).toEqual([400, 400, 400, 400, 400]);
  await setGuesses(13);
  expect(await guess(new Browser())).toEqual([400, 400, 400, 400, 400]);
  expect(await guess(new Browser())).toEqual([400, 400, 429, 429, 429]);
  expect(warnings()).toMatchObject([{ to: ANNA, text: expect.stringContaining("/request-password-reset") }]);
});

test("after twenty wrong codes, a browser that the account knows can still sign in, and others after an hour", async () => {
  const known = await logInByCode();
  await guess(new Browser(), 1);
  await setGuesses(20);
  const refused = await enterRightCode(new Browser());
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
  await logInByCode(ANNA, known);
  fakes.now = NOW + HOUR_MS;
  await logInByCode(ANNA, new Browser());
});

test("right codes do not count, and neither do guesses without the password", async () => {
  await guess(new Browser(), 1);
  await setGuesses(19);
  for (let at = 0; at < 2; at++) {
    await logInByCode(ANNA, new Browser());
    expect((await new Browser().post("/api/login/verify/", { email: ANNA, code: "123456" })).status).toBe(400);
  }
  expect(await guess(new Browser(), 2)).toEqual([400, 429]);
});

test("a second warning comes a day later at the earliest", async () => {
  for (const [later, count] of [
    [0, 1],
    [HOUR_MS, 1],
    [DAY_MS, 2],
  ] as const) {
    fakes.now = NOW + later;
    await guess(new Browser(), 1);
    await setGuesses(9);
    await guess(new Browser(), 1);
    expect(warnings()).toHaveLength(count);
  }
});

test("wrong codes of a known browser are limited and warned about, too, from all its networks together", async () => {
  const known = await logInByCode();
  expect(await guess(known.copy())).toEqual([400, 400, 400, 400, 400]);
  // The counter of the browser is the only one with five attempts.
  await env.DB.exec("UPDATE rate_counters SET count = 18 WHERE count = 5");
  expect(await guess(known.copy())).toEqual([400, 400, 429, 429, 429]);
  expect(warnings()).toHaveLength(1);
  await logInByCode(ANNA, new Browser());
});

test("a reset clears the wrong codes", async () => {
  await guess(new Browser(), 1);
  await setGuesses(20);
  fakes.now += 1;
  await resetPassword();
  await logInByCode(ANNA, new Browser());
});

test("wrong codes to delete the account count, too", async () => {
  const anna = await logInByCode();
  const remove = async () => (await anna.delete("/api/user/", { code: "000000" })).status;
  await anna.post("/api/user/delete-code/", {});
  for (let at = 0; at < 5; at++) expect(await remove()).toBe(400);
  await env.DB.exec("UPDATE rate_counters SET count = 19 WHERE count = 5");
  await anna.post("/api/user/delete-code/", {});
  expect([await remove(), await remove()]).toEqual([400, 429]);
});

test("a browser that knew a deleted account is a stranger to a new one of the same address", async () => {
  const by = await logInByCode();
  expect((await by.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  await insertUser();
  await guess(new Browser(), 1);
  await setGuesses(20);
  expect((await enterRightCode(by)).status).toBe(429);
});
