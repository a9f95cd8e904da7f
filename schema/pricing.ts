// Not in schema/payments.ts, so that the pricing page does not load the validation rules.

export const LISTING_PRICE_CENTS = 1000;
export const LISTING_CURRENCY = "eur";
export const LISTING_PERIOD_DAYS = 30;

/** Formats an amount in cents as "€10.00", always with two decimals. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(cents / 100);

export const LISTING_PRICE_TEXT = formatMoney(LISTING_PRICE_CENTS, LISTING_CURRENCY);
