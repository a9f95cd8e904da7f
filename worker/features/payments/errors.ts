import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import {
  isAddressMissing,
  isCardError,
  isRefused,
  isUnavailable,
  reasonOf,
  WrongSetup,
} from "../../adapters/stripe/errors.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";

export const declined = (reason: string) => new AppError("payment_declined", PAYMENT_MESSAGES.declined(reason));

export const fieldError = (field: string, message: string) =>
  new AppError("bad_input", message, { fields: { [field]: message } });

/**
 * Converts an error of a call to Stripe: 402 with the bank's reason, 400 if tax needs the country, 503 if
 * something at Stripe is not set up, else 502 with `message`. Other errors stay.
 */
export function toPaymentError(error: unknown, message: string): unknown {
  if (isCardError(error)) return declined(reasonOf(error as Error & { code?: string }));
  if (isAddressMissing(error)) return fieldError("country", PAYMENT_MESSAGES.needsCountry);
  const isWrongSetup = error instanceof WrongSetup;
  if (!isWrongSetup && !isRefused(error) && !isUnavailable(error)) return error;
  logError(error);
  return isWrongSetup
    ? new AppError("not_set_up", PAYMENT_MESSAGES.wrongSetup)
    : new AppError("provider_failed", message);
}
