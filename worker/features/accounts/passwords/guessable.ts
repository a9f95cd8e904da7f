import { COMMON_PASSWORDS, commonWords } from "./common-passwords.ts";

/** Shorter parts of a name are ignored. */
const MIN_NAME_LENGTH = 3;
/** A password is guessable if at most this many letters remain after the names are taken out. */
const MAX_REST_LENGTH = 3;

/** Maps digits, signs and the letter l to the letter that they look like. */
const LOOKALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  l: "i",
  "!": "i",
  "|": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
  "8": "b",
  "9": "g",
};

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{M}]/gu, "");
const withoutLookalikes = (text: string) =>
  lettersOf(text.replaceAll(/[01l!|34@5$7+89]/g, (sign) => LOOKALIKES[sign]!));

/**
 * Returns the words that a password may mean: its letters alone, and its letters with lookalike signs replaced, with and
 * without the signs at both ends.
 */
function wordsOf(password: string): Set<string> {
  const typed = password.normalize("NFKC").toLowerCase();
  const core = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return new Set([withoutLookalikes(lettersOf(typed)), withoutLookalikes(core), withoutLookalikes(typed)]);
}

/** Common passwords of sites such as this one that are missing from the lists. */
const ROLES = ["user", "root", "directory"];

let words: Set<string> | undefined;

/** Whether the letters are a common password without the signs around it. */
const isCommon = (letters: string) =>
  (words ??= new Set(
    [...COMMON_PASSWORDS, ...commonWords(), ...ROLES]
      .map((word) => word.replaceAll(/^[^a-z]+|[^a-z]+$/g, ""))
      .filter((word) => /^[a-z]{4,}$/.test(word))
      .map(withoutLookalikes),
  )).has(letters);

const partsOf = (texts: string[]) => [
  ...new Set(
    texts
      .flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)])
      .map((text) => withoutLookalikes(lettersOf(text.normalize("NFKC").toLowerCase())))
      .filter((part) => part.length >= MIN_NAME_LENGTH)
      .toSorted((a, b) => b.length - a.length),
  ),
];

/**
 * Whether a password is one common word, or consists of the names (such as the site's name or the user's email address)
 * and little else. Capitals, repetition, and digits or signs around letters or in place of them make no difference.
 */
export function isGuessable(password: string, names: string[]): boolean {
  const parts = partsOf(names);
  return [...wordsOf(password)].some((letters) => {
    const [, once = letters] = /^(.+?)\1+$/u.exec(letters) ?? [];
    if (isCommon(once)) return true;
    const rest = parts.reduce((left, part) => left.replaceAll(part, ""), letters);
    return rest.length < letters.length && (rest.length <= MAX_REST_LENGTH || isCommon(rest));
  });
}
