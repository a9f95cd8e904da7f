import { Stripe } from "stripe";
import type { Payments } from "../ports.ts";
import type { StripeSettings } from "../settings.ts";
import { throttledFetch, type Wait } from "./stripe/throttled-fetch.ts";

const TIMEOUT_MS = 10_000;

/** `wait` pauses before a request is sent again after a 429. `retries`: those of Stripe's SDK. */
export type StripeOptions = { fetch?: typeof fetch; retries?: number; wait?: Wait };

/** The SDK retries failed requests. It adds an idempotency key to a POST that has none. */
export const openStripe = (secretKey: string, { fetch = globalThis.fetch, retries = 2, wait }: StripeOptions = {}) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(throttledFetch((input, init) => fetch(input, init), wait)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

export function stripePayments({ secretKey, ...settings }: StripeSettings, options?: StripeOptions): Payments {
  let stripe: Stripe | undefined;
  return {
    ...settings,
    // Few requests need it.
    get stripe() {
      return (stripe ??= openStripe(secretKey, options));
    },
  };
}
