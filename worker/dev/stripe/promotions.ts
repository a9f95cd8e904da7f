import { mapOf, textOf } from "./form.ts";
import type { Coupon, Customer, Discount, Invoice, Price, PromotionCode, Subscription } from "./objects.ts";
import { refuse, type Store } from "./store.ts";

/** Stripe counts calendar months: https://docs.stripe.com/billing/subscriptions/coupons */
function addMonths(start: number, months: number): number {
  const end = new Date(start * 1000);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.getTime() / 1000;
}

/** Brings `active` up to date: https://docs.stripe.com/api/promotion_codes/object#promotion_code_object-active */
export function refreshPromotions(store: Store): void {
  for (const code of store.list<PromotionCode>("promotion_code")) {
    const { expires_at, max_redemptions, times_redeemed } = code;
    if (expires_at !== null && expires_at <= store.nowSeconds) code.active = false;
    if (max_redemptions !== null && times_redeemed >= max_redemptions) code.active = false;
  }
}

const couponOf = (store: Store, { coupon }: { coupon: string }): Coupon => store.find<Coupon>("coupon", coupon);

/** What a call redeems. */
type Promotion = { coupon: Coupon; code: PromotionCode };

/**
 * Reads the parameter `discounts`, and refuses what cannot be redeemed:
 * https://docs.stripe.com/billing/subscriptions/coupons#promotion-codes
 */
export function readDiscount(
  store: Store,
  [asked, ...others]: unknown[],
  { customer, price }: { customer: Customer; price: Price },
): Promotion | undefined {
  if (asked === undefined) return undefined;
  if (others.length > 0) throw refuse("The stand-in knows one discount of a subscription.");
  refreshPromotions(store);
  const code = store.find<PromotionCode>("promotion_code", textOf(mapOf(asked)["promotion_code"]));
  const coupon = couponOf(store, code.promotion);
  const refused = (why: string) => refuse(`This promotion code cannot be redeemed because ${why}.`);
  if (!code.active) throw refused("it is not active");
  if (code.restrictions.first_time_transaction && hasTransactions(store, customer)) {
    throw refused("the associated customer has prior transactions");
  }
  if (coupon.amount_off !== null && coupon.currency !== price.currency) {
    throw refuse(`The coupon's currency (${coupon.currency}) is not the subscription's (${price.currency}).`);
  }
  return { coupon, code };
}

/**
 * “Customers without any successful payments or invoices”:
 * https://docs.stripe.com/api/promotion_codes/object#promotion_code_object-restrictions-first_time_transaction
 * No page was found that says whether an open invoice counts. The stricter reading was chosen: all but void ones do.
 */
const hasTransactions = (store: Store, { id }: Customer): boolean =>
  store.list<Invoice>("invoice", ({ customer, status }) => customer === id && status !== "void").length > 0;

/** Starts a discount of a subscription, and counts the redemption. */
export function redeem(store: Store, { coupon, code }: Promotion): Discount {
  const { duration, duration_in_months: months } = coupon;
  code.times_redeemed += 1;
  return store.save<Discount>({
    object: "discount",
    id: store.id("di"),
    end: duration === "repeating" ? addMonths(store.nowSeconds, months!) : null,
    source: { type: "coupon", coupon: coupon.id },
  });
}

/** The coupon for a subscription's next invoice. One for `once` ends with it: https://docs.stripe.com/api/coupons/object#coupon_object-duration */
export function takeCoupon(store: Store, subscription: Subscription): Coupon | undefined {
  const [id] = subscription.discounts;
  if (!id) return undefined;
  const { end, source } = store.find<Discount>("discount", id);
  if (end !== null && end <= store.nowSeconds) return undefined;
  const coupon = couponOf(store, source);
  if (coupon.duration === "once") subscription.discounts = [];
  return coupon;
}

/** Puts a discount into a draft: https://docs.stripe.com/billing/subscriptions/coupons */
export function addDiscount(invoice: Invoice, coupon: Coupon | undefined): void {
  const { percent_off = null, amount_off = null } = coupon ?? {};
  const off = percent_off === null ? (amount_off ?? 0) : Math.round((invoice.subtotal * percent_off) / 100);
  const total = Math.max(0, invoice.subtotal - off);
  Object.assign(invoice, { total, amount_due: total, amount_remaining: total } satisfies Partial<Invoice>);
}
