/** For idempotency keys: Stripe repeats a failure of its own for a day under one key. */
export const idempotencyMinute = (ms: number): number => Math.floor(ms / 60_000);
