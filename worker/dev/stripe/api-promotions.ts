import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Coupon, PromotionCode } from "./objects.ts";
import { newCoupon, newPromotionCode } from "./objects/promotions.ts";
import { isValid, refreshPromotions } from "./promotions.ts";
import { refuse } from "./store.ts";

/** The operator makes coupons and codes in Stripe's dashboard, and the product reads them. */
export const PROMOTION_ROUTES: Route[] = [
  route<Stripe.CouponCreateParams>(
    "POST",
    "coupons",
    [
      "percent_off",
      "amount_off",
      "currency",
      "duration",
      "duration_in_months",
      "max_redemptions",
      "redeem_by",
      "applies_to.products.*",
    ],
    ({ bank, params }) => createCoupon(bank, params),
  ),
  route<Stripe.PromotionCodeCreateParams>(
    "POST",
    "promotion_codes",
    [
      "promotion.type",
      "promotion.coupon",
      "code",
      "customer",
      "expires_at",
      "max_redemptions",
      "restrictions.first_time_transaction",
    ],
    ({ bank, params }) => createCode(bank, params),
  ),
  route<Stripe.PromotionCodeListParams>("GET", "promotion_codes", ["code", "limit", "expand.*"], ({ bank, params }) => {
    refreshPromotions(bank);
    // A code is the same in capital letters: https://docs.stripe.com/api/promotion_codes/list
    const code = textOf(params["code"])?.toLowerCase();
    const matches = (one: PromotionCode) => matchesFilter(one.code.toLowerCase(), code);
    return page("/v1/promotion_codes", params, bank.list<PromotionCode>("promotion_code", matches));
  }),
];

const numberOf = (value: unknown) => (textOf(value) ? Number(value) : null);

/** https://docs.stripe.com/api/coupons/create */
function createCoupon(bank: Bank, params: Params): Coupon {
  const percent = numberOf(params["percent_off"]);
  const amount = numberOf(params["amount_off"]);
  const duration = (textOf(params["duration"]) ?? "once") as Coupon["duration"];
  const months = numberOf(params["duration_in_months"]);
  const currency = textOf(params["currency"]) ?? null;
  if ((percent === null) === (amount === null)) throw refuse("You must pass either `amount_off` or `percent_off`.");
  if (percent !== null && !(percent > 0 && percent <= 100))
    throw refuse("Invalid percent_off: must be above 0, up to 100.");
  if (amount !== null && !currency) throw refuse("You must pass `currency` with `amount_off`.");
  if (!["once", "repeating", "forever"].includes(duration)) throw refuse(`Invalid duration: ${duration}`);
  if ((duration === "repeating") !== (months !== null)) throw refuse("A repeating coupon needs `duration_in_months`.");
  const products = listOf(mapOf(params["applies_to"])["products"]).map(String);
  const created = bank.nowSeconds;
  const coupon = newCoupon({
    id: bank.id("coupon"),
    created,
    percent_off: percent,
    amount_off: amount,
    currency,
    duration,
    duration_in_months: months,
    max_redemptions: numberOf(params["max_redemptions"]),
    redeem_by: numberOf(params["redeem_by"]),
    ...(products.length > 0 && { applies_to: { products } }),
  });
  if (!isValid(coupon, created)) throw refuse("Invalid redeem_by: must be in the future.");
  return bank.save(coupon, "coupon.created");
}

/** https://docs.stripe.com/api/promotion_codes/create */
function createCode(bank: Bank, params: Params): PromotionCode {
  refreshPromotions(bank);
  const promotion = mapOf(params["promotion"]);
  if (required(promotion, "type") !== "coupon") throw refuse("Invalid promotion[type].");
  const coupon = bank.find<Coupon>("coupon", required(promotion, "coupon"));
  const code = required(params, "code");
  if (!/^[a-z0-9-]+$/i.test(code)) throw refuse("Promotion codes contain letters, digits and dashes only.");
  const isSame = (one: PromotionCode) => one.active && one.code.toLowerCase() === code.toLowerCase();
  if (bank.list<PromotionCode>("promotion_code", isSame).length > 0) {
    throw new StripeError(400, "invalid_request_error", "An active promotion code with this code already exists.", {
      code: "resource_already_exists",
    });
  }
  const expires = numberOf(params["expires_at"]);
  if (expires !== null && expires <= bank.nowSeconds) throw refuse("Invalid expires_at: must be in the future.");
  return bank.save(
    newPromotionCode({
      id: bank.id("promo"),
      created: bank.nowSeconds,
      code,
      promotion: { coupon: coupon.id, type: "coupon" },
      active: coupon.valid,
      customer: textOf(params["customer"]) ?? null,
      expires_at: expires,
      max_redemptions: numberOf(params["max_redemptions"]),
      restrictions: {
        first_time_transaction: mapOf(params["restrictions"])["first_time_transaction"] === "true",
        minimum_amount: null,
        minimum_amount_currency: null,
      },
    }),
    "promotion_code.created",
  );
}
