import type { Stripe } from "stripe";
import type { Plain } from "./objects/plain.ts";

/** A card with the bank's verdicts: when it is saved (`setup`), and each time it is charged (`charge`). */
export type Card = { number: string; brand: string; setup: Verdict; charge: Verdict };
export type Verdict = "ok" | "confirm" | Decline;
/** https://docs.stripe.com/declines/codes */
export type Decline = { code: ErrorCode; decline_code?: string; message: string };
type ErrorCode = NonNullable<Plain<Stripe.PaymentIntent.LastPaymentError>["code"]>;

const declined = (decline_code: string, message: string): Decline => ({ code: "card_declined", decline_code, message });
const DECLINED = declined("generic_decline", "Your card was declined.");
const NO_FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");
const LOST = declined("lost_card", "Your card was declined.");
const STOLEN = declined("stolen_card", "Your card was declined.");
const BLOCKED = declined("fraudulent", "Your card was declined.");
const EXPIRED: Decline = { code: "expired_card", decline_code: "expired_card", message: "Your card has expired." };
const WRONG_CVC: Decline = {
  code: "incorrect_cvc",
  decline_code: "incorrect_cvc",
  message: "Your card's security code is incorrect.",
};
const NOT_PROCESSED: Decline = {
  code: "processing_error",
  decline_code: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
};

// https://docs.stripe.com/testing
const CARDS: [name: string, card: Card][] = [
  ["pm_card_visa", { number: "4242424242424242", brand: "visa", setup: "ok", charge: "ok" }],
  ["pm_card_mastercard", { number: "5555555555554444", brand: "mastercard", setup: "ok", charge: "ok" }],
  ["pm_card_chargeDeclined", { number: "4000000000000002", brand: "visa", setup: DECLINED, charge: DECLINED }],
  [
    "pm_card_chargeDeclinedInsufficientFunds",
    { number: "4000000000009995", brand: "visa", setup: NO_FUNDS, charge: NO_FUNDS },
  ],
  ["pm_card_chargeDeclinedLostCard", { number: "4000000000009987", brand: "visa", setup: LOST, charge: LOST }],
  ["pm_card_chargeDeclinedStolenCard", { number: "4000000000009979", brand: "visa", setup: STOLEN, charge: STOLEN }],
  ["pm_card_chargeDeclinedFraudulent", { number: "4100000000000019", brand: "visa", setup: BLOCKED, charge: BLOCKED }],
  ["pm_card_chargeDeclinedExpiredCard", { number: "4000000000000069", brand: "visa", setup: EXPIRED, charge: EXPIRED }],
  [
    "pm_card_chargeDeclinedIncorrectCvc",
    { number: "4000000000000127", brand: "visa", setup: WRONG_CVC, charge: WRONG_CVC },
  ],
  [
    "pm_card_chargeDeclinedProcessingError",
    { number: "4000000000000119", brand: "visa", setup: NOT_PROCESSED, charge: NOT_PROCESSED },
  ],
  ["pm_card_chargeCustomerFail", { number: "4000000000000341", brand: "visa", setup: "ok", charge: DECLINED }],
  [
    "pm_card_authenticationRequiredOnSetup",
    { number: "4000002500003155", brand: "visa", setup: "confirm", charge: "ok" },
  ],
  [
    "pm_card_authenticationRequired",
    { number: "4000002760003184", brand: "visa", setup: "confirm", charge: "confirm" },
  ],
  [
    "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
    { number: "4000008260003178", brand: "visa", setup: "confirm", charge: NO_FUNDS },
  ],
];

export const cardOfName = (name: string) => CARDS.find(([known]) => known === name)?.[1];

/** Everything but digits is ignored. */
export const cardOfNumber = (number: string) =>
  CARDS.find(([, card]) => card.number === number.replace(/\D/g, ""))?.[1];
