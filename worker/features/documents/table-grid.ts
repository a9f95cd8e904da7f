import type { HtmlTag, Markup, MarkupElement } from "#schema/articles/document.ts";
import { MAX_SPAN, type Budget } from "./limits.ts";

type Element = MarkupElement<HtmlTag>;
type PlacedCell = { cell: Element; firstColumn: number; columns: number; rows: number };

const elementsIn = ({ children }: Element, ...tags: HtmlTag[]): Element[] =>
  children.filter((child: Markup): child is Element => typeof child !== "string" && tags.includes(child.tag));

/**
 * Reduces spans to the real columns and rows of a table, and counts its grid. A browser lays out each place of the grid,
 * and a few large spans could create millions.
 * @throws OverLimit
 */
export function clampSpans(table: Element, budget: Budget): void {
  // A cell does not reach beyond its row group.
  const groups = [table, ...elementsIn(table, "thead", "tbody", "tfoot")].map((group) => elementsIn(group, "tr"));
  const rows = groups.reduce((sum, group) => sum + group.length, 0);
  const placed = groups.flatMap((group) => placeCells(group, (columns) => budget.limitTableSize(rows, columns)));
  // Columns in which no cell starts show nothing.
  const columns = placed.reduce((most, { firstColumn }) => Math.max(most, firstColumn + 1), 0);
  budget.takeTable(rows, columns, placed.length);
  for (const place of placed) {
    setSpan(place.cell, "colSpan", Math.min(place.columns, columns - place.firstColumn));
    setSpan(place.cell, "rowSpan", place.rows);
  }
}

/** HTML standard, "forming a table": puts each cell in the next column that no cell from above covers. */
function placeCells(group: Element[], requireRoom: (columns: number) => void): PlacedCell[] {
  const placed: PlacedCell[] = [];
  /** For each column, the number of covered rows, from the current row on. */
  let covered: number[] = [];
  for (const [index, row] of group.entries()) {
    let column = 0;
    for (const cell of elementsIn(row, "td", "th")) {
      while ((covered[column] ?? 0) > 0) column += 1;
      requireRoom(column + 1);
      const columns = spanOf(cell, "colSpan");
      const rows = Math.min(spanOf(cell, "rowSpan"), group.length - index);
      for (let at = column; at < column + columns; at += 1) covered[at] = Math.max(covered[at] ?? 0, rows);
      placed.push({ cell, firstColumn: column, columns, rows });
      column += columns;
    }
    covered = Array.from(covered, (left = 0) => Math.max(left - 1, 0));
  }
  return placed;
}

const spanOf = ({ attributes }: Element, name: "colSpan" | "rowSpan") =>
  Math.min(Number(attributes?.[name] ?? 1), MAX_SPAN);

function setSpan({ attributes }: Element, name: "colSpan" | "rowSpan", span: number): void {
  if (attributes?.[name] !== undefined) attributes[name] = String(span);
}
