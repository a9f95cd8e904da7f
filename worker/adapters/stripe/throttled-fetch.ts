/** Stripe allows 25 requests a second for an endpoint, and the Workers runtime six open connections. */
const CONCURRENT_MAX = 4;
/** Retries after a 429. The first one waits about `FIRST_WAIT_MS`, each further one twice as long. */
const RETRIES_MAX = 3;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 4_000;

export type Wait = (ms: number) => Promise<unknown>;
const sleep: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a fetch that sends at most four requests at a time and retries after a 429. Stripe has done nothing then:
 * https://docs.stripe.com/rate-limits
 */
export function throttledFetch(fetch: typeof globalThis.fetch, wait: Wait = sleep): typeof globalThis.fetch {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < CONCURRENT_MAX) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Starts the request that has waited longest. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (input, init) => {
    await enter();
    try {
      for (let tries = 0; ; tries++) {
        const response = await fetch(input, init);
        const isFinal = response.status !== 429 || response.headers.get("Stripe-Should-Retry") === "false";
        if (isFinal || tries === RETRIES_MAX) return response;
        await response.body?.cancel();
        await wait(pauseOf(response, tries));
        init?.signal?.throwIfAborted();
      }
    } finally {
      leave();
    }
  };
}

/**
 * In milliseconds: `Retry-After` or a doubling wait, the longer one. Jitter keeps concurrent requests from coming back
 * at one moment.
 */
function pauseOf(response: Response, tries: number): number {
  const asked = Number(response.headers.get("Retry-After") ?? 0) * 1000;
  const own = FIRST_WAIT_MS * 2 ** tries * (0.75 + Math.random() / 2);
  return Math.min(Math.max(asked || 0, own), WAIT_MAX_MS);
}
