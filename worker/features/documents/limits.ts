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

  takeNode() {
    if (this.#nodes === 0) throw new OverLimit("The article has too many list items, table cells and links.");
    this.#nodes -= 1;
  }
}
