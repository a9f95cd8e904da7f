import { stemmer } from "stemmer";
import { fold, JOINTS } from "../../names/keys.ts";
import { SIGNS_OF_THEIR_OWN, separateLetters } from "./spaceless.ts";

/** Further words, and further letters of a word, are ignored: they would only make the query slower. */
const MAX_WORDS = 10;
const MAX_LETTERS = 40;
const MAX_TEXT = 200;
/** The fewest letters of a part of a word. */
export const MIN_PART = 4;

/** `isGlued`: one sign stands between this word and the one before, as in "Node.js" and "e-mail". */
export type Token = { word: string; start: number; end: number; isGlued: boolean };

/** "C++" and others are words of the index, too (`site_search_texts` in the migrations). */
const SIGNS = new Map([
  ["c++", "cpp"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  [".net", "dotnet"],
]);

const SIGN = /(?<![\p{L}\p{N}])(?:c\+\+|[cf]#|\.net(?![\p{L}\p{N}]))/giu;

const WORD = new RegExp(`${SIGN.source}|[\\p{L}\\p{N}\\p{M}]+`, "giu");
/** Emoji and the like, without their colours and joiners. */
const SIGN_OF_ITS_OWN = new RegExp(`[${SIGNS_OF_THEIR_OWN}]`, "gu");
const GLUED = new RegExp(`[\\p{L}\\p{N}]${JOINTS}$`, "u");

/** Returns the words of a text. Emoji count only in a text without other words. */
export function tokensOf(text: string): Token[] {
  // Two letters fold into several words: U+FDFA and U+FDFB.
  const wordOf = (typed: string) => SIGNS.get(typed.toLowerCase()) ?? fold(typed).split(" ")[0]!.slice(0, MAX_LETTERS);
  const words = tokensLike(WORD, text, wordOf);
  return words.length > 0 ? words : tokensLike(SIGN_OF_ITS_OWN, text, (sign) => sign);
}

const tokensLike = (pattern: RegExp, text: string, wordOf: (typed: string) => string): Token[] =>
  Array.from(text.slice(0, MAX_TEXT).matchAll(pattern), ({ 0: typed, index }) => ({
    word: wordOf(typed),
    start: index,
    end: index + typed.length,
    isGlued: GLUED.test(text.slice(Math.max(0, index - 2), index)),
  }))
    .filter(({ word }) => word !== "")
    .slice(0, MAX_WORDS);

/** Returns all words of a text, folded and with a space on each side, as `fitOf` reads them. */
export function textOf(text: string): string {
  const plain = separateLetters(text).replace(SIGN, (sign) => SIGNS.get(sign.toLowerCase())!);
  return ` ${fold(plain).replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")} `;
}

/** Returns the words of a text as the search reads them: folded, without signs. */
export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** Words that tell nothing about the need. */
const LIGHT = new Set(
  `a affordable am an and any anyone app application apps applications are be best better can cheap cheaper cheapest cool could do does for from get good
  great has have how http https i in is it kind know list looking me my need of on online open or other our platform platforms please popular
  program programs really recommended service services should simple site sites so software solution solutions some something
  sort system systems that the there these thing things this to tool tools top us use used using very want website what whats
  where which who with without would www you your near`.split(/\s+/),
);
/** How people say that they want something else. */
export const OTHER = "alternatives?|replacements?|substitutes?";
export const RIVAL = "competitors?|equivalents?|clones?|rivals?|counterparts?";
export const OTHER_ABROAD = "alternativen?|alternativas?|alternatief|alternativer|alternative|ersatz|remplacant";
const FORM_WORDS = new Set(
  "ditch instead leave like migrate move quit rather replace similar switch versus vs".split(" "),
);

export const isOther = (word: string) => new RegExp(`^(?:${OTHER}|${RIVAL}|${OTHER_ABROAD})$`).test(word);
/** Returns true for words that say how somebody asks, and not for what. */
export const isAsking = (word: string) => isLight(word) || isOther(word) || FORM_WORDS.has(word);

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

/** Words that a term may have or lack: "track my time". */
const OPTIONAL = new Set("a an my our the your".split(" "));

/** Equal for terms with the same stems. */
export const termKey = (words: readonly string[], stem = stemOf) =>
  (words.length > 1 ? words.filter((word) => !OPTIONAL.has(word)) : words).map(stem).join(" ");
