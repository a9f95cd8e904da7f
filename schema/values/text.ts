import { collapseSpaces, removeInvisible, removeUnneededInvisible } from "./invisible-characters.ts";

const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * Normalizes text of several lines. Line ends become `\n`, control characters are removed, and half surrogate pairs
 * become U+FFFD. A letter keeps at most eight combining marks.
 */
export const normalizeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL_CHARACTERS, "")
    .replace(/(\p{M}{8})\p{M}+/gu, "$1");

/**
 * Normalizes a name or title to one line with single spaces. Removes unneeded invisible characters: a direction mark,
 * for example, could make `fdp.exe` look like `exe.pdf`.
 */
export const normalizeLine = (text: string) => collapseSpaces(removeUnneededInvisible(normalizeText(text)));

export const isBlank = (text: string) => collapseSpaces(removeInvisible(text).replace(/\p{Cc}/gu, "")) === "";

/** Shortens a text to at most `max` characters, after a whole word if possible, and adds "…". */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = text.slice(0, max).search(/\s\S*$/);
  // If the last word begins in the first half, the text is cut inside that word.
  const kept = end > max / 2 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,.;:–—-]+$/, "")}…`;
}
