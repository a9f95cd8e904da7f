// Invisible characters are format characters, Default_Ignorable_Code_Point (Unicode Standard Annex 44), and U+FFFC,
// which browsers do not draw. A few scripts and emoji need some of them.

const INVISIBLE = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]`;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** Letters that a joiner can change (Unicode Standard Annex 31, section 2.3). */
const JOINING_LETTER = `[${"Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
  .split(" ")
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")}]`;

const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;

const NEEDED = [
  // Zero-width joiner or non-joiner between two such letters.
  `(?<=${JOINING_LETTER})[\u200c\u200d](?=${JOINING_LETTER})`,
  // Joiner after a virama: the half form of a letter at the end of a word.
  `(?<=${VIRAMA})\u200d`,
  // Joiner between two emoji, variation selector after an emoji, and the one in a keycap.
  String.raw`(?<=[${EMOJI}\p{Emoji_Modifier}\ufe0f])\u200d(?=${EMOJI})`,
  String.raw`(?<=${EMOJI})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Tag characters after a black flag: the flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]{0,8})[\u{e0061}-\u{e007a}\u{e007f}]`,
].join("|");
const UNNEEDED = new RegExp(`(?!${NEEDED})${INVISIBLE}`, "gu");

/** Includes the empty Braille cell (U+2800), which looks like a space. */
const SPACES = /[\s\u2800]+/g;

export const removeInvisible = (text: string) => text.replace(ALL_INVISIBLE, "");

export const removeUnneededInvisible = (text: string) => text.replace(UNNEEDED, "");

export const collapseSpaces = (text: string) => text.replace(SPACES, " ").trim();
