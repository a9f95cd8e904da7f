import { expect, test } from "vitest";
import { countable } from "#worker/features/searches/countable.ts";

test.each([
  "",
  "???",
  "anna@example.com",
  "anna﹫example.com",
  "anna％４０example.com",
  "https://office.example/",
  "read ftp://office.example",
  "https：／／office.example",
  "sk_live_Abcdefgh1jkl",
  "key abcdefghijklmno1",
  "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏ１",
  "office365-online",
  "+43 660 123 45 67",
  "4242-4242-4242-4242",
  "order 1234567",
  "١٢٣٤٥٦٧",
  `${"sounds ".repeat(30)}anna@example.com`,
])("the text %j is not counted", (text) => expect(countable(text)).toBeUndefined());

test.each(["office 2019 v16", "telecommunications", "what is telecommunications 4", "office365-onlin"])(
  "%s is neither a private number nor a key",
  (text) => expect(countable(text)).toMatchObject({ q: text }),
);

test("spellings of the same words have the same words, and a long text is cut", () => {
  expect(countable("  Café–Manager ‮ ")).toEqual({ q: "Café–Manager", words: "cafe manager" });
  expect(countable("CAFÉ, manager!")!.words).toBe("cafe manager");
  const [one, other] = ["one", "other"].map((end) => countable(`${"sounds ".repeat(20)}${end}`));
  expect(one).toEqual(other);
  expect(one!.q).toBe("sounds ".repeat(20).slice(0, 100));
  expect(countable("𝒳".repeat(150))!.q).toBe("𝒳".repeat(100));
});
