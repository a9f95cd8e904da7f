/** What the screen is for: a first payment, another payment method, or the bank's confirmation of a renewal. */
export type PayMode = "subscribe" | "change" | "confirm";

export const modeOf = (search: URLSearchParams): PayMode =>
  search.get("confirm") === "1" ? "confirm" : search.get("change") === "card" ? "change" : "subscribe";

export const PAY_TITLES: Record<PayMode, string> = {
  subscribe: "Featured listing",
  change: "Update card",
  confirm: "Confirm payment",
};
