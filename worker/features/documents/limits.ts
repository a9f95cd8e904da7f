import { MAX_DOCUMENT_BYTES, MAX_NODES, MAX_TABLE_CELLS } from "#schema/articles/document.ts";

// With these limits, no hostile document takes more than about 100 ms to sanitize or to show.
// The other limits are in schema/articles/document.ts.

/**
 * Characters of a paragraph, table cell or line of code. The layout time of a browser grows with the square of this length:
 * 500,000 characters with mixed alphabets or accents in one paragraph froze a tab for half a minute.
 */
const MAX_PARAGRAPH_LENGTH = 5_000;
/** Characters of a title, name or description of a link card or an attachment. */
export const MAX_CARD_TEXT_LENGTH = 1_000;
export const MAX_HTML_ELEMENTS_PER_FIELD = 1_000;
/** Elements that are nested deeper are replaced by their content. */
export const MAX_MARKUP_DEPTH = 30;
/** Larger values of `colspan` and `rowspan` are reduced to this. */
export const MAX_SPAN = 20;

// A browser starts a new text run at each line and at each change of script (writing system). An article with 500,000
// lines or changes froze a tab for half a minute. Scripts that are used together, such as Han and Hiragana, count as
// one. All unlisted scripts count as one.
const LATIN = String.raw`\p{Script=Latin}`;
const RIGHT_TO_LEFT = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const OTHER_SCRIPTS = [
  String.raw`\p{Script=Cyrillic}`,
  String.raw`\p{Script=Greek}`,
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}`,
];
const LISTED_SCRIPTS = LATIN + RIGHT_TO_LEFT + OTHER_SCRIPTS.join("");
// Emoji have their own font. U+FE0F and U+20E3 turn a sign or a digit into an emoji.
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3`;
// Accents, punctuation, symbols, spaces and control characters belong to every script: they continue a run.
const NEUTRAL = String.raw`\p{M}\p{P}\p{S}\p{Z}\p{C}`;
const NEUTRAL_TEXT = `[[${NEUTRAL}]--[${EMOJI}]]`;
const TEXT_RUN = new RegExp(
  [
    ...OTHER_SCRIPTS.map((script) => `[${script}][${script}\\p{N}${NEUTRAL_TEXT}]*`),
    // Digits are written from left to right, so they end a right-to-left run.
    `[${RIGHT_TO_LEFT}][${RIGHT_TO_LEFT}${NEUTRAL_TEXT}]*`,
    `[${LATIN}\\p{N}][${LATIN}\\p{N}${NEUTRAL_TEXT}]*`,
    `[\\p{L}--[${LISTED_SCRIPTS}]][^${LISTED_SCRIPTS}${EMOJI}]*`,
    `[${EMOJI}][${EMOJI}${NEUTRAL}]*`,
  ].join("|"),
  "gv",
);

/** The message is a sentence for the author. */
export class OverLimit extends Error {}

/** @throws OverLimit */
export function limitDocumentBytes(count: number): void {
  if (count > MAX_DOCUMENT_BYTES)
    throw new OverLimit("The article is too long. It may have at most 1 MB. Please shorten it.");
}

/**
 * Counts the content of one document.
 * @throws OverLimit from each method if the document exceeds a limit.
 */
export class Budget {
  #characters = 0;
  #nodesLeft = MAX_NODES;

  takeCharacters(count: number) {
    // A text with more characters than the limit of bytes is too long: a character has at least one byte.
    limitDocumentBytes(this.#characters + count);
    this.#characters += count;
  }

  /** Counts the line breaks and the script changes of a text, but not its characters. */
  takeBreaks(text: string) {
    const lines = text.match(/\n/g)?.length ?? 0;
    const runs = text.match(TEXT_RUN)?.length ?? 0;
    this.takeNode(lines + Math.max(0, runs - 1));
  }

  /** Like `takeBreaks`. It also limits each line to MAX_PARAGRAPH_LENGTH. */
  takeCode(text: string) {
    this.takeBreaks(text);
    if (text.split("\n").some((line) => line.length > MAX_PARAGRAPH_LENGTH))
      throw new OverLimit(
        `A line may have at most ${MAX_PARAGRAPH_LENGTH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  limitParagraphLength(length: number) {
    if (length > MAX_PARAGRAPH_LENGTH)
      throw new OverLimit(
        `A paragraph may have at most ${MAX_PARAGRAPH_LENGTH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  takeNode(count = 1) {
    if (count > this.#nodesLeft)
      throw new OverLimit("The article has too many lines, list items, table cells and links. Please shorten it.");
    this.#nodesLeft -= count;
  }

  limitTableSize(rows: number, columns: number) {
    if (rows * columns > MAX_TABLE_CELLS)
      throw new OverLimit(`A table may have at most ${MAX_TABLE_CELLS.toLocaleString("en")} cells.`);
  }

  /** Counts the places of a table that no cell fills. The caller counts the `filled` ones with `takeNode`. */
  takeTable(rows: number, columns: number, filled: number) {
    this.limitTableSize(rows, columns);
    this.takeNode(Math.max(0, rows * columns - filled));
  }

  /** Like `takeTable`, for cells without spans. A browser adds empty places to short rows. */
  takeRows(rows: readonly unknown[][]) {
    const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const filled = rows.reduce((sum, row) => sum + row.length, 0);
    this.takeTable(rows.length, columns, filled);
  }
}
