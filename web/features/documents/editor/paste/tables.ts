import { MAX_TABLE_CELLS } from "#schema/articles/document.ts";
import { isHidden } from "./styles.ts";
import { TooLong } from "./too-long.ts";

/** Returns the rows without hidden cells. Cells of tables inside are not among them. */
export const rowsOf = (table: HTMLTableElement): HTMLTableCellElement[][] =>
  [...table.rows]
    .filter((row) => !isHidden(row))
    .map((row) => [...row.cells].filter((cell) => !isHidden(cell)))
    .filter((cells) => cells.length > 0);

/**
 * Returns the texts of a grid: a merged cell has its text in its first place, and its other places are empty. Columns in
 * which no cell starts are left out.
 * @throws TooLong
 */
export function readGrid(
  rows: readonly HTMLTableCellElement[][],
  read: (cell: Element) => string,
): { withHeadings: boolean; content: string[][] } {
  let covered: number[] = [];
  const starts = new Set<number>();
  const groupOf = (cells?: HTMLTableCellElement[]) => cells?.[0]?.closest("tr")?.parentElement;
  const texts = rows.map((cells, index) => {
    // A cell does not reach beyond its row group.
    if (groupOf(cells) !== groupOf(rows[index - 1])) covered = [];
    const row = new Map<number, string>();
    let column = 0;
    for (const cell of cells) {
      while ((covered[column] ?? 0) > 0) column += 1;
      starts.add(column);
      if (starts.size * rows.length > MAX_TABLE_CELLS) throw new TooLong();
      row.set(column, read(cell));
      // At 0 the cell reaches to the last row.
      const height = cell.rowSpan || rows.length;
      for (let at = column; at < column + cell.colSpan; at += 1) covered[at] = height;
      column += cell.colSpan;
    }
    covered = Array.from(covered, (left = 0) => Math.max(left - 1, 0));
    return row;
  });
  const columns = [...starts].toSorted((one, other) => one - other);
  // An empty corner above the headings of rows can be an ordinary cell.
  const heads = rows[0]!.filter((cell) => cell.textContent.trim() !== "");
  return {
    withHeadings: heads.length > 0 && heads.every((cell) => cell.tagName === "TH" || cell.closest("thead") !== null),
    content: texts.map((row) => columns.map((column) => row.get(column) ?? "")),
  };
}
