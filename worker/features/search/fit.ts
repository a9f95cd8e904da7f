import { hasSpacelessLetters, separateLetters } from "./spaceless.ts";
import { commonStart } from "./words.ts";

/** Something that a text may say: the words as typed, and terms that mean the same. */
type Thing = { words: readonly string[]; terms: readonly (readonly string[])[] };

/** A term whose words do not stand side by side, and each further way to say a thing. */
const APART = 0.7;
const FURTHER = 0.3;
/** A text with more words fits a little less: one of 100 words half as well. */
const LONG = 100;

/**
 * Returns how well a text says what is asked, from 0 to 1. Each thing counts the same. A word counts in each form: its
 * beginning is enough. `text` comes from `textOf`.
 */
export function fitOf(text: string, things: readonly Thing[]): number {
  const said = things.map(({ words, terms }) =>
    [words, ...terms]
      .map((term) => saysTerm(text, term))
      .toSorted((a, b) => b - a)
      .reduce((sum, part, place) => sum + part * FURTHER ** place, 0),
  );
  const mean = said.reduce((sum, part) => sum + part, 0) / Math.max(said.length, 1);
  const fit = mean / (1 + text.split(" ").length / LONG);
  return fit / (fit + 1);
}

function saysTerm(text: string, term: readonly string[]): number {
  if (term.length === 0 || !term.every((word) => text.includes(beginning(word)))) return 0;
  return term.length === 1 || text.includes(` ${term.join(" ")}`) ? 1 : APART;
}

const beginning = (word: string) =>
  hasSpacelessLetters(word) ? separateLetters(word).replace(/ +/g, " ").trimEnd() : ` ${commonStart(word)}`;
