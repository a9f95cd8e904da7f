/** Letters that Unicode does not take apart into a plain letter and an accent, with what people type for them. */
const PLAIN = new Map(
  "ßss æae œoe þth øo đd ðd łl ħh ŧt ŋn ĸk ıi ƒf əe ɓb ɗd ƙk"
    .split(" ")
    .map(([letter = "", ...plain]) => [letter, plain.join("")]),
);
const SPECIAL = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");

/** Returns a text in lower case with plain letters in place of these: "smørrebrød" becomes "smorrebrod". */
export const toPlainLetters = (text: string) => text.replace(SPECIAL, (letter) => PLAIN.get(letter)!);
