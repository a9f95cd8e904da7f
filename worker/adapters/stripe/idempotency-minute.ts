/**
 * Returns a part for idempotency keys that changes each minute. Stripe repeats its response to a key for 24 hours, even
 * a 500: so a retry after a minute runs again. https://docs.stripe.com/api/idempotent_requests
 */
export const idempotencyMinute = (ms: number): number => Math.floor(ms / 60_000);
