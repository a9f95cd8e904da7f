import type { Line } from "../features/sites/import/import.ts";

/** Longer than any valid line: before JSON escapes, an article has at most 1 MB and a row of D1 at most 2 MB. */
const MAX_BYTES = 16_000_000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Splits a UTF-8 file into lines at line feeds only. node:readline also splits at U+2028, which is allowed in JSON.
 * A line over MAX_BYTES becomes a problem, without its bytes in memory.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed >= 0; feed = chunk.indexOf(10, from)) {
      append(chunk.subarray(from, feed));
      yield toLine();
      from = feed + 1;
    }
    append(chunk.subarray(from));
  }
  if (size > 0) yield toLine();

  function append(piece: Uint8Array) {
    size += piece.length;
    if (size > MAX_BYTES) pieces = [];
    else pieces.push(piece);
  }

  function toLine(): Line {
    const [line, isLong] = [pieces, size > MAX_BYTES];
    [pieces, size] = [[], 0];
    if (isLong) return { problem: `longer than ${MAX_BYTES / 1_000_000} MB` };
    try {
      return decoder.decode(Buffer.concat(line));
    } catch {
      return { problem: "not UTF-8" };
    }
  }
}
