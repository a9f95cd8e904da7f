/** What a call asked of its storage, and how long its response took in milliseconds. */
export type Trips = {
  /** Trips to D1 that ended before the response. A batch is one trip. */
  d1: number;
  /** Trips to D1 that ended after the response, so nobody waited for them. */
  d1Later: number;
  /** Operations of KV before the response. */
  kv: number;
  ms: number;
};
