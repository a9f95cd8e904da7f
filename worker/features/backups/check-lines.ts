import { end, head, type Head, type Row, rowLine } from "./format.ts";

const CUT_OFF = "The backup is cut off: its end is missing.";

/** D1 takes no larger row. */
const ROW_BYTES = 2_000_000;

type Options = {
  /** Throws if it is no backup of this database. */
  requireFit?: (begin: Head) => Promise<void>;
  /** Throws what the database would say of the row. */
  take?: ((table: Head["tables"][number], row: Row) => void) | undefined;
};

/**
 * Reads a backup from its first line to its end and says how it begins.
 * @throws Error with a sentence if it is none, is cut off, or has a line that is no row of its table.
 */
export async function checkLines(lines: AsyncIterable<string>, options: Options = {}): Promise<Head> {
  let begin: Head | undefined;
  let number = 0;
  let table = 0;
  let isEnded = false;
  for await (const line of lines) {
    number += 1;
    if (!begin) {
      begin = parse(head, line, "This is not the beginning of a backup.");
      // oxlint-disable-next-line no-await-in-loop -- Once, before the rows.
      await options.requireFit?.(begin);
    } else if (isEnded) {
      throw new Error(`The backup goes on after its end, in line ${number}.`);
    } else if (line.startsWith("{")) {
      const { rows } = parse(end, line, "The end of the backup cannot be read.");
      if (rows !== number - 2) throw new Error(`The backup should hold ${rows} rows, and holds ${number - 2}.`);
      isEnded = true;
    } else {
      const problem = `Line ${number} of the backup cannot be read.`;
      const [next, row] = parse(rowLine, line, problem);
      // One table after the other, because rows refer to those of tables before.
      if (next < table || row.length !== begin.tables[next]?.columns.length) throw new Error(problem);
      table = next;
      const refusal = refusalOf(begin.tables[table]!, row, options);
      if (refusal) throw new Error(`Line ${number} of the backup cannot be stored: ${refusal}. Nothing was changed.`);
    }
  }
  if (!begin) throw new Error("This is not the beginning of a backup.");
  if (!isEnded) throw new Error(CUT_OFF);
  return begin;
}

/** Why the database would not take the row; nothing if it would. */
function refusalOf(table: Head["tables"][number], row: Row, { take }: Options): string | undefined {
  if (Buffer.byteLength(row.join("")) > ROW_BYTES) return "it is larger than the 2 MB that D1 takes";
  try {
    take?.(table, row);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function parse<T>(rules: { parse(input: unknown): T }, line: string, problem: string): T {
  try {
    return rules.parse(JSON.parse(line));
  } catch {
    throw new Error(problem);
  }
}
