import { expect, test } from "vitest";
import { proposeTexts } from "#worker/features/link-previews/propose-texts.ts";

const proposed = (title: string, link = "https://example.org/", more: object = {}) =>
  proposeTexts({ title, siteName: "", description: "", imageUrl: undefined, ...more }, new URL(link));

test.each([
  ["Notion – Your connected workspace", "https://www.notion.so/", "Notion"],
  ["Pricing | Notion", "https://www.notion.so/pricing", "Notion"],
  ["Your connected workspace - Notion", "https://notion.so/", "Notion"],
  ["Cal.com: Open scheduling", "https://cal.com/", "Cal.com"],
  ["Rock-solid software", "https://example.org/", "Rock-solid software"],
  ["X", "https://example.org/", "X"],
  ["", "https://example.org/", ""],
  [" | ", "https://example.org/", ""],
])("the name in %j at %s is %j", (title, link, name) => {
  expect(proposed(title, link).name).toBe(name);
});

test("the site name of a page comes before its title", () => {
  expect(proposed("Welcome", undefined, { siteName: "Plausible" }).name).toBe("Plausible");
});

test("texts are cut between words to the length that the form allows", () => {
  const words = "word ".repeat(60);
  const cut = `${"word ".repeat(20).trim()}…`;
  expect(proposed(words, undefined, { description: words })).toEqual({ name: cut, description: cut });
  const { name } = proposed("😀".repeat(99));
  expect(name.length).toBeLessThanOrEqual(100);
  expect(name.isWellFormed()).toBe(true);
});
