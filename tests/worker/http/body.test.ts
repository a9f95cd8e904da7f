import { expect, test } from "vitest";
import { parseJson } from "#worker/http/body.ts";
import { insertUser, logIn, readResponse } from "../support/people.ts";

test("texts of JSON are well-formed, in names and lists, too", () => {
  const text = '{"a":"\\ud800","b":["x\\udc00y",{"c":"\\ud83d\\ude00"}],"d":1}';
  expect(parseJson(text)).toEqual({ a: "\ufffd", b: ["x\ufffdy", { c: "\u{1f600}" }], d: 1 });
});

test("a body that is nested very deep is refused", async () => {
  await insertUser();
  const anna = await logIn();
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const headers = { ...(await anna.csrfHeaders()), "Content-Type": "application/json" };
  const response = await anna.fetch("/api/sites/", { method: "POST", headers, body: `{"name":${deep}}` });
  expect(response.status).toBe(400);
});

test("the answer to thousands of wrong fields names fifty, with short names", async () => {
  await insertUser();
  const anna = await logIn();
  const facts = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${"x".repeat(20)}${index}`, 1]));
  const { status, body } = await readResponse(
    await anna.post("/api/sites/", { facts: { ["y".repeat(9999)]: 1, ...facts } }),
  );
  expect(status).toBe(400);
  const names = Object.keys(body["fields"] as object);
  expect(names.length).toBeLessThanOrEqual(50);
  expect(Math.max(...names.map(({ length }) => length))).toBe(100);
});
