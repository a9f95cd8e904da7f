import { expect, test } from "vitest";
import { isPattern } from "#worker/features/accounts/passwords/patterns.ts";

test.each([
  "12345678901",
  "87654321",
  "123123123",
  "00000001",
  "1234567８",
  "٣٩١٧٤٢٨٥",
  "8351209477160",
  "aaaabbbb",
  "abcdefgh1",
  "zyxwvuts",
  "abc123xyz",
  "qwertzuiop1",
  "poiuytrewq1!",
  "asdf-jkl-1234",
  "1qaz2wsx3edc",
  "qwer!@#$",
  "xK9!xK9!",
  "xK9xK9xK",
  "zzzzzzzzzzzzzzzzzzzz",
])("%s is a pattern", (password) => {
  expect(isPattern(password)).toBe(true);
});

test.each([
  "correct horse 1",
  "8351 2094 7716",
  "83512094771605",
  "Zq7!mVx2",
  "hijack the first tree",
  "пароль и ещё слова",
  "合言葉は長いほうがいい",
  "kaka-du-dada-7",
  "abcdefg is seven",
])("%s is not a pattern", (password) => {
  expect(isPattern(password)).toBe(false);
});
