import type { Stripe } from "stripe";
import { PROMOTION_MESSAGES } from "#schema/payments/promotions.ts";
import { LISTING_CURRENCY, type Plan } from "#schema/payments/pricing.ts";
import { requirePrice } from "../../../adapters/stripe/prices.ts";
import type { Payments } from "../../../ports.ts";
import { fieldError } from "../errors.ts";
import { idOf } from "../sync/reading.ts";

/** Stripe's limits are the operator's: https://docs.stripe.com/billing/subscriptions/coupons */
const refusal = (message: string) => fieldError("promotion_code", message);

/** The answer if Stripe refuses a code that was found: it is for first payments, or somebody else was faster. */
export const promotionRefused = () => refusal(PROMOTION_MESSAGES.refused);

/**
 * Finds a code that the operator has made in Stripe's dashboard, in any case of letters.
 * @throws AppError 400 with `fields.promotion_code` unless it can be used for the price. A discount for some months is
 * refused: Stripe counts calendar months, so three of them can contain four periods of 30 days.
 */
export async function requirePromotion(
  { stripe, tax }: Payments,
  { code, plan, now }: { code: string; plan: Plan; now: number },
): Promise<{ id: string; code: string; coupon: Stripe.Coupon }> {
  const price = await requirePrice(stripe, plan, { tax });
  const { data } = await stripe.promotionCodes.list({
    code,
    limit: 100,
    expand: ["data.promotion.coupon", "data.promotion.coupon.applies_to"],
  });
  // Only one active code has this text, but ended ones may have it, too.
  const found = data.find(({ active }) => active) ?? data[0];
  if (!found) throw refusal(PROMOTION_MESSAGES.unknown);
  const coupon = found.promotion.coupon as Stripe.Coupon;
  const { expires_at: end, max_redemptions: max, times_redeemed: uses } = found;
  if (max !== null && uses >= max) throw refusal(PROMOTION_MESSAGES.usedUp);
  if (!found.active || !coupon.valid || (end !== null && end * 1000 <= now)) throw refusal(PROMOTION_MESSAGES.ended);
  const isOfPrice = coupon.applies_to?.products.includes(idOf(price.product)) ?? true;
  const isOfCurrency = coupon.amount_off === null || coupon.currency === LISTING_CURRENCY;
  if (!isOfPrice || !isOfCurrency) throw refusal(PROMOTION_MESSAGES.otherProduct);
  if (coupon.duration === "repeating") throw refusal(PROMOTION_MESSAGES.months);
  return { id: found.id, code: found.code, coupon };
}
