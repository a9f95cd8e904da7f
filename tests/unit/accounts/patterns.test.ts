import { expect, test } from "vitest";
import { isPattern } from "#worker/features/accounts/passwords/patterns.ts";

test.each([
  "12345678901",
  "1234567８",
  "٣٩١٧٤٢٨٥",
  "8351209477160",
  "aaaabbbb",
  "abcdefgh1",
  "abc123xyz",
  "qwertzuiop1",
  "poiuytrewq1!",
  "1qaz2wsx3edc",
  "qwer!@#$",
  "xK9xK9xK",
])("%s is a pattern", (password) => {
  expect(isPattern(password)).toBe(true);
});

test.each([
  "8351 2094 7716",
  "83512094771605",
  "Zq7!mVx2",
  "hijack the first tree",
  "合言葉は長いほうがいい",
  "kaka-du-dada-7",
  "abcdefg is seven",
])("%s is not a pattern", (password) => {
  expect(isPattern(password)).toBe(false);
});
