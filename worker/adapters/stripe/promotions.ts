import { Stripe } from "stripe";
import type { NewPromotion, Payments, PromotionFacts } from "../../ports.ts";
import { isMissing } from "./errors.ts";

type PromotionCalls = Pick<Payments, "findPromotion" | "listPromotions" | "createPromotion" | "endPromotion">;

const PAGE = 100;
/** Older promotions are not listed. */
const LIST_MAX = 500;

/** Stripe's names: a coupon has the discount, and a promotion code is the text that people type. */
const DURATIONS = { once: "once", months: "repeating", always: "forever" } as const;

export const promotionCalls = (stripe: Stripe, now: () => number): PromotionCalls => ({
  async findPromotion({ directory, code }) {
    // Only one active code has this text, but ended ones may have it, too.
    const { data } = await stripe.promotionCodes.list({ code, limit: PAGE, expand: ["data.promotion.coupon"] });
    const found = data.filter((one) => isOf(directory, one)).map((one) => toFacts(one, now()));
    return found.find(({ state }) => state === "active") ?? found[0];
  },

  async listPromotions(directory) {
    const listed = stripe.promotionCodes.list({ limit: PAGE, expand: ["data.promotion.coupon"] });
    const all = await listed.autoPagingToArray({ limit: LIST_MAX });
    return all.filter((one) => isOf(directory, one)).map((one) => toFacts(one, now()));
  },

  async createPromotion(promotion, log) {
    const { directory, code, maxRedemptions, endsAt, firstTimeOnly } = promotion;
    const isTaken = async () => (await stripe.promotionCodes.list({ code, active: true, limit: 1 })).data.length > 0;
    if (await isTaken()) return undefined;
    await log();
    const coupon = await stripe.coupons.create(toCoupon(promotion));
    try {
      const created = await stripe.promotionCodes.create({
        promotion: { type: "coupon", coupon: coupon.id },
        code,
        ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
        ...(endsAt !== null && { expires_at: Math.floor(endsAt / 1000) }),
        // https://docs.stripe.com/billing/subscriptions/coupons
        ...(firstTimeOnly && { restrictions: { first_time_transaction: true } }),
        metadata: { directory },
        expand: ["promotion.coupon"],
      });
      return toFacts(created, now());
    } catch (error) {
      // A coupon without a code does no harm, but nobody needs it.
      await stripe.coupons.del(coupon.id).catch(() => {});
      // No page lists an error for a code that somebody else has created since then.
      if (error instanceof Stripe.errors.StripeInvalidRequestError && (await isTaken())) return undefined;
      throw error;
    }
  },

  async endPromotion({ directory, id }, log) {
    try {
      const found = await stripe.promotionCodes.retrieve(id, { expand: ["promotion.coupon"] });
      if (!isOf(directory, found)) return undefined;
      if (!found.active) return toFacts(found, now());
      await log(toFacts(found, now()));
      const ended = await stripe.promotionCodes.update(id, { active: false, expand: ["promotion.coupon"] });
      return toFacts(ended, now());
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
});

/** Several directories can share one account. A promotion of another one, or of Stripe's dashboard, is not ours. */
const isOf = (directory: string, { metadata }: Stripe.PromotionCode) => metadata?.["directory"] === directory;

const toCoupon = ({ directory, code, percentOff, amountOffCents, currency, duration, months }: NewPromotion) => ({
  // Invoices show it. The code has at most 30 characters, and a name 40.
  name: code,
  ...(percentOff === null ? { amount_off: amountOffCents!, currency } : { percent_off: percentOff }),
  duration: DURATIONS[duration],
  ...(months !== null && { duration_in_months: months }),
  metadata: { directory },
});

function toFacts(found: Stripe.PromotionCode, now: number): PromotionFacts {
  const coupon = found.promotion.coupon as Stripe.Coupon;
  const { expires_at: expiresAt, max_redemptions: max, times_redeemed: redemptions } = found;
  const isUsedUp = max !== null && redemptions >= max;
  const hasExpired = expiresAt !== null && expiresAt * 1000 <= now;
  return {
    id: found.id,
    code: found.code,
    percentOff: coupon.percent_off,
    amountOffCents: coupon.amount_off,
    currency: coupon.currency ?? "",
    duration: coupon.duration === "repeating" ? "months" : coupon.duration === "forever" ? "always" : "once",
    months: coupon.duration_in_months,
    maxRedemptions: max,
    redemptions,
    endsAt: expiresAt === null ? null : expiresAt * 1000,
    firstTimeOnly: found.restrictions.first_time_transaction,
    state: isUsedUp ? "used_up" : found.active && !hasExpired ? "active" : "ended",
    createdAt: found.created * 1000,
  };
}
