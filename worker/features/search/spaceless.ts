// Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese. The index stores each letter
// as a word, so a search finds any part of a text as a phrase. Emoji and the like are such words, too.
// migrations/0019_search_letters.sql has the same ranges.

/** Not the five colours of skin between the last two ranges. */
export const SIGNS_OF_THEIR_OWN =
  "\u00a9\u00ae\u00b0\u2100-\u214f\u2190-\u245f\u2500-\u2bff\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}";
const LETTERS =
  "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}";
const LETTER = new RegExp(`[${LETTERS}${SIGNS_OF_THEIR_OWN}]`, "gu");
const ANY = new RegExp(LETTER.source, "u");

/** Returns the text with a space on each side of these letters. */
export const separateLetters = (text: string) => text.replace(LETTER, " $& ");

export const hasSpacelessLetters = (text: string) => ANY.test(text);
