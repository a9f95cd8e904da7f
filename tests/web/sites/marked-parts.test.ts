import { expect, test } from "vitest";
import { markedParts, marksOf } from "#web/features/sites/card/marked-parts.ts";

const shown = (text: string, ...marks: string[]) =>
  markedParts(text, marks)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join("");

test("beginnings of words are marked, with their accents", () => {
  expect(shown("Team chat for teams", "team")).toBe("[Team] chat for [teams]");
  expect(shown("Café au lait", "cafe")).toBe("[Café] au lait");
  expect(shown("Cafe\u0301s", "cafe")).toBe("[Cafe\u0301s]");
  expect(shown("Smørrebrød, Straßen", "smor", "strasse")).toBe("[Smør]rebrød, [Straßen]");
  expect(shown("steam", "team"), "not inside a word").toBe("steam");
  expect(shown("Slackware", "s", "slack"), "the longest mark").toBe("[Slack]ware");
});

test("of what is typed, short words are not marked beside others", () => {
  expect(marksOf("Sla")).toEqual(["sla"]);
  expect(marksOf(" open source for  Cafés ")).toEqual(["open", "source", "cafes"]);
  expect(marksOf(" ")).toEqual([]);
});

test("a text without marked words stays whole", () => {
  expect(markedParts("Chat", [])).toEqual([{ at: 0, text: "Chat", isMarked: false }]);
  expect(markedParts("Chat", [""])).toEqual([{ at: 0, text: "Chat", isMarked: false }]);
  expect(markedParts("", ["a"])).toEqual([]);
});

test("the end of a very long text is shown without marks", () => {
  const text = `${"x ".repeat(1000)}slack`;
  expect(shown(text, "slack")).toBe(text);
});
