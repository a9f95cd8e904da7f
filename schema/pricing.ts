/** A featured place is paid for that many days, then renewed at the same price. */
export const FEATURED_DAYS = 30;
export const FEATURED_PRICE_CENTS = 1000;
export const FEATURED_CURRENCY = "EUR";

/** "10.00 EUR" */
export const priceText = (cents: number) => `${(cents / 100).toFixed(2)} ${FEATURED_CURRENCY}`;
