// Unicode Technical Standard 39, section 5.2, "moderately restrictive", for each word: its letters are of one script,
// or of Latin with those that Japanese, Chinese and Korean mix it with, or with one that looks nothing like it.

/** Those that are written today (Unicode Standard Annex 31, table 5); rarer ones count as one more. */
const SCRIPTS =
  "Latin Cyrillic Greek Armenian Arabic Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan".split(
    " ",
  );
const SCRIPT_PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")] as const);

const MIXED_WITH_LATIN = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Bopomofo"],
  ["Han", "Hangul"],
];
/** Their letters pass for Latin ones. */
const LATIN_LOOKALIKES: ReadonlySet<string> = new Set(["Cyrillic", "Greek", "Armenian", "other"]);

/** Letters of no script, such as accents and ª; and Greek ones that names use as signs ("μTorrent", "πKVM"). */
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}ΔΘΛΞΠΣΦΨΩδθλμξπφψ]/u;

/** Whether some word has letters that only look like those beside them: "pаypal" with a Cyrillic а. */
export const hasMixedScriptWord = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => !canBeMixed(scriptsOf(word)));

/** Whether the words of a text are of scripts that may not stand in one word. */
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
