import type { Ports } from "../ports.ts";

/** Pauses before each retry, in milliseconds. Jitter makes each up to twice as long. */
const WAITS_MS = [50, 150, 450];

/**
 * Error messages of D1 after a lost connection or while the database moves (Cloudflare, "D1: Retry queries"). D1 itself
 * retries read-only queries.
 */
const TRANSIENT = /Network connection lost|storage caused object to be reset|reset because its code was updated/;

/**
 * Retries a write if D1 fails for a moment, because it is then unknown whether the write was done. Use it only for
 * idempotent writes: not for a counter, a mail or an insert that fails the second time.
 */
export async function retryIdempotent<T>({ wait }: Pick<Ports, "wait">, write: () => PromiseLike<T>): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- Each attempt follows the previous one.
      return await write();
    } catch (error) {
      if (!isTransient(error)) throw error;
      // Jitter: requests that failed together do not retry together.
      // oxlint-disable-next-line no-await-in-loop -- As above.
      await wait(ms * (1 + Math.random()));
    }
  }
  return write();
}

function isTransient(error: unknown): boolean {
  return error instanceof Error && (TRANSIENT.test(error.message) || isTransient(error.cause));
}
