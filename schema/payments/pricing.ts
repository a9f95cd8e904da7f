// Not in schema/payments/payments.ts, so that the pricing page does not load the validation rules.

export type Plan = "month" | "year";
/** What an owner pays for one period. Tax, if any, is a part of it. */
export const PLANS: Record<Plan, { days: number; cents: number }> = {
  month: { days: 30, cents: 1000 },
  year: { days: 365, cents: 10_000 },
};

export const LISTING_PRICE_CENTS = PLANS.month.cents;
export const LISTING_CURRENCY = "eur";
export const LISTING_PERIOD_DAYS = PLANS.month.days;

/** Formats an amount in cents as "€10.00", always with two decimals. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(cents / 100);

export const LISTING_PRICE_TEXT = formatMoney(LISTING_PRICE_CENTS, LISTING_CURRENCY);
export const YEAR_PRICE_TEXT = formatMoney(PLANS.year.cents, LISTING_CURRENCY);

/** How long before the renewal of a year its owner gets a mail. */
export const RENEWAL_NOTICE_DAYS = 30;

/** How long a site stays featured while a renewal fails, from the start of the period. Stripe tries for as long. */
export const PAST_DUE_DAYS = 14;
