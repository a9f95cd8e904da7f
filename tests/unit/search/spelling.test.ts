import { expect, test } from "vitest";
import { editsBetween } from "#worker/features/search/edits.ts";
import { bestWord } from "#worker/features/search/spelling.ts";

test.each([
  ["slack", "slacks", 1],
  ["slack", "sack", 1],
  ["slack", "stack", 1],
  ["slakc", "slack", 1],
  ["boomrak", "bookmark", 2],
  ["", "abc", 3],
])("from %s to %s: %i edits", (typed, meant, edits) => {
  expect(editsBetween(typed, meant)).toBe(edits);
  expect(editsBetween(meant, typed)).toBe(edits);
});

const words = (text: string) =>
  text.split(" ").map((entry) => ({ word: entry.split(":")[0]!, uses: Number(entry.split(":")[1]) }));

test.each([
  ["the fewest edits", "mattermots", "mattermost:1 mattermore:20", "mattermost"],
  ["the same first letter", "salck", "walck:20 slack:1", "slack"],
  ["more uses", "maneger", "manner:1 manager:5", "manager"],
  ["a word of sites before one of the thesaurus", "kanbar", "kanban:0 kanbas:1", "kanbas"],
  ["a short word with two edits stays", "linux", "link:20", "linux"],
  ["two edits of a long word", "bookamrkk", "bookmark:9", "bookmark"],
  ["a long word with three edits stays", "boomrakk", "bookmark:9", "boomrakk"],
  ["a common word before a rare one that was typed", "calender", "calender:1 calendar:12", "calendar"],
  ["the typed word if the near one is rare, too", "trellos", "trellos:1 trellis:3", "trellos"],
  ["the typed word if it is common", "notion", "notion:3 nation:20", "notion"],
  ["the typed word if nothing is near", "xylophone", "telephone:20", "xylophone"],
])("%s: %s", (_, typed, known, best) => {
  expect(bestWord(typed, words(known))).toBe(best);
});
