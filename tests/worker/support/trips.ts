import { env } from "cloudflare:workers";
import type { Trips } from "../../support/trips.ts";
import { withFault } from "../faults/failing-services.ts";
import type { Overrides } from "./app.ts";

/**
 * Counts the trips of the call that `send` makes with these overrides. `delayMs` is added to each trip to D1, as if it
 * were far away.
 */
export async function countTrips(send: (counting: Overrides) => Promise<unknown>, delayMs = 0): Promise<Trips> {
  const trips: Trips = { d1: 0, d1Later: 0, kv: 0, ms: 0 };
  let hasResponded = false;
  const d1 = {
    async call<T>(work: () => Promise<T>): Promise<T> {
      if (delayMs > 0) await scheduler.wait(delayMs);
      const result = await work();
      if (hasResponded) trips.d1Later += 1;
      else trips.d1 += 1;
      return result;
    },
  };
  const kv = {
    call<T>(work: () => Promise<T>): Promise<T> {
      if (!hasResponded) trips.kv += 1;
      return work();
    },
  };
  const start = performance.now();
  await send({
    env: { DB: withFault(env.DB, d1), SESSIONS: withFault(env.SESSIONS, kv) },
    onResponse() {
      trips.ms = performance.now() - start;
      hasResponded = true;
    },
  });
  return trips;
}
