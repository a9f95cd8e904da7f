import { Stripe } from "stripe";
import { declineText } from "#schema/declines.ts";
import { type Payments, PaymentsUnavailable, PaymentsRefused, type RefusedField } from "../../ports.ts";

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
const FIELDS: Record<string, RefusedField> = {
  coupon_expired: "promotion_code",
  customer_tax_location_invalid: "country",
  country_code_invalid: "country",
  postal_code_invalid: "postal_code",
  state_unsupported: "state",
  tax_id_invalid: "tax_id",
};
const ADDRESS_PARAM = /^address\[(line1|line2|city|postal_code|state|country)\]$/;

/**
 * What Stripe refuses, if it is known. No page lists a code for a promotion code that is used up or is for first payments
 * only, so the beginning of the message counts as well.
 */
function fieldOf({ code = "", param = "", message = "" }: { code?: string; param?: string; message?: string }) {
  const isPromotion = param.startsWith("discounts") || message.startsWith("This promotion code cannot be redeemed");
  if (isPromotion) return "promotion_code";
  if (param === "trial_end") return "next_charge";
  return FIELDS[code] ?? (ADDRESS_PARAM.exec(param)?.[1] as RefusedField | undefined);
}
