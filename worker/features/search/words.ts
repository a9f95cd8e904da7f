import { stemmer } from "stemmer";
import { fold } from "../../names/keys.ts";

/** Further words, and further letters of a word, are ignored: they would only make the query slower. */
const MAX_WORDS = 10;
const MAX_LETTERS = 40;
const MAX_TEXT = 200;
/** The fewest letters of a part of a word. */
export const MIN_PART = 4;

/** `isGlued`: one sign stands between this word and the one before, as in "Node.js" and "e-mail". */
export type Token = { word: string; start: number; end: number; isGlued: boolean };

/** "C++" and others are words of the index, too (`site_stem_texts` in the migrations). */
const SIGNS: Readonly<Record<string, string>> = { "c++": "cpp", "c#": "csharp", "f#": "fsharp", ".net": "dotnet" };

export function tokensOf(text: string): Token[] {
  const found = text
    .slice(0, MAX_TEXT)
    .matchAll(/(?<![\p{L}\p{N}])(?:c\+\+|[cf]#|\.net(?![\p{L}\p{N}]))|[\p{L}\p{N}\p{M}]+/giu);
  return Array.from(found, ({ 0: typed, index }) => ({
    word: SIGNS[typed.toLowerCase()] ?? fold(typed).slice(0, MAX_LETTERS),
    start: index,
    end: index + typed.length,
    isGlued: /[\p{L}\p{N}][.'’&/-]$/u.test(text.slice(Math.max(0, index - 2), index)),
  }))
    .filter(({ word }) => word !== "")
    .slice(0, MAX_WORDS);
}

/** Returns the words of a text as the search reads them: folded, without signs. */
export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** Words that tell nothing about the need. */
const LIGHT = new Set(
  `a an and any app application apps applications are be best better can cheap cool do for from get good great how i in is it list
  looking me my need of on online open or other our platform platforms please popular program programs recommended service
  services simple site sites software solution solutions some something system systems that the thing things to tool tools top us
  use used using want website what whats which with without you your near`.split(/\s+/),
);
export const isYear = (word: string) => /^20[1-4]\d$/.test(word);
export const isLight = (word: string) => LIGHT.has(word) || isYear(word);

export const stemOf = (word: string) => stemmer(word);

/** Returns the beginning that a word has in common with its stem: "managers" gives "manag". Short words stay. */
export function commonStart(word: string): string {
  const stem = stemOf(word);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length += 1;
  return length < MIN_PART ? word : word.slice(0, length);
}

/** Equal for words with the same stems. */
export const termKey = (words: readonly string[]) => words.map(stemOf).join(" ");
