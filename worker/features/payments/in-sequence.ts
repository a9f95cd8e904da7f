import { isUnavailable } from "../../adapters/stripe/errors.ts";
import { logError } from "../../log.ts";

/** How many subscriptions or events a step of cron takes; later runs take the rest. D1 allows a run 1,000 queries. */
export const PER_RUN = 20;

/** Stripe counts as down after this many failures without a success between them. */
const FAILURES_MAX = 3;

/** A failed item is logged and skipped. If Stripe is down, the rest is skipped, too. Returns how many succeeded. */
export async function inSequence<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<number> {
  let [succeeded, failures] = [0, 0];
  for (const item of items) {
    try {
      await task(item);
      succeeded += 1;
      failures = 0;
    } catch (error) {
      logError(error);
      if (isUnavailable(error) && ++failures === FAILURES_MAX) break;
    }
  }
  return succeeded;
}
