import { expect, test } from "vitest";
import { completeUrl } from "#schema/values/urls.ts";

test.each([
  ["plausible.io", "https://plausible.io"],
  [" www.example.com/a?b=c#d ", "https://www.example.com/a?b=c#d"],
  ["example.com:8443/app", "https://example.com:8443/app"],
  ["example.co.uk?ref=x", "https://example.co.uk?ref=x"],
  ["пример.рф", "https://пример.рф"],
  ["उदाहरण.भारत/", "https://उदाहरण.भारत/"],
  ["xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai"],
])("%j is completed to %j", (typed, address) => {
  expect(completeUrl(typed)).toBe(address);
});

test.each([
  "https://plausible.io/",
  "HTTP://example.com",
  "ftp://example.com",
  "javascript:alert(1)",
  "javascript:example.com",
  "mailto:anna@example.com",
  "anna@example.com",
  "user:pass@example.com",
  "mattermost",
  "not a link",
  "a b.com",
  "1.5",
  ".com",
  "example.",
  "/path.html",
  "",
])("%j stays as it is", (typed) => {
  expect(completeUrl(typed)).toBe(typed);
});
