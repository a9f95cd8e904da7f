import { Stripe } from "stripe";
import { declineText } from "#schema/declines.ts";

const { errors } = Stripe;

/** Stripe has no such object: it was deleted, or it belongs to another account or mode than the key. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && (error.statusCode === 404 || error.code === "resource_missing");

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Nobody knows whether Stripe has carried out the request, or a later one may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeRateLimitError ||
  // Another request with this idempotency key is still running.
  error instanceof errors.StripeIdempotencyError;

/** Stripe has refused the request and done nothing. */
export const isRefused = (error: unknown): boolean => error instanceof errors.StripeError && !isUnavailable(error);

export const isCardError = (error: unknown): boolean => error instanceof errors.StripeCardError;

/** What the bank says, for the owner. Takes the error of a call, or the `last_payment_error` of a payment. */
export const reasonOf = (
  error: { code?: string | null; decline_code?: string | null; message?: string | null } | null | undefined,
): string =>
  declineText({ code: error?.code, declineCode: error?.decline_code, message: error?.message }) ||
  declineText({ code: "card_declined" });

/** No page lists a code for a promotion code that is used up or is for first payments only. */
export const isPromotionRefused = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError &&
  (error.code === "coupon_expired" ||
    (error.param ?? "").startsWith("discounts") ||
    error.message.startsWith("This promotion code cannot be redeemed"));

/** https://docs.stripe.com/tax/customer-locations */
export const isAddressMissing = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError && error.code === "customer_tax_location_invalid";
