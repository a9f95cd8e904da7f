import { MAX_TABLE_CELLS } from "#schema/articles/document.ts";
import { isHidden } from "./styles.ts";
import { TooLong } from "./too-long.ts";

type Row = { group: Element | null; cells: HTMLTableCellElement[] };

/** Returns the rows without hidden cells. Cells of tables inside are not among them. */
export const rowsOf = (table: HTMLTableElement): Row[] =>
  [...table.rows]
    .filter((row) => !isHidden(row))
    .map((row) => ({ group: row.parentElement, cells: [...row.cells].filter((cell) => !isHidden(cell)) }));

/**
 * Returns the texts of a grid: a merged cell has its text in its first place, and its other places are empty. Rows and
 * columns in which no cell starts are left out.
 * @throws TooLong
 */
export function readGrid(
  rows: readonly Row[],
  read: (cell: Element) => string,
): { withHeadings: boolean; content: string[][] } {
  let covered: number[] = [];
  const starts = new Set<number>();
  const texts = rows.map(({ group, cells }, index) => {
    // A cell does not reach beyond its row group.
    if (group !== rows[index - 1]?.group) covered = [];
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
  const first = rows.find(({ cells }) => cells.length > 0)!;
  const heads = first.cells.filter((cell) => cell.textContent.trim() !== "");
  return {
    withHeadings: heads.length > 0 && heads.every((cell) => cell.tagName === "TH" || cell.closest("thead") !== null),
    content: texts.filter((row) => row.size > 0).map((row) => columns.map((column) => row.get(column) ?? "")),
  };
}
