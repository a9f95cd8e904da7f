const GENERAL = "Your card was declined. Use another card, or ask your bank why.";
const CHECK = (what: string) => `Your card's ${what}. Check it and try again, or use another card.`;

/**
 * What the bank said, and what the owner can do. The codes are Stripe's: https://docs.stripe.com/declines/codes
 */
const TEXTS: [text: string, codes: string][] = [
  // Stripe asks to show nothing more for a card that may be stolen, so that a thief learns nothing.
  [
    GENERAL,
    "card_declined generic_decline do_not_honor no_action_taken transaction_not_allowed fraudulent lost_card stolen_card pickup_card restricted_card merchant_blacklist security_violation",
  ],
  [
    "Your bank refused this card and gave no reason. Call your bank, or use another card.",
    "call_issuer service_not_allowed not_permitted",
  ],
  [
    "Your card has insufficient funds. Use another card, or try again when there is more money in your account.",
    "insufficient_funds",
  ],
  [
    "Your card has reached its limit of payments. Try again tomorrow, or use another card.",
    "card_velocity_exceeded withdrawal_count_limit_exceeded",
  ],
  ["Your card has expired. Use another card.", "expired_card"],
  [CHECK("number is wrong"), "incorrect_number invalid_number"],
  [CHECK("security code is wrong"), "incorrect_cvc invalid_cvc"],
  [CHECK("expiry date is wrong"), "invalid_expiry_month invalid_expiry_year"],
  [CHECK("address or postal code does not match"), "incorrect_address incorrect_zip"],
  ["Your card cannot be used for this kind of payment. Use another card.", "card_not_supported invalid_amount"],
  ["Your card cannot pay in this currency. Use another card.", "currency_not_supported"],
  [
    "Your card or its account is no longer valid. Use another card, or ask your bank for a new one.",
    "invalid_account new_account_information_available",
  ],
  [
    "Your bank wants you to confirm this payment. Try again, and confirm it when your bank asks you.",
    "authentication_required mobile_device_authentication_required approve_with_id",
  ],
  [
    "Your bank could not confirm that it was you. Confirm the payment when your bank asks you, or use another card.",
    "payment_intent_authentication_failure setup_intent_authentication_failure",
  ],
  [
    "Your card needs a PIN, which cannot be given here. Use another card.",
    "incorrect_pin invalid_pin offline_pin_required online_or_offline_pin_required pin_try_exceeded",
  ],
  [
    "Your bank has stopped payments to us from this card. Ask your bank to allow them, or use another card.",
    "do_not_try_again stop_payment_order revocation_of_authorization revocation_of_all_authorizations",
  ],
  [
    "A payment of the same amount was made a moment ago. Look at your payments before you try again.",
    "duplicate_transaction",
  ],
  [
    "Your bank could not be reached or could not process the payment. Try again in a few minutes, or use another card.",
    "issuer_not_available processing_error reenter_transaction try_again_later",
  ],
  ["This is a card for tests, which cannot pay here. Use a real card.", "testmode_decline live_mode_test_card"],
];

const TEXT_OF = new Map(TEXTS.flatMap(([text, codes]) => codes.split(" ").map((code) => [code, text])));

type Decline = {
  code?: string | null | undefined;
  /** Stripe sets it if the bank, or Stripe instead of the bank, declined a card. */
  declineCode?: string | null | undefined;
  message?: string | null | undefined;
};

/**
 * Returns one or two sentences about a payment that failed: what the bank said and what to do. Returns `message` if the
 * codes are unknown, and "" without a message.
 */
export const declineText = ({ code, declineCode, message }: Decline): string =>
  TEXT_OF.get(declineCode ?? "") ?? TEXT_OF.get(code ?? "") ?? message ?? "";
