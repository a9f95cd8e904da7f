import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { isGuessable } from "#worker/features/accounts/passwords/guessable.ts";
import { isPattern } from "#worker/features/accounts/passwords/patterns.ts";
import { answer, insertUser, logInByCode, PASSWORD, refusal } from "../support/people.ts";

const PATTERNS = [
  "12345678901",
  "1234567890123",
  "12345678901234567890",
  "87654321",
  "98765432",
  "9876543210",
  "123123123",
  "00000001",
  "20242025",
  "1234567８",
  "٣٩١٧٤٢٨٥",
  "8351209477160",
  "aaaabbbb",
  "aabbccdd",
  "abcdefgh1",
  "ABCdefgh!",
  "zyxwvuts",
  "abc123xyz",
  "abcd1234",
  "qwertzuiop1",
  "azertyuiop",
  "poiuytrewq1!",
  "asdf-jkl-1234",
  "1qaz2wsx3edc",
  "qwer!@#$",
  "xK9!xK9!",
  "xK9xK9xK",
  "k7k7k7k7",
  "zzzzzzzzzzzzzzzzzzzz",
];

test("a pattern is refused as a common password, wherever one is chosen", async () => {
  await insertUser();
  const browser = await logInByCode();
  const message = ACCOUNT_MESSAGES.passwordCommon;
  for (const password of PATTERNS) {
    const body = { old_password: PASSWORD, password1: password, password2: password };
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as a person tries them.
    const answered = await answer(await browser.post("/api/change-password/", body));
    expect(answered, password).toEqual(refusal(400, message, { password1: message }));
  }
});

test.each(["user12345", "root1234", "directory1", "D1rectory!!"])("%s is guessed first", (password) => {
  expect(isGuessable(password, [])).toBe(true);
});

test.each([
  "correct horse 1",
  "8351 2094 7716",
  "83512094771605",
  "Zq7!mVx2",
  "hijack the first tree",
  "property were mine",
  "пароль и ещё слова",
  "合言葉は長いほうがいい",
  "kaka-du-dada-7",
  "abcdefg is seven",
])("%s is no pattern", (password) => {
  expect(isPattern(password)).toBe(false);
});
