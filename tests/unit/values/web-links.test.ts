import { describe, expect, test, vi } from "vitest";
import { cleanLink, linkProblem } from "#schema/values/web-links.ts";

describe("a link is completed and mended", () => {
  test.each([
    // Without a scheme.
    ["plausible.io", "https://plausible.io"],
    [" www.example.com/a?b=c#d ", "https://www.example.com/a?b=c#d"],
    ["example.com:8443/app", "https://example.com:8443/app"],
    ["example.co.uk?lang=x", "https://example.co.uk?lang=x"],
    ["пример.рф", "https://пример.рф"],
    ["http.example/200", "https://http.example/200"],
    ["//example.com", "https://example.com"],
    // With a wrong scheme.
    ["https://https://double.example.com/", "https://double.example.com/"],
    ["http://www.https://double.example.com/", "https://double.example.com/"],
    ["https//example.com/a", "https://example.com/a"],
    [String.raw`https:\\example.com\a`, "https://example.com/a"],
    ["ttps://example.com", "https://example.com"],
    ["HTTP://example.com", "http://example.com"],
    ["https: // example.com /", "https://example.com/"],
    // Invisible characters.
    ["\u202ahttps://copied.example.com/\u202c", "https://copied.example.com/"],
    // Full-width characters.
    ["ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／a", "https://example.com/a"],
    ["https://例え。jp/パス", "https://例え.jp/パス"],
    // The sentence around the link.
    ["https://host.example.com,", "https://host.example.com"],
    ["https://host.example.com./a", "https://host.example.com/a"],
    ["“https://example.com/a”.", "https://example.com/a"],
    ["(https://en.wikipedia.org/wiki/C_(language))", "https://en.wikipedia.org/wiki/C_(language)"],
    ["https://example.com/a b", "https://example.com/a%20b"],
    // Tracking parameters.
    ["https://example.com/?utm_source=x&utm_medium=email&fbclid=1", "https://example.com/"],
    ["https://example.com/a?ref=b&id=3&GCLID=4#part", "https://example.com/a?id=3#part"],
    ["https://example.com/a?id=1&amp;utm_source=x", "https://example.com/a?id=1"],
    ["https://example.com/a#utm_source=x&utm_medium=y", "https://example.com/a"],
  ])("%j becomes %j", (typed, link) => {
    expect(cleanLink(typed)).toBe(link);
    expect(linkProblem(typed)).toBeUndefined();
    expect(cleanLink(link)).toBe(link);
  });
});

test.each([
  "https://1.1.1.1/",
  "https://demo.example.com:8083/login/",
  "https://my_pages.example.com/",
  "https://zh.wikipedia.org/wiki/南京市（消歧义）",
  "https://web.archive.org/web/2020/https://example.com/",
  "https://git.example.org/?p=xen.git;a=tree;hb=HEAD",
  "https://example.com/page?source=a&lang=de&id=1&tab=ref&v=a%20b&empty=#?ref=x",
  "https://نامه\u200cای.example/",
  "https://❤️.example/",
])("%j stays as it is", (link) => {
  expect(cleanLink(link)).toBe(link);
  expect(linkProblem(link)).toBeUndefined();
});

const LOCAL = /^Only some computers or networks can open/;
const NUMBERS = "Please enter an address with a name, such as https://example.com/.";
const INVALID = "Please enter a valid URL.";

describe("an address that is not public is refused with its reason, and kept as typed", () => {
  test.each([
    ["http://localhost:3000/", LOCAL],
    ["localhost:3000", LOCAL],
    ["192.168.1.11:8080", LOCAL],
    ["https://printer.local", LOCAL],
    ["http://192.168.1.11/", LOCAL],
    ["http://100.64.0.1", LOCAL],
    ["http://169.254.169.254/latest", LOCAL],
    ["http://0x7f.1/", LOCAL],
    ["https://１２７．０．０．１/", LOCAL],
    ["https://1.2/", NUMBERS],
    ["https://[::1]/", NUMBERS],
    ["https://onelabel", "The address “onelabel” lacks an ending, such as .com."],
    ["https://-a.com", "There can be no website at “-a.com”. Please check the address."],
    ["https://example.c0m/", "There can be no website at “example.c0m”. Please check the address."],
    [`https://${"a".repeat(64)}.com`, /^There can be no website at/],
    [`https://${"a.".repeat(126)}com`, /^There can be no website at/],
    ["https://slack.com@evil.example/", /^A name or a password before the “@” can deceive/],
    ["https://：//slack.com@evil.example/", INVALID],
    ["https://@example.com/", /^A name or a password/],
    ["ftp://example.com", INVALID],
    ["javascript:alert(1)", INVALID],
    ["anna@example.com", INVALID],
    ["mattermost", INVALID],
    ["https://exa mple.com", INVALID],
    ["https://a.example/\nx", INVALID],
    ["https://a.example/\ud800", INVALID],
    [`https://a.example/${"x".repeat(2048)}`, INVALID],
    ["", INVALID],
  ])("%j", (typed, problem) => {
    expect(linkProblem(typed)).toEqual(typeof problem === "string" ? problem : expect.stringMatching(problem));
    expect(cleanLink(typed)).toBe(typed);
  });
});

test.each([
  ")".repeat(4096),
  `https://a.example/${")".repeat(4000)}`,
  `https://a.example/${".)".repeat(2000)}`,
  `https://${"]".repeat(4000)}`,
])("a long text is read once: %.30s", (typed) => {
  const read = vi.spyOn(String.prototype, "split");
  linkProblem(typed);
  expect(read.mock.calls.length).toBeLessThan(100);
});
