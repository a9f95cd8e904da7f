import { expect, test } from "vitest";
import { NEEDS, SAME_PRODUCTS, SAME_WORDS } from "#worker/features/search/thesaurus.ts";
import { wordsOf } from "#worker/features/search/words.ts";
import { WISHES } from "#worker/features/search/wishes.ts";
import { targetKey } from "#worker/names/targets.ts";

const repeated = (list: string[]) => list.filter((entry, at) => list.indexOf(entry) !== at);
/** A term that people can type: lower case, with words. */
const isTerm = (term: string) => term === term.toLowerCase().trim() && wordsOf(term).length > 0;

test("each need has terms, once each, and a public list as its source", () => {
  for (const { terms, narrower = [], products, source } of NEEDS) {
    const all = [...terms, ...narrower];
    expect([all.filter((term) => !isTerm(term)), repeated(all), repeated(products.map(targetKey))], terms[0]).toEqual([
      [],
      [],
      [],
    ]);
    expect(terms.length, terms[0]).toBeGreaterThan(0);
    expect(new URL(source).protocol, terms[0]).toBe("https:");
  }
});

test("no two needs have the same name", () => {
  expect(repeated(NEEDS.map(({ terms }) => terms[0]!))).toEqual([]);
});

test("words with the same meaning, and names of a product, come in groups of two or more", () => {
  for (const group of SAME_WORDS) {
    expect([group.length > 1, group.filter((term) => !isTerm(term)), repeated([...group])]).toEqual([true, [], []]);
  }
  for (const names of SAME_PRODUCTS) {
    expect([names.length > 1, repeated([...names])], names[0]).toEqual([true, []]);
  }
});

test("no name belongs to two products", () => {
  const keys = SAME_PRODUCTS.flatMap((names) => [...new Set(names.map(targetKey))]);
  expect(repeated(keys)).toEqual([]);
});

test("a wish is asked in folded words, has a label of its own, and can be shown by a text", () => {
  expect(repeated(WISHES.map(({ label }) => label))).toEqual([]);
  expect(repeated(WISHES.flatMap(({ asked }) => [...asked]))).toEqual([]);
  for (const { label, asked, texts } of WISHES) {
    expect(
      asked.filter((phrase) => wordsOf(phrase).join(" ") !== phrase),
      label,
    ).toEqual([]);
    expect(
      texts.filter((part) => part !== part.toLowerCase() || part === ""),
      label,
    ).toEqual([]);
    expect(texts.length, label).toBeGreaterThan(0);
  }
});
