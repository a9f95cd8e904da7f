import { expect, test } from "vitest";
import { linkKey, pageKey } from "#worker/names/keys.ts";

const keyOf = (path: string) => pageKey(`https://app.example${path}`);

test.each([
  ["/?ref=x", "/"],
  ["/#/", "/"],
  ["/", ":8443/"],
  ["/", "/index.html"],
  ["/", "/;jsessionid=1?a"],
  ["/", "/Default.aspx"],
  ["/tool", "/tool.php"],
  ["/tool", "/x/%2e%2e/Tool"],
  ["/a", "//a"],
  ["/a/b", "/a%2Fb"],
  ["/a/b", "/a%5Cb"],
  ["/%ff", "/%FF"],
  ["/caf%C3%A9", "/café/"],
])("%s and %s are one page", (one, other) => {
  expect(keyOf(other)).toBe(keyOf(one));
});

test.each([
  ["/a", "/b"],
  ["/a/b", "/a-b"],
  ["/indexes", "/"],
  ["/%ff", "/%fe"],
])("%s and %s are different pages", (one, other) => {
  expect(keyOf(other)).not.toBe(keyOf(one));
});

test("scheme and www. do not tell pages apart, and other hosts do", () => {
  expect(pageKey("http://www.app.example/")).toBe(keyOf("/"));
  expect(pageKey("https://other.example/")).not.toBe(keyOf("/"));
});

test("apps of one store are distinguished only by the store's id parameter", () => {
  const app = (query: string) => pageKey(`https://play.google.com/store/apps/details?${query}`);
  expect(app("hl=de&id=org.example.one")).toBe(app("id=org.example.one"));
  expect(app("id=org.example.two&hl=de")).not.toBe(app("id=org.example.one"));
});

test("a link is the same with and without a trailing slash, and another with another page of its host", () => {
  const link = linkKey("https://one.example/team");
  for (const same of ["https://one.example/team/", "http://www.one.example/team", "https://ONE.example/team//"])
    expect(linkKey(same), same).toBe(link);
  for (const other of ["https://one.example/", "https://one.example/team/2", "https://two.example/team"])
    expect(linkKey(other), other).not.toBe(link);
});
