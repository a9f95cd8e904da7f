import { isExpectedNoise } from "#worker/commands/runtime-log-filter.ts";

/** The Workers pool of Vitest hides a list of such lines and cannot be given others. */
const HARMLESS_IN_TESTS = [
  // A fuzzer sends bodies of any kind, and refusals read them.
  "Called .text() on an HTTP body which does not appear to be text",
];

/** For the process that runs the tests. */
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
