import { end, head, type Head, rowLine } from "./format.ts";

const CUT_OFF = "The backup is cut off: its end is missing.";

/**
 * Reads a backup from its first line to its end and says how it begins.
 * @throws Error with a sentence if it is none, is cut off, or has a line that is no row of its table.
 */
export async function checkLines(lines: AsyncIterable<string>): Promise<Head> {
  let begin: Head | undefined;
  let number = 0;
  let table = 0;
  let isEnded = false;
  for await (const line of lines) {
    number += 1;
    if (!begin) {
      begin = parse(head, line, "This is not the beginning of a backup.");
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
    }
  }
  if (!begin) throw new Error("This is not the beginning of a backup.");
  if (!isEnded) throw new Error(CUT_OFF);
  return begin;
}

function parse<T>(rules: { parse(input: unknown): T }, line: string, problem: string): T {
  try {
    return rules.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}
