// Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese. The index stores each letter
// as a word, so a search finds any part of a text as a phrase. migrations/0001_derived.sql has the same letters.

const LETTERS =
  "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}";
const LETTER = new RegExp(`[${LETTERS}]`, "gu");
const ANY = new RegExp(`[${LETTERS}]`, "u");

/** Returns the text with a space on each side of these letters. */
export const separateLetters = (text: string) => text.replace(LETTER, " $& ");

export const hasSpacelessLetters = (text: string) => ANY.test(text);
