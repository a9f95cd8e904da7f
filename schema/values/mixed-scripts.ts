// Detects mixed writing systems, such as "pаypal" with a Cyrillic а, by Unicode Technical Standard 39, section 5.2,
// "moderately restrictive". Letters have one script, or Latin and the scripts of Japanese, Chinese or Korean, or Latin
// and one script without letters that look Latin.

/** The scripts in use today (Unicode Standard Annex 31, table 5). All others count as one script, "other". */
const SCRIPTS =
  "Latin Cyrillic Greek Armenian Arabic Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan".split(
    " ",
  );
const SCRIPT_PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")] as const);

/** Texts in Japanese, Chinese and Korean mix each of these sets with Latin. */
const MIXED_WITH_LATIN = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Bopomofo"],
  ["Han", "Hangul"],
];
const LATIN_LOOKALIKES: ReadonlySet<string> = new Set(["Cyrillic", "Greek", "Armenian", "other"]);

/** Letters of no script, such as ª, and Greek ones that names use as symbols ("μTorrent", "πKVM"). */
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}ΔΘΛΞΠΣΦΨΩδθλμξπφψ]/u;

export const hasMixedScriptWord = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => !canBeMixed(scriptsOf(word)));

/** Checks the whole text, even if each word alone keeps the rule. */
export const hasMixedScriptText = (text: string): boolean => !canBeMixed(scriptsOf(text));

function scriptsOf(text: string): string[] {
  const letters = (text.match(/\p{L}/gu) ?? []).filter((letter) => !NEUTRAL.test(letter));
  return [...new Set(letters.map((letter) => SCRIPT_PATTERNS.find(([, test]) => test.test(letter))?.[0] ?? "other"))];
}

function canBeMixed(scripts: string[]): boolean {
  const others = scripts.filter((script) => script !== "Latin");
  if (others.length === 0 || scripts.length === 1) return true;
  if (MIXED_WITH_LATIN.some((mixed) => others.every((script) => mixed.includes(script)))) return true;
  return others.length === 1 && scripts.length === 2 && !LATIN_LOOKALIKES.has(others[0]!);
}
