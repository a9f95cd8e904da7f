import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { isGuessable } from "#worker/features/accounts/passwords/guessable.ts";
import { ANNA, answer, insertUser, logInByCode, mailedToken, PASSWORD, refusal } from "../support/people.ts";

const NAMES = ["Switchlist", "directory.example.com", "anna.lindqvist@maker.example"];

test.each([
  "switchlist2024",
  "Sw1tchl1st!!",
  "2024switchlist2024",
  "switchlist-switchlist",
  "Switchlist password",
  "anna1987",
  "Anna.Lindqvist99",
  "lindqvistanna!",
  "m4k3r-anna-1",
  "directory2026",
  "summer2024",
  "Dr4g0n!!",
  "elephant99",
  "e1ephant!",
  "passwordpassword",
  "p4$$w0rd p4$$w0rd",
  "MONKEY.123456",
])("%s is guessed first", (password) => {
  expect(isGuessable(password, NAMES)).toBe(true);
});

test.each([
  "correct horse 1",
  "battery staple 2",
  "a phrase to remember",
  "another password",
  "anna likes long walks",
  "my summer by the sea",
  "Zq7!mVx2",
  "пароль и ещё слова",
  "合言葉は長いほうがいい",
  "8351 2094 7716",
])("%s is not", (password) => {
  expect(isGuessable(password, NAMES)).toBe(false);
});

test("such a password is refused wherever one is chosen, beside its field", async () => {
  await insertUser();
  const password = `${env.SITE_NAME}-2026`;
  const passwords = { password1: password, password2: password };
  const refused = refusal(400, ACCOUNT_MESSAGES.passwordGuessable, { password1: ACCOUNT_MESSAGES.passwordGuessable });
  const browser = await logInByCode();
  const form = { email: "new@example.com", first_name: "A", last_name: "B", ...passwords };
  expect(await answer(await browser.post("/api/signup/", form))).toEqual(refused);
  expect(await answer(await browser.post("/api/change-password/", { old_password: PASSWORD, ...passwords }))).toEqual(
    refused,
  );
  await browser.post("/api/password/reset/", { email: ANNA });
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  expect(await answer(await browser.post(path, passwords))).toEqual(refused);
});
