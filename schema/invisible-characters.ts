// What shows as nothing (Unicode Standard Annex 44, "Default_Ignorable_Code_Point"; U+FFFC, which browsers do not draw), and
// the few places in a line of text where it changes what is seen.

const INVISIBLE = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]`;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** Scripts whose letters have another form beside a joiner (Unicode Standard Annex 31, section 2.3). */
const JOINING_LETTER = `[${"Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
  .split(" ")
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")}]`;

const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;

const NEEDED = [
  `(?<=${JOINING_LETTER})[\u200c\u200d](?=${JOINING_LETTER})`,
  // A half letter may end a word.
  `(?<=${VIRAMA})\u200d`,
  String.raw`(?<=[${EMOJI}\p{Emoji_Modifier}\ufe0f])\u200d(?=${EMOJI})`,
  String.raw`(?<=${EMOJI})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]{0,8})[\u{e0061}-\u{e007a}\u{e007f}]`,
].join("|");
const UNNEEDED = new RegExp(`(?!${NEEDED})${INVISIBLE}`, "gu");

/** An empty cell of Braille looks like a space, and stands for one. */
const SPACES = /[\s\u2800]+/g;

export const removeInvisible = (text: string) => text.replace(ALL_INVISIBLE, "");

/** The same, but what a script or an emoji is written with stays. */
export const removeUnneededInvisible = (text: string) => text.replace(UNNEEDED, "");

export const collapseSpaces = (text: string) => text.replace(SPACES, " ").trim();
