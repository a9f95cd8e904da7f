import { logError } from "../../log.ts";
import { PaymentsUnavailable } from "../../ports.ts";

/** Stripe counts as down after this many `PaymentsUnavailable` without a success between them. */
const FAILURES_MAX = 3;

/**
 * Runs `task` for one item after the other. A failed item is logged and skipped. If Stripe is down, the rest is skipped,
 * too.
 * @returns the number of items that succeeded.
 */
export async function runInSequence<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<number> {
  let [succeeded, failures] = [0, 0];
  for (const item of items) {
    try {
      await task(item);
      succeeded += 1;
      failures = 0;
    } catch (error) {
      logError(error);
      if (error instanceof PaymentsUnavailable && ++failures === FAILURES_MAX) break;
    }
  }
  return succeeded;
}
