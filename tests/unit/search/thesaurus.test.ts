import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { NEEDS, SAME_PRODUCTS, SAME_WORDS, WISHES } from "#worker/features/search/thesaurus.ts";
import { wordsOf } from "#worker/features/search/words.ts";
import { productKey } from "#worker/names/products.ts";

const FILE = path.join(import.meta.dirname, "../../../worker/features/search/thesaurus.json");

const repeated = (list: readonly string[]) => list.filter((entry, at) => list.indexOf(entry) !== at);
/** A term that people can type: lower case, with words. */
const isTerm = (term: string) => term === term.toLowerCase().trim() && wordsOf(term).length > 0;

test("each need has one line, with terms and products, once each, and a public list as its source", async () => {
  const text = await readFile(FILE, "utf8");
  const sources: Record<string, string> = JSON.parse(text).sources;
  expect(Object.values(sources).filter((link) => !link.startsWith("https://"))).toEqual([]);
  const texts = z.array(z.string()).check(z.minLength(1));
  const shape = z.strictObject({
    terms: texts,
    products: texts,
    source: z.enum(Object.keys(sources)),
  });
  const lines = text.split("\n").filter((line) => line.includes('"terms"'));
  for (const line of lines) {
    const { terms, products } = shape.parse(JSON.parse(line.replace(/,$/, "")));
    const wrong = [terms.filter((term) => !isTerm(term)), repeated(terms), repeated(products.map(productKey))];
    expect(wrong, terms[0]).toEqual([[], [], []]);
  }
  // A subject that stands twice would hide the needs of the first one.
  expect(NEEDS).toHaveLength(lines.length);
  expect(repeated(NEEDS.map(({ terms }) => terms[0]!))).toEqual([]);
});

test("words with the same meaning, and names of a product, come in groups of two or more, and no name has two products", () => {
  for (const group of SAME_WORDS) {
    expect([group.length > 1, group.filter((term) => !isTerm(term)), repeated(group)]).toEqual([true, [], []]);
  }
  for (const names of SAME_PRODUCTS) {
    expect([names.length > 1, repeated(names)], names[0]).toEqual([true, []]);
  }
  const keys = SAME_PRODUCTS.flatMap((names) => [...new Set(names.map(productKey))]);
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
