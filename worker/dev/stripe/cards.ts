import type { Stripe } from "stripe";

/** The bank's verdicts about a card: when it is saved (`setup`), and each time it is charged (`charge`). */
export type Behaviour = { setup: Verdict; charge: Verdict };
export type Verdict = "ok" | "confirm" | Decline;
/** https://docs.stripe.com/declines/codes */
export type Decline = { code: ErrorCode; decline_code?: string; message: string };
type ErrorCode = Stripe.PaymentIntent.LastPaymentError.Code;

export type Card = Behaviour & { number: string; brand: string };
/** A way to pay that is no card. */
type OtherMethod = Behaviour & { type: "link" | "sepa_debit" };

const card = (number: string, charge: Verdict, setup = charge, brand = "visa"): Card => ({
  number,
  brand,
  setup,
  charge,
});
const declined = (
  decline_code: string,
  message = "Your card was declined.",
  code: ErrorCode = "card_declined",
): Decline => ({ code, decline_code, message });

const DECLINED = declined("generic_decline");
const NO_FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");
const EXPIRED = declined("expired_card", "Your card has expired.", "expired_card");
const WRONG_CVC = declined("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc");
const NOT_PROCESSED = declined(
  "processing_error",
  "An error occurred while processing your card. Try again in a little bit.",
  "processing_error",
);

/** https://docs.stripe.com/testing */
const CARDS: Record<string, Card> = {
  pm_card_visa: card("4242424242424242", "ok"),
  pm_card_mastercard: card("5555555555554444", "ok", "ok", "mastercard"),
  pm_card_chargeDeclined: card("4000000000000002", DECLINED),
  pm_card_chargeDeclinedInsufficientFunds: card("4000000000009995", NO_FUNDS),
  pm_card_chargeDeclinedLostCard: card("4000000000009987", declined("lost_card")),
  pm_card_chargeDeclinedStolenCard: card("4000000000009979", declined("stolen_card")),
  pm_card_chargeDeclinedFraudulent: card("4100000000000019", declined("fraudulent")),
  pm_card_chargeDeclinedExpiredCard: card("4000000000000069", EXPIRED),
  pm_card_chargeDeclinedIncorrectCvc: card("4000000000000127", WRONG_CVC),
  pm_card_chargeDeclinedProcessingError: card("4000000000000119", NOT_PROCESSED),
  pm_card_chargeCustomerFail: card("4000000000000341", DECLINED, "ok"),
  pm_card_authenticationRequiredOnSetup: card("4000002500003155", "ok", "confirm"),
  pm_card_authenticationRequired: card("4000002760003184", "confirm"),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: card("4000008260003178", NO_FUNDS, "confirm"),
};

/** The names are the stand-in's. The product allows no debits, whose result comes days later. */
const OTHER_METHODS: Record<string, OtherMethod> = {
  pm_link: { type: "link", setup: "ok", charge: "ok" },
  pm_sepa_debit: { type: "sepa_debit", setup: "ok", charge: "ok" },
};

export type Method = Card | OtherMethod;

/** A test payment method, such as `pm_card_visa`. */
export const methodOfName = (name: string): Method | undefined => CARDS[name] ?? OTHER_METHODS[name];

/** Everything but digits is ignored. */
export const cardOfNumber = (text: string): Card | undefined =>
  Object.values(CARDS).find(({ number }) => number === text.replace(/\D/g, ""));
