/**
 * What the local runtime prints with a stack although nothing went wrong. The Workers pool of Vitest hides a list of such
 * lines and cannot be given others.
 */
const HARMLESS = [
  // A picture in R2 whose body the product gives back unread: HEAD, 304, one that is fetched again.
  "identity-transform-stream.c++:291: disconnected: reader canceled",
  // A browser that a test closes leaves answers unread.
  "disconnected: write(): Broken pipe",
  "disconnected: read(): Connection reset by peer",
  // A fuzzer sends bodies of any kind, and refusals read them.
  "Called .text() on an HTTP body which does not appear to be text",
];

/** For the process that runs the tests. */
export function hideHarmlessOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) =>
      HARMLESS.some((text) => String(chunk).includes(text)) || write(chunk, ...(rest as []));
  }
}
