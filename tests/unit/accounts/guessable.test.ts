import { expect, test } from "vitest";
import { isGuessable } from "#worker/features/accounts/passwords/guessable.ts";

const NAMES = ["Switchlist", "directory.example.com", "anna.lindqvist@maker.example"];

test.each([
  "switchlist2024",
  "Sw1tchl1st!!",
  "switchlist-switchlist",
  "Anna.Lindqvist99",
  "m4k3r-anna-1",
  "Dr4g0n!!",
  "elephant99",
  "p4$$w0rd p4$$w0rd",
  "MONKEY.123456",
])("%s is easily guessed", (password) => {
  expect(isGuessable(password, NAMES)).toBe(true);
});

test.each(["correct horse 1", "anna likes long walks", "my summer by the sea", "Zq7!mVx2", "合言葉は長いほうがいい"])(
  "%s is not easily guessed",
  (password) => {
    expect(isGuessable(password, NAMES)).toBe(false);
  },
);

test.each(["user12345", "D1rectory!!"])("%s is easily guessed without any names", (password) => {
  expect(isGuessable(password, [])).toBe(true);
});
