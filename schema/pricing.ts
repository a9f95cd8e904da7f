// Apart from schema/payments.ts, so that the page of prices needs no form's rules.

/** What a featured listing costs, in cents, for each period. */
export const LISTING_CENTS = 1000;
export const LISTING_CURRENCY = "eur";
export const LISTING_DAYS = 30;

/** "10.00 EUR" */
export const priceText = (cents: number) => `${(cents / 100).toFixed(2)} ${LISTING_CURRENCY.toUpperCase()}`;
