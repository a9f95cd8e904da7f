import { endLine, headerLine, type BackupHeader, type Row, rowLine } from "./format.ts";

/** The largest row that D1 stores (developers.cloudflare.com/d1/platform/limits). */
const ROW_BYTES = 2_000_000;

const NOT_A_BACKUP = "This file is not a backup.";

type Options = {
  /** Throws if the backup does not fit the database. Runs before the first row is read. */
  checkHeader?: (header: BackupHeader) => Promise<void>;
  /** See ScratchDatabase. */
  insertRow?: ((table: BackupHeader["tables"][number], row: Row) => Row | undefined) | undefined;
};

/** Lines that replace others, by number. Null leaves a line out. */
export type Repairs = Map<number, string | null>;

/**
 * Checks all lines of a backup. Returns the header, and the repairs of rows that came, went or changed during the backup.
 * @throws Error with a message for the operator if the text is not a backup, is incomplete, or has an invalid line.
 */
export async function verifyBackup(
  lines: AsyncIterable<string>,
  options: Options = {},
): Promise<{ header: BackupHeader; repairs: Repairs }> {
  const repairs: Repairs = new Map();
  let header: BackupHeader | undefined;
  let number = 0;
  let table = 0;
  let hasEnded = false;
  for await (const line of lines) {
    number += 1;
    if (!header) {
      header = parse(headerLine, line, NOT_A_BACKUP);
      await options.checkHeader?.(header);
    } else if (hasEnded) {
      throw refusal(`The backup is damaged: line ${number} follows after its end.`);
    } else if (line.startsWith("{")) {
      const { rows } = parse(endLine, line, "The backup is damaged: its last line cannot be read.");
      const found = number - 2;
      if (rows !== found) throw refusal(`The backup is damaged: it should have ${rows} rows, but it has ${found}.`);
      hasEnded = true;
    } else {
      const problem = `The backup is damaged: line ${number} cannot be read.`;
      const [next, row] = parse(rowLine, line, problem);
      // Rows refer to rows of earlier tables, so the tables must be in the order of the header.
      if (next < table || row.length !== header.tables[next]?.columns.length) throw refusal(problem);
      table = next;
      try {
        const stored = tryRow(header.tables[table]!, row, options);
        if (stored !== row) repairs.set(number, stored ? JSON.stringify([table, stored]) : null);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw refusal(`Line ${number} of the backup cannot be stored: ${reason}.`);
      }
    }
  }
  if (!header) throw refusal(NOT_A_BACKUP);
  if (!hasEnded) throw refusal("The backup is incomplete: its end is missing.");
  return { header, repairs };
}

function tryRow(table: BackupHeader["tables"][number], row: Row, { insertRow }: Options): Row | undefined {
  if (Buffer.byteLength(row.join("")) > ROW_BYTES) throw new Error("it is larger than 2 MB, the limit of D1");
  return insertRow ? insertRow(table, row) : row;
}

/** The file is verified before the database is changed, so the second sentence is always true. */
const refusal = (problem: string) => new Error(`${problem} The database was not changed. Use another backup file.`);

function parse<T>(schema: { parse(input: unknown): T }, line: string, problem: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw refusal(problem);
  }
}
