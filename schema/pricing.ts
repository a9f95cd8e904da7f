// Apart from schema/payments.ts, so that the page of prices needs no form's rules.

/** What a featured listing costs, in cents, for each period. */
export const LISTING_PRICE_CENTS = 1000;
export const LISTING_CURRENCY = "eur";
export const LISTING_PERIOD_DAYS = 30;

/** "€10.00": cents as people read them, always with two decimals. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(cents / 100);

/** "€10.00": the price of a period. */
export const LISTING_PRICE_TEXT = formatMoney(LISTING_PRICE_CENTS, LISTING_CURRENCY);
