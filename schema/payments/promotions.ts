import { formatMoney, LISTING_CURRENCY } from "./pricing.ts";

export const PROMOTION_MESSAGES = {
  failed: "Failed to check the promotion code. Please try again.",
  unknown: "This promotion code is not valid.",
  ended: "This promotion code has ended.",
  usedUp: "This promotion code has been used up.",
  otherProduct: "This promotion code is not for featured listings.",
  months: "This promotion code is for calendar months, so it cannot be used here.",
  refused: "This promotion code cannot be used. It may be for people who have not paid before.",
} as const;

/** The fields of a coupon at Stripe: https://docs.stripe.com/api/coupons/object */
export type Discount = { percent_off: number | null; amount_off: number | null };

/** What is left of an amount in cents. Stripe rounds to the nearest cent. */
export const discounted = (cents: number, { percent_off: percent, amount_off: amount }: Discount): number =>
  Math.max(0, cents - (percent === null ? (amount ?? 0) : Math.round((cents * percent) / 100)));

/** A code that can be used. */
export type Promotion = Discount & { code: string; duration: "once" | "forever" };

/** Such as “50% off the first payment”. */
export function promotionText({ percent_off: percent, amount_off: amount, duration }: Promotion) {
  const off = percent === null ? formatMoney(amount ?? 0, LISTING_CURRENCY) : `${percent}%`;
  return duration === "once" ? `${off} off the first payment` : `${off} off each payment`;
}
