import { mapOf, textOf } from "./form.ts";
import type { Charge, Coupon, Customer, Discount, Invoice, PromotionCode, Subscription } from "./objects.ts";
import { newDiscount } from "./objects/promotions.ts";
import { refuse, type Store } from "./store.ts";

/** Stripe counts calendar months: https://docs.stripe.com/billing/subscriptions/coupons */
function addMonths(start: number, months: number): number {
  const end = new Date(start * 1000);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.getTime() / 1000;
}

/** Whether the coupon can still be redeemed: https://docs.stripe.com/api/coupons/object#coupon_object-valid */
export const isValid = ({ redeem_by, max_redemptions, times_redeemed }: Coupon, now: number): boolean =>
  (redeem_by === null || redeem_by > now) && (max_redemptions === null || times_redeemed < max_redemptions);

/** Brings `active` and `valid` up to date: https://docs.stripe.com/api/promotion_codes/object#promotion_code_object-active */
export function refreshPromotions(store: Store): void {
  const now = store.nowSeconds;
  for (const coupon of store.list<Coupon>("coupon")) coupon.valid = isValid(coupon, now);
  for (const code of store.list<PromotionCode>("promotion_code", ({ active }) => active)) {
    const { expires_at, max_redemptions, times_redeemed, promotion } = code;
    code.active =
      (expires_at === null || expires_at > now) &&
      (max_redemptions === null || times_redeemed < max_redemptions) &&
      couponOf(store, promotion.coupon!).valid;
  }
}

export const couponOf = (store: Store, id: string): Coupon => store.find<Coupon>("coupon", id);

/** A discount that a call asks for: `{coupon}` or `{promotion_code}`. */
export type AskedDiscount = { coupon: Coupon; code: PromotionCode | undefined };

/**
 * Reads the parameter `discounts`, and refuses what cannot be redeemed. `amount`: the first payment in cents.
 * https://docs.stripe.com/billing/subscriptions/coupons
 */
export function readDiscounts(
  store: Store,
  asked: unknown[],
  { customer, amount, currency }: { customer: Customer | undefined; amount: number; currency: string },
): AskedDiscount[] {
  refreshPromotions(store);
  return asked.map((one) => {
    const { coupon: couponId, promotion_code: codeId } = mapOf(one);
    const code = textOf(codeId) ? store.find<PromotionCode>("promotion_code", textOf(codeId)) : undefined;
    const coupon = code ? couponOf(store, code.promotion.coupon!) : store.find<Coupon>("coupon", textOf(couponId));
    if (code) checkCode(store, code, { customer, amount });
    if (!coupon.valid) throw refuse(`Coupon expired: ${coupon.id}`, { code: "coupon_expired" });
    if (coupon.amount_off !== null && coupon.currency !== currency) {
      throw refuse(`The coupon's currency (${coupon.currency}) does not match the subscription's (${currency}).`);
    }
    return { coupon, code };
  });
}

/** https://docs.stripe.com/billing/subscriptions/coupons#promotion-codes */
function checkCode(
  store: Store,
  { active, customer: only, restrictions }: PromotionCode,
  { customer, amount }: { customer: Customer | undefined; amount: number },
): void {
  const refused = (why: string) => refuse(`This promotion code cannot be redeemed because ${why}.`);
  if (!active) throw refused("it is not active");
  if (only !== null && only !== customer?.id) throw refused("it belongs to another customer");
  if (amount < (restrictions.minimum_amount ?? 0)) throw refused("the amount is below its minimum");
  if (restrictions.first_time_transaction && customer && hasTransactions(store, customer)) {
    throw refused("the associated customer has prior transactions");
  }
}

/**
 * “Customers without any successful payments or invoices”:
 * https://docs.stripe.com/api/promotion_codes/object#promotion_code_object-restrictions-first_time_transaction
 * No page was found that says whether an open invoice counts. The stricter reading was chosen: all but void ones do.
 */
const hasTransactions = (store: Store, { id }: Customer): boolean =>
  store.list<Charge>("charge", ({ customer, status }) => customer === id && status === "succeeded").length > 0 ||
  store.list<Invoice>("invoice", ({ customer, status }) => customer === id && status !== "void").length > 0;

/** Starts a discount of a subscription, and counts the redemption. */
export function redeem(
  store: Store,
  { coupon, code }: AskedDiscount,
  customer: string,
  subscription: string,
): Discount {
  const start = store.nowSeconds;
  const isRepeating = coupon.duration === "repeating";
  const discount = store.save(
    newDiscount({
      id: store.id("di"),
      start,
      end: isRepeating ? addMonths(start, coupon.duration_in_months!) : null,
      customer,
      subscription,
      promotion_code: code?.id ?? null,
      coupon: coupon.id,
    }),
  );
  coupon.times_redeemed += 1;
  if (code) code.times_redeemed += 1;
  refreshPromotions(store);
  store.emit("customer.discount.created", discount);
  return discount;
}

/** Removes those discounts of a subscription that `isOver` names. One that ended before keeps its end. */
export function endDiscounts(store: Store, subscription: Subscription, isOver: (discount: Discount) => boolean): void {
  for (const id of subscription.discounts) {
    const discount = store.find<Discount>("discount", id as string);
    if (!isOver(discount)) continue;
    discount.end = Math.min(discount.end ?? Infinity, store.nowSeconds);
    subscription.discounts = subscription.discounts.filter((other) => other !== id);
    store.emit("customer.discount.deleted", discount);
  }
}
