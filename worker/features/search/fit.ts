import { hasSpacelessLetters, separateLetters } from "./spaceless.ts";
import { commonStart } from "./words.ts";

/** Something that a text may say: the words as typed, and terms that mean the same. */
type Thing = { words: readonly string[]; terms: readonly (readonly string[])[] };

/** What counts a term whose words do not stand side by side, and each further way to say a thing. */
const APART = 0.7;
const FURTHER = 0.3;
/** A text with more words fits a little less: one of 100 words half as well. */
const LONG = 100;

/**
 * Returns a function that says how well a text fits what is asked: about 1 if it says each thing in one way, and 0 if it
 * says nothing. Each thing counts the same. A word counts in each form: its beginning is enough. The text comes from
 * `textOf`.
 */
export function fitOf(things: readonly Thing[]): (text: string) => number {
  const asked = things.map(({ words, terms }) => [words, ...terms].filter((term) => term.length > 0).map(toTerm));
  return (text) => {
    const said = asked.map((terms) =>
      terms
        .map((term) => saysTerm(text, term))
        .toSorted((a, b) => b - a)
        .reduce((sum, part, place) => sum + part * FURTHER ** place, 0),
    );
    const mean = said.reduce((sum, part) => sum + part, 0) / Math.max(said.length, 1);
    return mean / (1 + text.split(" ").length / LONG);
  };
}

type Term = { beginnings: string[]; phrase: string };

const toTerm = (words: readonly string[]): Term => ({
  beginnings: words.map(beginning),
  phrase: ` ${words.join(" ")}`,
});

function saysTerm(text: string, { beginnings, phrase }: Term): number {
  if (!beginnings.every((begun) => text.includes(begun))) return 0;
  return beginnings.length === 1 || text.includes(phrase) ? 1 : APART;
}

const beginning = (word: string) =>
  hasSpacelessLetters(word) ? separateLetters(word).replace(/ +/g, " ").trimEnd() : ` ${commonStart(word)}`;
