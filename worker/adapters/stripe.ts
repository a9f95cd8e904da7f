import { Stripe } from "stripe";
import type { Payments } from "../ports.ts";
import type { StripeSettings } from "../config/settings.ts";

const TIMEOUT_MS = 10_000;

/** `retries`: those of Stripe's SDK. */
export type StripeOptions = { fetch?: typeof fetch; retries?: number };

/** The SDK retries failed requests. It adds an idempotency key to a POST that has none. */
export const openStripe = (secretKey: string, { fetch = globalThis.fetch, retries = 2 }: StripeOptions = {}) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient((input, init) => fetch(input, init)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

export const stripePayments = ({ secretKey, ...settings }: StripeSettings, options?: StripeOptions): Payments => ({
  ...settings,
  stripe: openStripe(secretKey, options),
});
