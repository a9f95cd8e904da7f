import { isExpectedNoise } from "#worker/commands/runtime-log-filter.ts";

/** Parts of harmless lines. The Workers pool of Vitest hides some by itself, but its list cannot be extended. */
const HARMLESS_IN_TESTS = [
  // The fuzz test sends bodies of any type, and error responses read them.
  "Called .text() on an HTTP body which does not appear to be text",
];

/** Hides harmless lines in the output of the process that runs the tests. */
export function hideHarmlessOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = String(chunk);
      const isHidden = isExpectedNoise(text) || HARMLESS_IN_TESTS.some((part) => text.includes(part));
      return isHidden || write(chunk, ...(rest as []));
    };
  }
}
