import type { Decline, Verdict } from "./cards.ts";

/** A way to pay that is no card. `charge`: what the bank says to each charge, for SEPA days later. */
export type Method =
  | { type: "sepa_debit"; iban: string; charge: Verdict }
  | { type: "paypal"; charge: Verdict }
  | { type: "link"; charge: Verdict };

/** The payment methods that the account of the stand-in has. Apple Pay and Google Pay are cards. */
export const ACCOUNT_METHODS = ["card", "link", "paypal", "sepa_debit"];

const refused = (code: Decline["code"], message: string): Decline => ({ code, message });
const NOT_AUTHORIZED = refused(
  "debit_not_authorized",
  "The customer has notified their bank that it was unauthorized.",
);
const NO_FUNDS = refused("insufficient_funds", "The customer's account has insufficient funds to cover this payment.");

// https://docs.stripe.com/testing#sepa-direct-debit. The names are the stand-in's.
const METHODS: Record<string, Method> = {
  pm_sepa_success: { type: "sepa_debit", iban: "DE89370400440532013000", charge: "ok" },
  pm_sepa_success_at: { type: "sepa_debit", iban: "AT611904300234573201", charge: "ok" },
  pm_sepa_failed: { type: "sepa_debit", iban: "DE62370400440532013001", charge: NOT_AUTHORIZED },
  pm_sepa_failed_at: { type: "sepa_debit", iban: "AT861904300235473202", charge: NOT_AUTHORIZED },
  pm_sepa_insufficient_funds: { type: "sepa_debit", iban: "DE03370400440000121212", charge: NO_FUNDS },
  pm_paypal: { type: "paypal", charge: "ok" },
  pm_link: { type: "link", charge: "ok" },
};

export const methodOfName = (name: string): Method | undefined => METHODS[name];

export const methodOfIban = (iban: string): Method | undefined =>
  Object.values(METHODS).find((one) => one.type === "sepa_debit" && one.iban === iban);
