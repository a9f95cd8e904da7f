import { describe, expect, test } from "vitest";
import { NEEDS } from "#worker/features/search/thesaurus.ts";
import { readQuestion } from "#worker/features/search/question.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { termKey, wordsOf } from "#worker/features/search/words.ts";

const vocabulary = new Vocabulary();

describe("words of the thesaurus that are spelt almost like a word", () => {
  test.each([
    ["grammer", "grammar"],
    ["kanbann", "kanban"],
    ["kabnan", "kanban"],
    ["anban", "kanban"],
    ["analitycs", "analytics"],
  ])("%s: %s", (typed, meant) => {
    expect(vocabulary.nearWords(typed)).toContain(meant);
  });

  test.each(["kannb", "knb", "", "x"])("not “%s”", (typed) => {
    expect(vocabulary.nearWords(typed)).not.toContain("kanban");
  });
});

test("a need is known by words of the same meaning, and looks for them", () => {
  const listed = new Set(NEEDS.flatMap(({ terms }) => terms));
  const varied = NEEDS.flatMap(({ terms }) => terms)
    .filter((term) => / photos?$|^photos? /.test(term))
    .map((term) => [term, term.replace("photo", "picture")] as const)
    .filter(([, other]) => !listed.has(other));
  expect(varied.length).toBeGreaterThan(1);
  for (const [term, other] of varied) {
    expect(vocabulary.find(wordsOf(other))[0]?.isNeed, other).toBe(true);
    const terms = vocabulary.find(wordsOf(term)).flatMap((entry) => entry.terms);
    expect(terms.map((words) => termKey(words))).toContain(termKey(wordsOf(other)));
  }
});

describe("synonyms of staff", () => {
  const terms = (words: Vocabulary, text: string) => readQuestion(text, words).units.flatMap((unit) => unit.terms);

  test("a term also finds what it means, in one direction or in both", () => {
    const one = new Vocabulary([{ term: "punch clock", means: ["stamp sheet", "stempeluhr"], isMutual: false }]);
    expect(terms(one, "punch clocks")).toEqual([["stamp", "sheet"], ["stempeluhr"]]);
    expect(terms(one, "stempeluhr")).toEqual([]);
    const both = new Vocabulary([{ term: "punch clock", means: ["stamp sheet", "stempeluhr"], isMutual: true }]);
    expect(terms(both, "stempeluhr")).toEqual([["punch", "clock"]]);
  });

  test("a synonym of a need finds the products and terms of the need", () => {
    const words = new Vocabulary([{ term: "punch clock", means: ["time tracking"], isMutual: false }]);
    const [unit] = readQuestion("punch clock", words).units;
    expect(unit).toMatchObject({ isNeed: true });
    expect(unit!.products).toContain("toggl");
    expect(unit!.terms).toContainEqual(["time", "tracking"]);
    expect(words.split("punchclock")).toEqual(["punch", "clock"]);
  });
});
