import { Stripe } from "stripe";
import type { Payments } from "../ports.ts";
import type { StripeSettings } from "../settings.ts";
import { customerCalls } from "./stripe/customers.ts";
import { withPortErrors } from "./stripe/errors.ts";
import { eventCalls } from "./stripe/events.ts";
import { paymentCalls } from "./stripe/payments.ts";
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
    ...rareCalls(stripe, settings, now),
  });
}

const RARE_CALLS = [
  "previewPayment",
  "readBilling",
  "writeBilling",
  "findPromotion",
  "listPromotions",
  "createPromotion",
  "endPromotion",
  "listPayouts",
] as const satisfies (keyof Payments)[];

/** Their code is loaded with the first of these calls, so that the Worker starts without it. */
function rareCalls(
  stripe: Stripe,
  settings: StripeSettings,
  now: () => number,
): Pick<Payments, (typeof RARE_CALLS)[number]> {
  const load = async () => (await import("./stripe/rare-calls.ts")).makeRareCalls(stripe, settings, now);
  const calls = RARE_CALLS.map((name) => {
    const call = async (...args: unknown[]) =>
      ((await load())[name] as (...values: unknown[]) => Promise<unknown>)(...args);
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as unknown as Pick<Payments, (typeof RARE_CALLS)[number]>;
}
