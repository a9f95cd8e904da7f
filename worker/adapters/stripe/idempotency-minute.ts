import { MINUTE_MS } from "#schema/dates.ts";

/**
 * A part of idempotency keys. Stripe repeats its response to a key for 24 hours, even a 500, so a retry needs a new
 * key: https://docs.stripe.com/api/idempotent_requests
 */
export const idempotencyMinute = (ms: number): number => Math.floor(ms / MINUTE_MS);
