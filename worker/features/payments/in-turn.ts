import { logError } from "../../log.ts";
import { PaymentsDown } from "../../ports.ts";

/** One after the other, as Stripe limits how often it is asked. Where it does not answer, the rest waits, too. */
export async function inTurn<T>(list: T[], ask: (one: T) => Promise<unknown>): Promise<number> {
  let done = 0;
  for (const one of list) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- As said above.
      await ask(one);
      done += 1;
    } catch (error) {
      logError(error);
      if (error instanceof PaymentsDown) break;
    }
  }
  return done;
}
