import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { fakes, NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, insertUser, logInByCode, mailedToken, PASSWORD, passwordStep } from "../support/people.ts";

const warnings = () => fakes.mails.filter(({ subject }) => subject.startsWith("Many wrong codes"));

beforeEach(async () => void (await insertUser()));

/** Enters five wrong codes after a right password. Returns the status of each answer. */
async function guessFiveTimes(by: Browser): Promise<number[]> {
  const code = await passwordStep(by);
  const wrong = code === "000000" ? "000001" : "000000";
  const answers = [];
  for (let guess = 0; guess < 5; guess++)
    answers.push((await by.post("/api/login/verify/", { email: ANNA, code: wrong })).status);
  return answers;
}

test("twenty wrong codes an hour are compared for an account, from all networks together, with one warning", async () => {
  const networks = Array.from({ length: 4 }, () => new Browser());
  const answers: number[] = [];
  for (let round = 0; round < 2; round++) for (const by of networks) answers.push(...(await guessFiveTimes(by)));
  expect(answers.filter((status) => status === 400)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
  expect(warnings()).toMatchObject([{ to: ANNA, text: expect.stringContaining("/request-password-reset") }]);
});

test("after twenty wrong codes, a browser that the account knows can still sign in, and others after an hour", async () => {
  const known = await logInByCode();
  for (let round = 0; round < 4; round++) await guessFiveTimes(new Browser());
  const stranger = new Browser();
  const refused = await stranger.post("/api/login/verify/", { email: ANNA, code: await passwordStep(stranger) });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
  await logInByCode(ANNA, known);
  fakes.now = NOW + HOUR_MS;
  await logInByCode(ANNA, new Browser());
});

test("right codes do not count, and neither do guesses without the password", async () => {
  for (let at = 0; at < 12; at++) await logInByCode(ANNA, new Browser());
  for (let at = 0; at < 25; at++)
    expect((await new Browser().post("/api/login/verify/", { email: ANNA, code: "123456" })).status).toBe(400);
  const by = new Browser();
  await guessFiveTimes(by);
  expect(warnings()).toEqual([]);
  await logInByCode(ANNA, by);
});

test("simultaneous guesses cannot exceed the limit", async () => {
  for (let round = 0; round < 3; round++) await guessFiveTimes(new Browser());
  const stranger = new Browser();
  const guess = async (wrong: string) =>
    (await stranger.post("/api/login/verify/", { email: ANNA, code: wrong })).status;
  const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");
  const first = wrongOf(await passwordStep(stranger));
  for (let at = 0; at < 3; at++) expect(await guess(first)).toBe(400);
  const second = wrongOf(await passwordStep(stranger));
  const answers = await Promise.all(Array.from({ length: 5 }, () => guess(second)));
  expect(answers.toSorted()).toEqual([400, 400, 429, 429, 429]);
});

test("a second warning comes a day later at the earliest", async () => {
  for (let round = 0; round < 3; round++) await guessFiveTimes(new Browser());
  fakes.now = NOW + HOUR_MS;
  for (let round = 0; round < 3; round++) await guessFiveTimes(new Browser());
  expect(warnings()).toHaveLength(1);
  fakes.now = NOW + DAY_MS;
  for (let round = 0; round < 3; round++) await guessFiveTimes(new Browser());
  expect(warnings()).toHaveLength(2);
});

test("wrong codes of a known browser are limited and warned about, too, from all its networks together", async () => {
  const known = await logInByCode();
  const answers = [];
  for (let round = 0; round < 5; round++) answers.push(...(await guessFiveTimes(known.copy())));
  expect(answers.filter((status) => status === 400)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  expect(warnings()).toHaveLength(1);
  await logInByCode(ANNA, new Browser());
});

test("a reset clears the wrong codes", async () => {
  for (let round = 0; round < 4; round++) await guessFiveTimes(new Browser());
  fakes.now += 1;
  await new Browser().post("/api/password/reset/", { email: ANNA });
  const body = { password1: PASSWORD, password2: PASSWORD };
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  expect((await new Browser().post(path, body)).status).toBe(200);
  await logInByCode(ANNA, new Browser());
});

test("wrong codes to delete the account count, too", async () => {
  const anna = await logInByCode();
  const answers = [];
  for (let round = 0; round < 5; round++) {
    await anna.post("/api/user/delete-code/", {});
    for (let guess = 0; guess < 5; guess++) answers.push((await anna.delete("/api/user/", { code: "000000" })).status);
  }
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400));
  expect(answers.slice(20)).toEqual(Array.from({ length: 5 }, () => 429));
});

test("a browser that knew a deleted account is a stranger to a new one of the same address", async () => {
  const by = await logInByCode();
  expect((await by.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  await insertUser();
  for (let round = 0; round < 4; round++) await guessFiveTimes(new Browser());
  const code = await passwordStep(by);
  expect((await by.post("/api/login/verify/", { email: ANNA, code })).status).toBe(429);
});
