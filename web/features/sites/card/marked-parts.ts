import { toPlainLetters } from "#schema/values/plain-letters.ts";

const MOST_MARKS = 20;
const MOST_CHARACTERS = 2000;
/** A word that has so few letters more than the mark is marked to its end: "invoic" marks "invoices" and "invoicing". */
const LONGEST_ENDING = 3;
const SHORTEST_WORD = 4;

/** `at` is the position in the text. */
export type TextPart = { at: number; text: string; isMarked: boolean };

/** The marks of a text that is being typed: its words without short ones, such as "for", or its only word. */
export function marksOf(typed: string): string[] {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 1 ? words : words.filter((word) => word.length >= SHORTEST_WORD);
}

/**
 * Splits a text where words begin with one of the marks. The texts of all parts together are the text. Marks are folded
 * and in lower case. Of a very long text, only the first 2,000 UTF-16 units are searched.
 */
export function markedParts(text: string, marks: readonly string[]): TextPart[] {
  const longestFirst = marks
    .slice(0, MOST_MARKS)
    .filter((mark) => mark !== "")
    .toSorted((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let end = 0;
  const add = (to: number, isMarked: boolean) => {
    if (to > end) parts.push({ at: end, text: text.slice(end, to), isMarked });
    end = to;
  };
  if (longestFirst.length > 0) {
    for (const { 0: word, index } of text.slice(0, MOST_CHARACTERS).matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
      const folded = fold(word);
      const mark = longestFirst.find((beginning) => folded.startsWith(beginning));
      if (mark) {
        add(index, false);
        const beginning = lengthOf(word, mark.length);
        add(index + (word.length - beginning <= LONGEST_ENDING ? word.length : beginning), true);
      }
    }
  }
  add(text.length, false);
  return parts;
}

const fold = (text: string) => toPlainLetters(text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase());

/** Returns the length of the beginning of `word` that has `foldedLength` units when folded, with its accents. */
function lengthOf(word: string, foldedLength: number): number {
  let length = 0;
  let folded = 0;
  for (const [character] of word.matchAll(/\P{M}\p{M}*/gu)) {
    if (folded >= foldedLength) break;
    folded += fold(character).length;
    length += character.length;
  }
  return length;
}
