import { isExpectedNoise } from "#worker/commands/runtime-log-filter.ts";

const HARMLESS_IN_TESTS = [
  // The fuzz test sends bodies of any type, and the Stripe webhook reads them as text.
  "Called .text() on an HTTP body which does not appear to be text",
];

/** Hides harmless lines in the output of the tests. The Workers pool of Vitest cannot be told to hide more lines. */
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
