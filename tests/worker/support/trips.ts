import { env } from "cloudflare:workers";
import { withFault } from "../faults/failing-services.ts";
import type { Overrides } from "./app.ts";

/** What a call asked of its storage. */
type Trips = {
  /** Trips to D1 that ended before the response. A batch is one trip. */
  d1: number;
  /** Trips to D1 that ended after the response, so nobody waited for them. */
  d1Later: number;
  /** Operations of KV before the response. */
  kv: number;
};

/** Counts the trips of the call that `send` makes with these overrides. */
export async function countTrips(send: (counting: Overrides) => Promise<unknown>): Promise<Trips> {
  const trips: Trips = { d1: 0, d1Later: 0, kv: 0 };
  let hasResponded = false;
  const d1 = {
    async call<T>(work: () => Promise<T>): Promise<T> {
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
  await send({
    env: { DB: withFault(env.DB, d1), SESSIONS: withFault(env.SESSIONS, kv) },
    onResponse() {
      hasResponded = true;
    },
  });
  return trips;
}
