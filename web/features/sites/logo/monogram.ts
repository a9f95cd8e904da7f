/** The classes `tint-0` and so on are in `logo.css`. */
export const TINTS = 9;

/** A letter, digit or emoji with the marks that belong to it. `Intl.Segmenter` is not in all browsers that we support. */
const LETTER =
  /(?:\p{RI}{2}|[\p{L}\p{N}\p{Emoji_Presentation}]|\p{Emoji}(?=\ufe0f))[\p{M}\p{Emoji_Modifier}]*(?:\u200d\p{Emoji}[\p{M}\p{Emoji_Modifier}]*)*/gu;

/** These are as wide as two letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\ufe0f]/u;

/**
 * Two letters and a tint for a site or product without an icon: the initials of two words, or the first letters of one
 * word. `letters` is empty for a name of symbols. Names that differ only in case and spaces have the same tint.
 */
export function monogramOf(name: string): { letters: string; tint: number } {
  const plain = name.normalize("NFKC").toLowerCase();
  const words = plain.split(/\s+/).flatMap((word) => [word.match(LETTER) ?? []].filter(([letter]) => letter));
  const [first = "", second = ""] = words.length > 1 ? words.map(([letter]) => letter) : (words[0] ?? []);
  let hash = 0;
  for (const character of plain.replaceAll(/\s/g, "")) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
  return { letters: first.toUpperCase() + (WIDE.test(first + second) ? "" : second), tint: hash % TINTS };
}
