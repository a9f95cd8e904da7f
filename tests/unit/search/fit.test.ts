import { describe, expect, test } from "vitest";
import { fitOf } from "#worker/features/search/fit.ts";
import { textOf } from "#worker/features/search/words.ts";

const thing = (words: string, ...terms: string[]) => ({
  words: words.split(" "),
  terms: terms.map((term) => term.split(" ")),
});
const fit = (text: string, ...things: ReturnType<typeof thing>[]) => fitOf(things)(textOf(text));

describe("a text fits better", () => {
  test.each([
    ["if it says more of the things", [thing("zebra"), thing("yak")], "Zebra and yak", "Zebra and cow"],
    ["if words of a term stand side by side", [thing("speech to text")], "Speech to text", "Text to speech"],
    [
      "if it says a thing in more ways",
      [thing("crm", "customer relationship management")],
      "CRM, customer relationship management",
      "CRM, good for sales",
    ],
    ["if it is shorter", [thing("zebra")], "A zebra", "A zebra of a kind that nobody knows"],
  ])("%s", (_, things, better, worse) => {
    expect(fit(better, ...things)).toBeGreaterThan(fit(worse, ...things));
    expect(fit(worse, ...things)).toBeGreaterThan(0);
  });
});

test.each([
  ["Managers of passwords", "password"],
  ["Café", "cafe"],
  ["Rider for .NET", "dotnet"],
  ["开源的团队聊天软件", "团队"],
  ["team-chat", "chat"],
])("“%s” says %s", (text, word) => {
  expect(fit(text, thing(word))).toBeGreaterThan(0);
});

test.each([
  ["A zebra", "bra"],
  ["Excuse", "excel"],
])("“%s” does not say %s", (text, word) => {
  expect(fit(text, thing(word))).toBe(0);
});

test("a text fits nothing if nothing is asked", () => {
  expect(fit("zebra")).toBe(0);
});
