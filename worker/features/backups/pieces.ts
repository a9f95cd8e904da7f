import * as z from "zod/mini";
import type { Page } from "./dump.ts";
import { key } from "./format.ts";

// A copy in R2: backups/2026-11-28/data-0000.jsonl.gz and so on, then objects-0000.jsonl.gz and so on.

const FOLDER = "backups/";

/** A piece ends with the page that reaches one of these: a cron run has 128 MB, 30 seconds of processor time and 1,000 queries. */
const PIECE_BYTES = 30_000_000;
const PIECE_PAGES = 100;

/** `next` is where the next piece begins, and null in the last piece of its part. `migration` is the newest of the database. */
const common = { number: z.int(), migration: z.string() };
const dataPiece = z.object({
  part: z.literal("data"),
  next: z.nullable(z.object({ table: z.int(), after: z.nullable(key), rows: z.int() })),
  ...common,
});
const objectsPiece = z.object({ part: z.literal("objects"), next: z.nullable(z.string()), ...common });
const piece = z.discriminatedUnion("part", [dataPiece, objectsPiece]);
export type Piece = z.output<typeof piece>;

const folderOf = (day: string) => `${FOLDER}${day}/`;
const keyOf = (day: string, { part, number }: Pick<Piece, "part" | "number">) =>
  `${folderOf(day)}${part}-${String(number).padStart(4, "0")}.jsonl.gz`;

/** Returns the days until `today` that have a folder, in order. Other folders are not ours. */
export async function listDays(bucket: R2Bucket, today: string): Promise<string[]> {
  const { delimitedPrefixes } = await bucket.list({ prefix: FOLDER, delimiter: "/" });
  return delimitedPrefixes
    .map((prefix) => prefix.slice(FOLDER.length, -1))
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name <= today)
    .toSorted();
}

/**
 * In order, without objects that are no pieces. D1 has at most 10 GB, so these are a few hundred. With metadata, R2 lists
 * fewer than 1,000 at once.
 */
export async function listPieces(bucket: R2Bucket, day: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (let cursor: string | undefined; ;) {
    const options: R2ListOptions = { prefix: folderOf(day), include: ["customMetadata"], ...(cursor && { cursor }) };
    const found = await bucket.list(options);
    for (const { customMetadata } of found.objects) {
      const stored = customMetadata?.["piece"];
      if (stored) pieces.push(piece.parse(JSON.parse(decodeURIComponent(stored))));
    }
    if (!found.truncated) return pieces;
    cursor = found.cursor;
  }
}

/**
 * Writes the first pages as a piece, with all that the next run needs to know. So no run can leave half a piece, or a piece
 * of which the next run does not know. If another run has written this piece already, it stays as it is.
 */
export async function writePiece(
  bucket: R2Bucket,
  day: string,
  { pages, ...rest }: Omit<Piece, "next"> & { pages: AsyncIterable<Page<unknown>> | Page<unknown>[] },
): Promise<void> {
  let next: unknown = null;
  let bytes = 0;
  // Each page is compressed alone: gzip files one after the other are a gzip file.
  const compressed: ArrayBuffer[] = [];
  for await (const page of pages) {
    next = page.next;
    const text = new Blob(page.lines.map((line) => `${line}\n`));
    bytes += text.size;
    compressed.push(await new Response(text.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
    if (bytes >= PIECE_BYTES || compressed.length >= PIECE_PAGES) break;
  }
  await bucket.put(keyOf(day, rest), new Blob(compressed), {
    onlyIf: new Headers({ "If-None-Match": "*" }),
    httpMetadata: { contentType: "application/gzip" },
    customMetadata: { piece: encodeURIComponent(JSON.stringify({ ...rest, next })) },
  });
}

export async function deleteDay(bucket: R2Bucket, day: string): Promise<void> {
  const { objects } = await bucket.list({ prefix: folderOf(day) });
  await bucket.delete(objects.map((object) => object.key));
}
