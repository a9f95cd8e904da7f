import type { Coupon, Discount, PromotionCode } from "../objects.ts";
import type { New } from "./plain.ts";

/** https://docs.stripe.com/api/coupons/object */
export const newCoupon = (given: New<Coupon, "duration">): Coupon => ({
  object: "coupon",
  amount_off: null,
  currency: null,
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
  ...given,
});

/** https://docs.stripe.com/api/promotion_codes/object */
export const newPromotionCode = (given: New<PromotionCode, "code" | "promotion">): PromotionCode => ({
  object: "promotion_code",
  active: true,
  customer: null,
  customer_account: null,
  expires_at: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: 0,
  ...given,
});

type NewDiscount = Pick<Discount, "id" | "start" | "end" | "customer" | "subscription" | "promotion_code"> & {
  coupon: string;
};

/** https://docs.stripe.com/api/discounts/object */
export const newDiscount = ({ coupon, ...given }: NewDiscount): Discount => ({
  object: "discount",
  checkout_session: null,
  customer_account: null,
  invoice: null,
  invoice_item: null,
  source: { coupon, type: "coupon" },
  subscription_item: null,
  ...given,
});
