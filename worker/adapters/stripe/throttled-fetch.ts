/** At once; Stripe allows 25 a second for each of its calls, and the Workers runtime queues more than six. */
const AT_ONCE = 4;
/** Tries after a 429, and what is waited before the first of them; each waits twice as long. */
const TRIES = 3;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 4_000;

export type Wait = (ms: number) => Promise<unknown>;
const sleep: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends at most four requests at a time, and again what was refused because there were too many: nothing was done then.
 * https://docs.stripe.com/rate-limits
 */
export function throttledFetch(fetch: typeof globalThis.fetch, wait: Wait = sleep): typeof globalThis.fetch {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Whoever waits longest takes the place. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (input, init) => {
    await enter();
    try {
      for (let tries = 0; ; tries++) {
        // oxlint-disable-next-line no-await-in-loop -- One try after the other.
        const response = await fetch(input, init);
        const isFinal = response.status !== 429 || response.headers.get("Stripe-Should-Retry") === "false";
        if (isFinal || tries === TRIES) return response;
        // oxlint-disable-next-line no-await-in-loop -- As above.
        await response.body?.cancel();
        // oxlint-disable-next-line no-await-in-loop -- As above.
        await wait(pauseOf(response, tries));
        init?.signal?.throwIfAborted();
      }
    } finally {
      leave();
    }
  };
}

/** Not all at the same moment again. */
function pauseOf(response: Response, tries: number): number {
  const asked = Number(response.headers.get("Retry-After") ?? 0) * 1000;
  const own = FIRST_WAIT_MS * 2 ** tries * (0.75 + Math.random() / 2);
  return Math.min(Math.max(asked || 0, own), WAIT_MAX_MS);
}
