import { expect, test } from "vitest";
import { email } from "#schema/values/email.ts";

test.each([
  [" Anna@Example.com ", "anna@example.com"],
  ["per\u00adson@exam\ufeffple.com\u2060", "person@example.com"],
  ["ｐｅｒｓｏｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "person@example.com"],
  ["person@example。com", "person@example.com"],
  ["<person@example.com>", "person@example.com"],
  ["MAILTO:person@example.com", "person@example.com"],
  ["person@example.com,", "person@example.com"],
  ["user@bücher.example", "user@xn--bcher-kva.example"],
  ["user@пример.рф", "user@xn--e1afmkfd.xn--p1ai"],
  ["first.o'last+tag@mail.example.co.uk", "first.o'last+tag@mail.example.co.uk"],
])("%j is the address %j", (typed, address) => {
  expect(email.parse(typed)).toBe(address);
  expect(email.parse(address)).toBe(address);
});

test.each([
  "person",
  "person@127.0.0.1",
  "Person <person@example.com>",
  "one@two@example.com",
  "per son@example.com",
  "per..son@example.com",
  "person@exam_ple.com",
  // Letters that only look like ASCII.
  "pеrson@example.com",
  "user@bücher.example/x",
  `${"x".repeat(250)}@example.com`,
])("%j is no address", (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe("Please enter a valid email address");
});

test.each(["", " ", "\u200b"])("%j is missing", (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe("Email address is required");
});
