import { COMMON_PASSWORDS, commonWords } from "./common-passwords.ts";

/** Names that say nothing by themselves are not looked for. */
const NAME_MIN = 3;
/** What is left beside a name must be longer. */
const REST_MAX = 3;

/** Signs that stand for letters, all that look alike for one of them. */
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
const unmasked = (text: string) => lettersOf(text.replaceAll(/[01l!|34@5$7+89]/g, (sign) => LOOKALIKES[sign]!));

/** Letters as they are typed, and as they are meant when signs stand for some, with the signs around them and without. */
function readings(password: string): Set<string> {
  const typed = password.normalize("NFKC").toLowerCase();
  const core = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return new Set([unmasked(lettersOf(typed)), unmasked(core), unmasked(typed)]);
}

/** Common in passwords of sites such as this one, but not in the lists. */
const ROLES = ["user", "root", "directory"];

let words: Set<string> | undefined;

/** Common passwords without the signs around them, made when one is first chosen. */
const isCommon = (letters: string) =>
  (words ??= new Set(
    [...COMMON_PASSWORDS, ...commonWords(), ...ROLES]
      .map((word) => word.replaceAll(/^[^a-z]+|[^a-z]+$/g, ""))
      .filter((word) => /^[a-z]{4,}$/.test(word))
      .map(unmasked),
  )).has(letters);

/** Parts of addresses and names, longest first. */
const partsOf = (texts: string[]) => [
  ...new Set(
    texts
      .flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)])
      .map((text) => unmasked(lettersOf(text.normalize("NFKC").toLowerCase())))
      .filter((part) => part.length >= NAME_MIN)
      .toSorted((a, b) => b.length - a.length),
  ),
];

/**
 * Whether a password is one common word, or made of the names (of the site, of its owner's address) and little else; digits
 * and signs around or in place of letters, capitals and repetition make no difference.
 */
export function isGuessable(password: string, names: string[]): boolean {
  const parts = partsOf(names);
  return [...readings(password)].some((letters) => {
    const [, once = letters] = /^(.+?)\1+$/u.exec(letters) ?? [];
    if (isCommon(once)) return true;
    const rest = parts.reduce((left, part) => left.replaceAll(part, ""), letters);
    return rest.length < letters.length && (rest.length <= REST_MAX || isCommon(rest));
  });
}
