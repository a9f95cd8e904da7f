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

// https://docs.stripe.com/testing
const CARDS: [name: string, card: Card][] = [
  ["pm_card_visa", { number: "4242424242424242", brand: "visa", setup: "ok", charge: "ok" }],
  ["pm_card_mastercard", { number: "5555555555554444", brand: "mastercard", setup: "ok", charge: "ok" }],
  ["pm_card_chargeDeclined", { number: "4000000000000002", brand: "visa", setup: DECLINED, charge: DECLINED }],
  [
    "pm_card_chargeDeclinedInsufficientFunds",
    { number: "4000000000009995", brand: "visa", setup: NO_FUNDS, charge: NO_FUNDS },
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
