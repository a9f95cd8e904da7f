import type { Verdict } from "./cards.ts";

/** A way to pay that is no card. */
export type Method = { type: "link" | "sepa_debit"; charge: Verdict };

/** The payment methods that the account of the stand-in has. Apple Pay and Google Pay are cards. */
export const ACCOUNT_METHODS = ["card", "link", "sepa_debit"];

// The names are the stand-in's. The product allows no debits, whose result comes days later.
const METHODS: Record<string, Method> = {
  pm_link: { type: "link", charge: "ok" },
  pm_sepa_debit: { type: "sepa_debit", charge: "ok" },
};

export const methodOfName = (name: string): Method | undefined => METHODS[name];
