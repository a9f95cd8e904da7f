import type { Font } from "satori/standalone";
import chinese from "./fonts/chinese.bin";
import headline from "./fonts/headline.bin";
import japanese from "./fonts/japanese.bin";
import korean from "./fonts/korean.bin";
import letters from "./fonts/letters.json";
import notoHeadline from "./fonts/noto-headline.bin";
import notoText from "./fonts/noto-text.bin";
import text from "./fonts/text.bin";

/** `fonts/LICENCE.txt` says what they are and how they were made. The library parses the fonts of an array once. */
export const FONTS: Font[] = Object.entries({
  "own-headline": headline,
  "own-text": text,
  "noto-headline": notoHeadline,
  "noto-text": notoText,
  chinese,
  japanese,
  korean,
}).map(([name, data]) => ({ name, data }));

const OWN = new Set(letters.own);
const NOTO = new Set(letters.noto);
const WRITTEN = new Set(Object.values(letters).join(""));

/** A mark that is no part of a letter needs shaping, which the library does not do. */
const UNSHAPED = /\p{M}/u;

export const isWritten = (words: string) => !UNSHAPED.test(words) && Array.from(words).every((one) => WRITTEN.has(one));

/** For CSS. A text that needs Noto is written with Noto, so that no word is in two fonts. */
export function familiesFor(texts: string[]) {
  const eastAsian = eastAsianOrder(texts.join(""));
  return (words: string, cut: "headline" | "text"): string => {
    const needsNoto = Array.from(words).some((one) => !OWN.has(one) && NOTO.has(one));
    const western = needsNoto ? ["noto", "own"] : ["own", "noto"];
    return [...western.map((font) => `${font}-${cut}`), ...eastAsian].join(", ");
  };
}

/** East Asian languages write some characters differently. */
function eastAsianOrder(all: string): string[] {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(all)) return ["japanese", "chinese", "korean"];
  return /\p{sc=Hangul}/u.test(all) ? ["korean", "japanese", "chinese"] : ["chinese", "japanese", "korean"];
}
