import type { Ports } from "../ports.ts";

/** Pauses before each retry, in milliseconds, without the jitter. */
const WAITS_MS = [50, 150, 450];

/** Messages of transient errors (Cloudflare, "D1: Retry queries"). D1 itself retries read-only queries. */
const TRANSIENT = /Network connection lost|storage caused object to be reset|reset because its code was updated/;

/**
 * Retries a write after a transient error of D1. The failed attempt may have been written, so use this only for
 * idempotent writes: not for a counter, a mail or an insert that fails the second time.
 */
export async function retryIdempotent<T>({ wait }: Pick<Ports, "wait">, write: () => PromiseLike<T>): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error)) throw error;
      // Jitter: requests that failed together do not retry together.
      await wait(ms * (1 + Math.random()));
    }
  }
  return write();
}

function isTransient(error: unknown): boolean {
  return error instanceof Error && (TRANSIENT.test(error.message) || isTransient(error.cause));
}
