/** A line of a file, or why it could not be read. */
export type Line = string | { problem: string };

/** Longer than any line that can be listed or restored: an article has at most 1 MB, a row of D1 2 MB, before escapes. */
const MAX_BYTES = 16_000_000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of a file, by line feeds alone: node:readline also splits at U+2028, which JSON may hold. Of a line that is
 * too long nothing is kept.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed >= 0; feed = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, feed));
      yield toLine();
      from = feed + 1;
    }
    take(chunk.subarray(from));
  }
  if (size > 0) yield toLine();

  function take(piece: Uint8Array) {
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
