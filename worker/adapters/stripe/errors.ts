import { Stripe } from "stripe";
import { type Payments, PaymentsUnavailable, PaymentsRefused } from "../../ports.ts";

/** Returns whether Stripe has no such object: it was deleted, or it belongs to another account or mode than the key. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.statusCode === 404 || error.code === "resource_missing");

/**
 * Wraps the calls to Stripe. They throw PaymentsUnavailable if it is unknown what the call did, and PaymentsRefused if
 * it did nothing.
 */
export function withPortErrors(payments: Payments): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        try {
          return await (value as (...values: unknown[]) => Promise<unknown>)(...args);
        } catch (error) {
          throw toPortError(error);
        }
      };
    },
  });
}

function toPortError(error: unknown): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return new PaymentsRefused(error, error.message);
  // Another request with this idempotency key is still running, so the outcome is unknown.
  const isUnknown =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeIdempotencyError;
  if (isUnknown) return new PaymentsUnavailable("Stripe did not answer.", { cause: error });
  return error instanceof errors.StripeError ? new PaymentsRefused(error) : error;
}
