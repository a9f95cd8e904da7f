import type { Stripe } from "stripe";
import { discounted } from "#schema/promotions.ts";
import { periodOf, toMs } from "./reading.ts";

/**
 * What the next period costs, in cents: the price after the discounts that still run then. A discount for one payment is
 * gone after it: https://docs.stripe.com/billing/subscriptions/coupons. Null if the price is no fixed amount.
 */
export function nextPriceOf(subscription: Stripe.Subscription): number | null {
  const { unit_amount: price } = subscription.items.data[0]!.price;
  const { end } = periodOf(subscription);
  if (price === null) return null;
  return subscription.discounts.reduce((left, discount) => {
    if (typeof discount === "string" || (discount.end !== null && toMs(discount.end) <= end)) return left;
    const { coupon } = discount.source;
    return coupon && typeof coupon !== "string" ? discounted(left, coupon) : left;
  }, price);
}
