// Not in schema/payments.ts, so that the pricing page does not load the validation rules.

/** Price of a featured listing for one period. */
export const LISTING_PRICE_CENTS = 1000;
export const LISTING_CURRENCY = "eur";
export const LISTING_PERIOD_DAYS = 30;

/** Formats an amount in cents: "€10.00". There are always two decimals. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(cents / 100);

/** The price of one period as text: "€10.00". */
export const LISTING_PRICE_TEXT = formatMoney(LISTING_PRICE_CENTS, LISTING_CURRENCY);
