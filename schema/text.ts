// oxlint-disable-next-line no-control-regex -- They are what it takes out.
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Takes out what no reader means: control characters, halves of surrogate pairs, towers of accents. */
export const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL_CHARACTERS, "")
    .replace(/(\p{M}{8})\p{M}+/gu, "$1");

/** For names and titles on one line: marks that turn the direction would let `exe.pdf` be written for `fdp.exe`. */
export const tidyLine = (text: string) =>
  tidyText(text)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Whether there is anything to see: not only white space, zero-width characters and fillers. */
export const isBlank = (text: string) => !/[^\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/u.test(text);

/** At most `max` letters, cut behind a word where it is longer. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = text.slice(0, max).search(/\s\S*$/);
  // A first word that is longer than half of it is cut, too, but not in the middle of a surrogate pair.
  const kept = end > max / 2 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,.;:–—-]+$/, "")}…`;
}
