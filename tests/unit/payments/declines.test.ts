import { expect, test } from "vitest";
import { declineText } from "#schema/payments/declines.ts";

const GENERAL = "Your card was declined. Use another card, or ask your bank why.";

test.each([
  ["insufficient_funds", /^Your card has insufficient funds\./],
  ["expired_card", /^Your card has expired\. Use another card\.$/],
  ["incorrect_cvc", /security code is wrong/],
  ["authentication_required", /confirm this payment/],
  ["issuer_not_available", /Try again in a few minutes/],
])("%s says what the bank said and what to do", (declineCode, text) => {
  expect(declineText({ code: "card_declined", declineCode, message: "Your card was declined." })).toMatch(text);
});

test.each(["fraudulent", "stolen_card", "lost_card", "pickup_card", "merchant_blacklist", "highest_risk_level"])(
  "%s reads like any other decline",
  (declineCode) => {
    expect(declineText({ code: "card_declined", declineCode, message: "This card was stolen." })).toBe(GENERAL);
  },
);

test("the code is enough without a decline code", () => {
  expect(declineText({ code: "incorrect_number", message: "…" })).toMatch(/number is wrong/);
  expect(declineText({ code: "card_declined" })).toBe(GENERAL);
  expect(declineText({ code: "payment_intent_authentication_failure", message: "…" })).toMatch(/^Your bank could not/);
});

test("without a known code it is the bank's message", () => {
  expect(declineText({ message: "Talk to us." })).toBe("Talk to us.");
  expect(declineText({ code: "payment_intent_unexpected_state", message: "Not confirmed." })).toBe("Not confirmed.");
  expect(declineText({})).toBe("");
});
