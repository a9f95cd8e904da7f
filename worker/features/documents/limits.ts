// Chosen so that no document, however hostile, takes more than about 100 ms to clean or to show; the longest real
// article we know (277 kB, 3000 links) uses a third of each.

export const MAX_DOCUMENT_BYTES = 1_000_000;
export const MAX_BLOCKS = 2_000;
/** List items, table cells, elements of inline HTML, lines, changes of script and emoji, in all blocks together. */
const MAX_NODES = 20_000;
/**
 * Characters between two edges of paragraphs, cells and the like. Twice as many take a browser four times as long: half a
 * million that mix alphabets or carry accents, in one paragraph, froze a tab for half a minute.
 */
const MAX_PARAGRAPH = 5_000;
/** Characters of a title, a name or a description that is shown on one line; the longest real one has 380. */
export const MAX_LINE = 1_000;
/** Elements of HTML in one text field. */
export const MAX_ELEMENTS_PER_TEXT = 1_000;
/** Elements nested deeper are replaced by what they hold. */
export const MAX_MARKUP_DEPTH = 30;
/** Places in the grid of one table: its rows times its columns, whatever of it is filled. */
const MAX_TABLE_CELLS = 5_000;
/** Columns or rows of a table that one cell may take. */
export const MAX_SPAN = 20;

// A browser begins anew at each line and wherever letters of another kind follow: half a million of either in one article
// froze a tab for half a minute. Scripts that are written together are of one kind.
const LATIN = String.raw`\p{Script=Latin}`;
const RIGHT_TO_LEFT = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const KINDS = [
  String.raw`\p{Script=Cyrillic}`,
  String.raw`\p{Script=Greek}`,
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}`,
];
const NAMED = LATIN + RIGHT_TO_LEFT + KINDS.join("");
// Emoji come from a font of their own, with what makes one of a sign or a digit.
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3`;
const JOINT = String.raw`\p{M}\p{P}\p{S}\p{Z}\p{C}`;
const NO_LETTERS = `[[${JOINT}]--[${EMOJI}]]`;
const RUNS = new RegExp(
  [
    ...KINDS.map((kind) => `[${kind}][${kind}\\p{N}${NO_LETTERS}]*`),
    // Digits turn the direction back.
    `[${RIGHT_TO_LEFT}][${RIGHT_TO_LEFT}${NO_LETTERS}]*`,
    `[${LATIN}\\p{N}][${LATIN}\\p{N}${NO_LETTERS}]*`,
    `[^\\P{L}${NAMED}][^${NAMED}${EMOJI}]*`,
    `[${EMOJI}][${EMOJI}${JOINT}]*`,
  ].join("|"),
  "gv",
);

/** The message is a sentence for the author. */
export class OverLimit extends Error {}

/** What one document may still use up. What does not fit takes nothing. */
export class Budget {
  #characters = MAX_DOCUMENT_BYTES;
  #nodes = MAX_NODES;

  takeCharacters(count: number) {
    if (count > this.#characters) throw new OverLimit("The article is too long: it may have at most 1 MB.");
    this.#characters -= count;
  }

  /** For a text as it will be shown, besides its characters. */
  takeBreaks(text: string) {
    const lines = text.match(/\n/g)?.length ?? 0;
    const runs = text.match(RUNS)?.length ?? 0;
    this.takeNode(lines + Math.max(0, runs - 1));
  }

  /** The same for a text whose lines are laid out one by one, such as code. */
  takeLines(text: string) {
    this.takeBreaks(text);
    if (text.split("\n").some((line) => line.length > MAX_PARAGRAPH))
      throw new OverLimit(
        `A line may have at most ${MAX_PARAGRAPH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  requireParagraph(length: number) {
    if (length > MAX_PARAGRAPH)
      throw new OverLimit(
        `A paragraph may have at most ${MAX_PARAGRAPH.toLocaleString("en")} characters. Please divide it.`,
      );
  }

  takeNode(count = 1) {
    if (count > this.#nodes) throw new OverLimit("The article has too many lines, list items, table cells and links.");
    this.#nodes -= count;
  }

  requireTable(rows: number, columns: number) {
    if (rows * columns > MAX_TABLE_CELLS)
      throw new OverLimit(`A table may have at most ${MAX_TABLE_CELLS.toLocaleString("en")} cells.`);
  }

  /** For a table whose `filled` cells are taken already: the places that its spans and short rows add. */
  takeTable(rows: number, columns: number, filled: number) {
    this.requireTable(rows, columns);
    this.takeNode(Math.max(0, rows * columns - filled));
  }

  /** The same for a table of rows that may differ in length: a browser fills them up to the longest. */
  takeRows(rows: readonly unknown[][]) {
    const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const filled = rows.reduce((sum, row) => sum + row.length, 0);
    this.takeTable(rows.length, columns, filled);
  }
}
