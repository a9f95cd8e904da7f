import { Stripe } from "stripe";
import type { Payments } from "../ports.ts";
import type { StripeSettings } from "../settings.ts";
import { billingCalls } from "./stripe/billing.ts";
import { customerCalls } from "./stripe/customers.ts";
import { withPortErrors } from "./stripe/errors.ts";
import { eventCalls } from "./stripe/events.ts";
import { paymentCalls } from "./stripe/payments.ts";
import { payoutCalls } from "./stripe/payouts.ts";
import { previewCalls } from "./stripe/preview.ts";
import { promotionCalls } from "./stripe/promotions.ts";
import { throttledFetch, type Wait } from "./stripe/throttled-fetch.ts";
import { subscriptionCalls } from "./stripe/subscriptions.ts";

const TIMEOUT_MS = 10_000;

/** `wait` pauses before a request is sent again after a 429. `retries`: those of Stripe's SDK. */
export type StripeOptions = { now(): number; fetch?: typeof fetch; retries?: number; wait?: Wait };

export const openStripe = (
  secretKey: string,
  { fetch = globalThis.fetch, retries = 2, wait }: Omit<StripeOptions, "now"> = {},
) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(throttledFetch((input, init) => fetch(input, init), wait)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

/** The SDK retries failed requests. It adds an idempotency key to a POST that has none. */
export function stripePayments(settings: StripeSettings, { now, ...options }: StripeOptions): Payments {
  const stripe = openStripe(settings.secretKey, options);
  return withPortErrors({
    publishableKey: settings.publishableKey,
    tax: settings.tax,
    ...customerCalls(stripe, now),
    ...subscriptionCalls(stripe, settings),
    ...paymentCalls(stripe, now),
    ...eventCalls(stripe, settings.webhookSecret, now),
    ...billingCalls(stripe, settings),
    ...payoutCalls(stripe),
    ...previewCalls(stripe, settings),
    ...promotionCalls(stripe, now),
  });
}
