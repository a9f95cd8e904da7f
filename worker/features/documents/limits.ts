// With these limits, no hostile document takes more than about 100 ms to clean or to show. The longest real article
// that we know has 277 kB and 3000 links, well below the limits.

export const MAX_DOCUMENT_BYTES = 1_000_000;
export const MAX_BLOCKS = 2_000;
/** All blocks together: list items, table cells, inline HTML elements, lines, and changes of script or emoji. */
const MAX_NODES = 20_000;
/**
 * Characters of one paragraph, table cell or similar block. The layout time of a browser grows with the square of this
 * length: 500,000 characters with mixed alphabets or accents in one paragraph froze a tab for half a minute.
 */
const MAX_PARAGRAPH = 5_000;
/** Characters of a title, name or description that is shown on one line. The longest real one has 380. */
export const MAX_LINE = 1_000;
export const MAX_ELEMENTS_PER_TEXT = 1_000;
/** Elements that are nested deeper are replaced by their content. */
export const MAX_MARKUP_DEPTH = 30;
/** Cells of one table: rows × columns, including empty cells. */
const MAX_TABLE_CELLS = 5_000;
/** Larger values of `colspan` and `rowspan` are reduced to this. */
export const MAX_SPAN = 20;

// A browser starts a new text run at each line and at each change of script. An article with 500,000 lines or changes
// froze a tab for half a minute. Scripts that are used together, such as Han and Hiragana, count as one.
const LATIN = String.raw`\p{Script=Latin}`;
const RIGHT_TO_LEFT = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const KINDS = [
  String.raw`\p{Script=Cyrillic}`,
  String.raw`\p{Script=Greek}`,
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}`,
];
const NAMED = LATIN + RIGHT_TO_LEFT + KINDS.join("");
// Emoji have their own font. U+FE0F and U+20E3 turn a sign or a digit into an emoji.
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3`;
const JOINT = String.raw`\p{M}\p{P}\p{S}\p{Z}\p{C}`;
const NO_LETTERS = `[[${JOINT}]--[${EMOJI}]]`;
const RUNS = new RegExp(
  [
    ...KINDS.map((kind) => `[${kind}][${kind}\\p{N}${NO_LETTERS}]*`),
    // Digits are written from left to right, so they end a right-to-left run.
    `[${RIGHT_TO_LEFT}][${RIGHT_TO_LEFT}${NO_LETTERS}]*`,
    `[${LATIN}\\p{N}][${LATIN}\\p{N}${NO_LETTERS}]*`,
    `[^\\P{L}${NAMED}][^${NAMED}${EMOJI}]*`,
    `[${EMOJI}][${EMOJI}${JOINT}]*`,
  ].join("|"),
  "gv",
);

/** Thrown if a document exceeds a limit. The message is a sentence for the author. */
export class OverLimit extends Error {}

/**
 * Counts what one document may still use.
 * @throws OverLimit from each method if a limit is exceeded.
 */
export class Budget {
  #characters = MAX_DOCUMENT_BYTES;
  #nodes = MAX_NODES;

  takeCharacters(count: number) {
    if (count > this.#characters)
      throw new OverLimit("The article is too long. It may have at most 1 MB. Please shorten it.");
    this.#characters -= count;
  }

  /**
   * Counts the lines and the script changes of a text that is shown. Its characters are counted by `takeCharacters`.
   */
  takeBreaks(text: string) {
    const lines = text.match(/\n/g)?.length ?? 0;
    const runs = text.match(RUNS)?.length ?? 0;
    this.takeNode(lines + Math.max(0, runs - 1));
  }

  /** Like `takeBreaks`, for text such as code: each line counts as a paragraph. */
  takeLines(text: string) {
    this.takeBreaks(text);
    if (text.split("\n").some((line) => line.length > MAX_PARAGRAPH))
      throw new OverLimit(
        `A line may have at most ${MAX_PARAGRAPH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  requireParagraphLength(length: number) {
    if (length > MAX_PARAGRAPH)
      throw new OverLimit(
        `A paragraph may have at most ${MAX_PARAGRAPH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  takeNode(count = 1) {
    if (count > this.#nodes)
      throw new OverLimit("The article has too many lines, list items, table cells and links. Please shorten it.");
    this.#nodes -= count;
  }

  requireTable(rows: number, columns: number) {
    if (rows * columns > MAX_TABLE_CELLS)
      throw new OverLimit(`A table may have at most ${MAX_TABLE_CELLS.toLocaleString("en")} cells.`);
  }

  /**
   * Counts the places of a table that no cell fills: spans and short rows add them. Its `filled` cells are already
   * counted.
   */
  takeTable(rows: number, columns: number, filled: number) {
    this.requireTable(rows, columns);
    this.takeNode(Math.max(0, rows * columns - filled));
  }

  /** Like `takeTable`, for rows of different lengths: a browser fills them up to the longest row. */
  takeRows(rows: readonly unknown[][]) {
    const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const filled = rows.reduce((sum, row) => sum + row.length, 0);
    this.takeTable(rows.length, columns, filled);
  }
}
