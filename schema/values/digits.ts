const DIGIT = /\p{Nd}/u;

/** Writes the digits of all scripts as 0 to 9: full-width, Arabic, Persian, Devanagari and others. */
export const toPlainDigits = (text: string) => text.replace(/[^\P{Nd}0-9]/gu, valueOf);

/** Unicode keeps the ten digits of a script together, with zero first. */
function valueOf(digit: string): string {
  const point = digit.codePointAt(0)!;
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return String((point - first) % 10);
}
