// Chosen so that no document, however hostile, takes more than about 100 ms to clean or to show; the longest real
// article we know (277 kB, 3000 links) uses a third of each.

export const MAX_DOCUMENT_BYTES = 1_000_000;
export const MAX_BLOCKS = 2_000;
/** List items, table cells, elements of inline HTML, lines and changes of direction, in all blocks together. */
const MAX_NODES = 20_000;
/** Elements of HTML in one text field. */
export const MAX_ELEMENTS_PER_TEXT = 1_000;
/** Elements nested deeper are replaced by what they hold. */
export const MAX_MARKUP_DEPTH = 30;
/** Places in the grid of one table: its rows times its columns, whatever of it is filled. */
const MAX_TABLE_CELLS = 5_000;
/** Columns or rows of a table that one cell may take. */
export const MAX_SPAN = 20;

/**
 * What makes a browser begin anew within a text: a line break, and a letter or digit behind one that is read from right
 * to left. Half a million of either in one article froze a tab for half a minute.
 */
const RIGHT_TO_LEFT =
  "\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\u0800-\\u085f\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const BREAKS = new RegExp(`\\n|[${RIGHT_TO_LEFT}][^\\p{L}\\p{N}]*(?![${RIGHT_TO_LEFT}])[\\p{L}\\p{N}]`, "gu");

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
    this.takeNode(text.match(BREAKS)?.length ?? 0);
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
