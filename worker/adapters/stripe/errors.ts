import type { Stripe } from "stripe";
import { declineText } from "#schema/payments/declines.ts";

type StripeError = Stripe.errors.StripeError;

/** By its type, because only calls to Stripe load the SDK with its classes. */
const hasType = (error: unknown, ...types: string[]): error is StripeError =>
  error instanceof Error && types.includes((error as Partial<StripeError>).type ?? "");

/** Stripe has no such object: it was deleted, or it belongs to another account or mode than the key. */
export const isMissing = (error: unknown): boolean =>
  hasType(error, "StripeInvalidRequestError") && (error.statusCode === 404 || error.code === "resource_missing");

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Nobody knows whether Stripe has carried out the request, or a later one may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  // The last one: another request with this idempotency key is still running.
  hasType(error, "StripeConnectionError", "StripeAPIError", "StripeRateLimitError", "StripeIdempotencyError");

/** Stripe has refused the request and done nothing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (error as Partial<StripeError>).type?.startsWith("Stripe") === true &&
  !isUnavailable(error);

/** Its money is back already. A dispute that is won reports that with an event. */
export const isReturned = (error: unknown): boolean =>
  hasType(error, "StripeInvalidRequestError") &&
  ["charge_already_refunded", "charge_disputed"].includes(error.code ?? "");

export const isCardError = (error: unknown): boolean => hasType(error, "StripeCardError");

/** What the bank says, for the owner. Takes the error of a call, or the `last_payment_error` of a payment. */
export const reasonOf = (
  error: { code?: string | null; decline_code?: string | null; message?: string | null } | null | undefined,
): string =>
  declineText({ code: error?.code, declineCode: error?.decline_code, message: error?.message }) ||
  declineText({ code: "card_declined" });

/** No page lists a code for a promotion code that is used up or is for first payments only. */
export const isPromotionRefused = (error: unknown) =>
  hasType(error, "StripeInvalidRequestError") &&
  (error.code === "coupon_expired" ||
    (error.param ?? "").startsWith("discounts") ||
    error.message.startsWith("This promotion code cannot be redeemed"));

/** https://docs.stripe.com/tax/customer-locations */
export const isAddressMissing = (error: unknown) =>
  hasType(error, "StripeInvalidRequestError") && error.code === "customer_tax_location_invalid";

export const isWrongSignature = (error: unknown): boolean => hasType(error, "StripeSignatureVerificationError");

/** What `npm run stripe:setup` makes at Stripe is missing or wrong. */
export class WrongSetup extends Error {}
