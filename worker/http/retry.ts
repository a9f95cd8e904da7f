import type { Ports } from "../ports.ts";

/** Each is waited for before one more try; together less than a visitor notices. */
const WAITS_MS = [50, 150, 450];

/**
 * What D1 says when it lost a query on the way or moved the database (Cloudflare, "D1: Retry queries"). D1 itself tries
 * again what only reads.
 */
const TRANSIENT = /Network connection lost|storage caused object to be reset|reset because its code was updated/;

/**
 * A write that may be done twice without harm, tried again where D1 failed in passing: nobody knows then whether it was
 * written. Not for what counts, sends or is refused the second time.
 */
export async function retryIdempotent<T>({ wait }: Pick<Ports, "wait">, write: () => PromiseLike<T>): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- A try waits for the one before.
      return await write();
    } catch (error) {
      if (!isTransient(error)) throw error;
      // As much again at random, so that what failed together is not tried again together.
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await wait(ms * (1 + Math.random()));
    }
  }
  return write();
}

function isTransient(error: unknown): boolean {
  return error instanceof Error && (TRANSIENT.test(error.message) || isTransient(error.cause));
}
