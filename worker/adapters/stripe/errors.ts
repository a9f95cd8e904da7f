import { Stripe } from "stripe";
import { declineText } from "#schema/declines.ts";
import type { BillingDetails } from "#schema/payments.ts";
import { type Payments, PaymentsUnavailable, PaymentsRefused } from "../../ports.ts";

/** Stripe has no such object: it was deleted, or it belongs to another account or mode than the key. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.statusCode === 404 || error.code === "resource_missing");

/**
 * The calls throw PaymentsRefused if Stripe did nothing, PaymentsUnavailable if that is unknown or a later call may
 * succeed.
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

/** Takes the error of a call, or the `last_payment_error` of a payment. */
export const reasonOf = (error: { code?: string; decline_code?: string; message?: string } | null): string =>
  declineText({ code: error?.code, declineCode: error?.decline_code, message: error?.message }) ||
  declineText({ code: "card_declined" });

function toPortError(error: unknown): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return new PaymentsRefused(error, { reason: reasonOf(error) });
  const isUnknown =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    // Another request with this idempotency key is still running.
    error instanceof errors.StripeIdempotencyError;
  if (isUnknown) return new PaymentsUnavailable("Stripe did not answer.", { cause: error });
  if (!(error instanceof errors.StripeError)) return error;
  const field = fieldOf(error);
  return new PaymentsRefused(error, field ? { field } : {});
}

/** https://docs.stripe.com/error-codes */
const FIELDS: Record<string, keyof BillingDetails> = {
  customer_tax_location_invalid: "country",
  country_code_invalid: "country",
  postal_code_invalid: "postal_code",
  state_unsupported: "state",
  tax_id_invalid: "tax_id",
};
const ADDRESS_PARAM = /^address\[(line1|line2|city|postal_code|state|country)\]$/;

/** The billing detail that Stripe refuses, if it is one. */
const fieldOf = ({ code = "", param = "" }: { code?: string; param?: string }) =>
  FIELDS[code] ?? (ADDRESS_PARAM.exec(param)?.[1] as keyof BillingDetails | undefined);
