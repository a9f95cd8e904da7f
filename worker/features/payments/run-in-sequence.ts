import { logError } from "../../log.ts";
import { PaymentsUnavailable } from "../../ports.ts";

/** Stripe may fail at one thing for good; if it fails at so many in a row, it fails at all. */
const FAILURES_MAX = 3;

/**
 * One after the other, because Stripe limits how often it is asked. The rest waits for another time if Stripe does not
 * answer. Returns how many were done.
 */
export async function runInSequence<T>(list: T[], ask: (one: T) => Promise<unknown>): Promise<number> {
  let [done, failures] = [0, 0];
  for (const one of list) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- As said above.
      await ask(one);
      done += 1;
      failures = 0;
    } catch (error) {
      logError(error);
      if (error instanceof PaymentsUnavailable && ++failures === FAILURES_MAX) break;
    }
  }
  return done;
}
