import type { HtmlTag, Markup, MarkupElement } from "#schema/document.ts";
import { MAX_SPAN, type Budget } from "./limits.ts";

type Element = MarkupElement<HtmlTag>;
/** A cell and where it stands: its first column, how many columns and how many rows it takes. */
type Placed = { cell: Element; column: number; columns: number; rows: number };

const elementsIn = ({ children }: Element, ...tags: HtmlTag[]): Element[] =>
  children.filter((child: Markup): child is Element => typeof child !== "string" && tags.includes(child.tag));

/**
 * Cuts the spans of a table's cells to what it has, and counts its whole grid: a browser lays out each place of it, and
 * a few spans could make millions.
 * @throws OverLimit
 */
export function clampSpans(table: Element, budget: Budget): void {
  // A cell never reaches out of its group of rows.
  const groups = [table, ...elementsIn(table, "thead", "tbody", "tfoot")].map((group) => elementsIn(group, "tr"));
  const rows = groups.reduce((sum, group) => sum + group.length, 0);
  const placed = groups.flatMap((group) => placeCells(group, (columns) => budget.requireTable(rows, columns)));
  // Columns in which no cell begins show nothing.
  const columns = placed.reduce((most, { column }) => Math.max(most, column + 1), 0);
  budget.takeTable(rows, columns, placed.length);
  for (const place of placed) {
    setSpan(place.cell, "colSpan", Math.min(place.columns, columns - place.column));
    setSpan(place.cell, "rowSpan", place.rows);
  }
}

/** As the HTML standard forms a table (section 4.9.12): each cell takes the next place that none from above covers. */
function placeCells(group: Element[], requireRoom: (columns: number) => void): Placed[] {
  const placed: Placed[] = [];
  /** For each column, how many rows from this one on are covered. */
  let covered: number[] = [];
  for (const [index, row] of group.entries()) {
    let column = 0;
    for (const cell of elementsIn(row, "td", "th")) {
      while ((covered[column] ?? 0) > 0) column += 1;
      requireRoom(column + 1);
      const columns = spanOf(cell, "colSpan");
      const rows = Math.min(spanOf(cell, "rowSpan"), group.length - index);
      for (let at = column; at < column + columns; at += 1) covered[at] = Math.max(covered[at] ?? 0, rows);
      placed.push({ cell, column, columns, rows });
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
