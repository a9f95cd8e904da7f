import { parse } from "csv-parse/sync";
import type { Line } from "../features/sites/import/import.ts";
import { readTitles, rowToLine } from "../features/sites/import/import-row.ts";

const NOT_UTF8 = "This file is not UTF-8. In Excel, save it as “CSV UTF-8”.";
const SEPARATORS = [",", ";", "\t"];

/**
 * Reads a table with the names of fields in its first row. The first line stands for that row, so that numbers of lines are
 * those of rows. `onUnknown` gets the titles of columns that hold no field.
 * @throws Error if the file is not UTF-8, or if no column holds the link.
 */
export async function* readCsv(file: Uint8Array, onUnknown: (titles: string[]) => void): AsyncGenerator<Line> {
  const text = decode(file);
  const [start = ""] = text.split(/[\r\n]/, 1);
  const delimiter = SEPARATORS.toSorted((a, b) => start.split(b).length - start.split(a).length)[0]!;
  const [titles, ...rows] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true });
  if (!titles) return;
  const columns = readTitles(titles);
  if (columns.unknown.length > 0) onUnknown(columns.unknown);
  yield "";
  for (const cells of rows) yield rowToLine(columns, cells);
}

/** Removes a byte order mark. */
function decode(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(file);
  } catch (cause) {
    throw new Error(NOT_UTF8, { cause });
  }
}
