import * as z from "zod/mini";

// A backup is one JSON value a line: the head, the rows table by table, the end.

/** What D1 stores; there are no blobs. */
const value = z.union([z.string(), z.number(), z.null()]);

export const head = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** What the database was made by; another version may mean other columns. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** What numbers were given already: an id is never given twice. */
  sequences: z.array(z.object({ name: z.string(), seq: z.number() })),
});
export type Head = z.output<typeof head>;

/** The number of a table in the head, and one of its rows. */
export const rowLine = z.tuple([z.int(), z.array(value)]);
export type Row = z.output<typeof rowLine>[1];

/** Rows in all: without it, the file was cut off. */
export const end = z.object({ rows: z.int() });
