import { collapseSpaces, removeInvisible, removeUnneededInvisible } from "./invisible-characters.ts";

// oxlint-disable-next-line no-control-regex -- They are what it takes out.
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Takes out what no reader means: control characters, halves of surrogate pairs, towers of accents. */
export const normalizeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL_CHARACTERS, "")
    .replace(/(\p{M}{8})\p{M}+/gu, "$1");

/**
 * For names and titles on one line, which must not pass for each other: marks that turn the direction would let
 * `exe.pdf` be written for `fdp.exe`.
 */
export const normalizeLine = (text: string) => collapseSpaces(removeUnneededInvisible(normalizeText(text)));

/** Whether there is anything to see: not only white space and what shows as nothing. */
export const isBlank = (text: string) => collapseSpaces(removeInvisible(text).replace(/\p{Cc}/gu, "")) === "";

/** At most `max` letters, cut behind a word where it is longer. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = text.slice(0, max).search(/\s\S*$/);
  // A first word that is longer than half of it is cut, too, but not in the middle of a surrogate pair.
  const kept = end > max / 2 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,.;:–—-]+$/, "")}…`;
}
