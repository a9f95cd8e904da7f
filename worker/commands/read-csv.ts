import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import type { Line } from "../features/sites/import/import.ts";
import { readTitles, rowToLine } from "../features/sites/import/import-row.ts";

const NOT_UTF8 = "This file is not UTF-8. In Excel, save it as “CSV UTF-8”.";
const SEPARATORS = [",", ";", "\t"];
const MAX_BYTES = 16_000_000;

/**
 * Reads a table with the names of fields in its first row. The first line stands for that row, so that numbers of lines are
 * those of rows. `onUnknown` gets the titles of columns that hold no field.
 * @throws Error if the file is not UTF-8, or if no column holds the link.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  onUnknown: (titles: string[]) => void,
): AsyncGenerator<Line> {
  const texts = decode(chunks);
  let start = "";
  while (!/[\r\n]/.test(start)) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
  }
  const [titles = ""] = start.split(/[\r\n]/, 1);
  const delimiter = SEPARATORS.toSorted((a, b) => titles.split(b).length - titles.split(a).length)[0]!;
  const parser = parse({ delimiter, relax_quotes: true, relax_column_count: true, max_record_size: MAX_BYTES });
  // It hands errors to the parser, which throws them.
  const source = Readable.from(joined(start, texts));
  pipeline(source, parser, () => {});
  let columns: ReturnType<typeof readTitles> | undefined;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (columns) yield rowToLine(columns, cells);
    else {
      columns = readTitles(cells);
      if (columns.unknown.length > 0) onUnknown(columns.unknown);
      yield "";
    }
  }
}

async function* joined(start: string, rest: AsyncIterable<string>) {
  yield start;
  yield* rest;
}

/** Removes a byte order mark. */
async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new Error(NOT_UTF8, { cause: error }) : error;
  }
}
