// Chosen so that no document, however hostile, takes more than about 100 ms to clean or to show; the longest real
// article we know (277 kB, 3000 links) uses a third of each.

export const MAX_DOCUMENT_BYTES = 1_000_000;
export const MAX_BLOCKS = 2_000;
/** List items, table cells and elements of inline HTML, in all blocks together. */
const MAX_NODES = 20_000;
/** Elements of HTML in one text field. */
export const MAX_ELEMENTS_PER_TEXT = 1_000;
/** Elements nested deeper are replaced by what they hold. */
export const MAX_MARKUP_DEPTH = 30;
/** Places in the grid of one table: its rows times its columns, whatever of it is filled. */
const MAX_TABLE_CELLS = 5_000;
/** Columns or rows of a table that one cell may take. */
export const MAX_SPAN = 20;

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

  takeNode(count = 1) {
    if (count > this.#nodes) throw new OverLimit("The article has too many list items, table cells and links.");
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
