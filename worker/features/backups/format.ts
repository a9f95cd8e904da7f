import * as z from "zod/mini";

// A backup is a text file with one JSON value per line: a header, the rows table by table, and an end line.

/** The database has no blobs. */
const value = z.union([z.string(), z.number(), z.null()]);

/** The values of a primary key. */
export const key = z.array(z.union([z.string(), z.number()]));
export type Key = z.output<typeof key>;

export const headerLine = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** A backup fits only a database with the same migrations. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The last assigned id of each table. They are restored, so that no id is assigned twice. */
  sequences: z.array(z.object({ name: z.string(), seq: z.number() })),
});
export type BackupHeader = z.output<typeof headerLine>;

/** The index of a table in `BackupHeader.tables`, and the values of one of its rows. */
export const rowLine = z.tuple([z.int(), z.array(value)]);
export type Row = z.output<typeof rowLine>[1];

/** Without an end line, the file is incomplete. */
export const endLine = z.object({ rows: z.int() });
