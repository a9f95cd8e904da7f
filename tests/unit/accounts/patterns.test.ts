import { expect, test } from "vitest";
import { isPattern } from "#worker/features/accounts/passwords/patterns.ts";

test.each([
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
])("%s is a pattern", (password) => {
  expect(isPattern(password)).toBe(true);
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
])("%s is not a pattern", (password) => {
  expect(isPattern(password)).toBe(false);
});
