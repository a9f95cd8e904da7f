import { expect, test } from "vitest";
import { parseJson } from "#worker/http/body.ts";

test("texts of JSON are well-formed, in names and lists, too", () => {
  const text = '{"a":"\\ud800","b":["x\\udc00y",{"c":"\\ud83d\\ude00"}],"d":1}';
  expect(parseJson(text)).toEqual({ a: "\ufffd", b: ["x\ufffdy", { c: "\u{1f600}" }], d: 1 });
});
