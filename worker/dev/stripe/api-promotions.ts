import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { mapOf, type Params, textOf } from "./form.ts";
import type { Coupon, Metadata, PromotionCode } from "./objects.ts";
import { newCoupon, newPromotionCode } from "./objects/promotions.ts";
import { isValid, refreshPromotions } from "./promotions.ts";
import { refuse } from "./store.ts";

export const PROMOTION_ROUTES: Route[] = [
  route<Stripe.CouponCreateParams>(
    "POST",
    "coupons",
    [
      "id",
      "name",
      "percent_off",
      "amount_off",
      "currency",
      "duration",
      "duration_in_months",
      "max_redemptions",
      "redeem_by",
      "metadata.*",
    ],
    ({ bank, params }) => createCoupon(bank, params),
  ),
  route<Stripe.CouponListParams>("GET", "coupons", ["limit", "starting_after"], ({ bank, params }) => {
    refreshPromotions(bank);
    return page("/v1/coupons", params, bank.list<Coupon>("coupon"));
  }),
  route<Stripe.CouponRetrieveParams>("GET", "coupons/:id", [], ({ bank, id }) => {
    refreshPromotions(bank);
    return bank.find<Coupon>("coupon", id);
  }),
  // Discounts that it has begun go on: https://docs.stripe.com/api/coupons/delete
  route<Stripe.CouponDeleteParams>("DELETE", "coupons/:id", [], ({ bank, id }) => {
    const coupon = bank.find<Coupon>("coupon", id);
    delete bank.state.objects[id];
    bank.state.deletedCoupons[id] = coupon;
    bank.emit("coupon.deleted", coupon);
    return { id, object: "coupon", deleted: true };
  }),
  route<Stripe.PromotionCodeCreateParams>(
    "POST",
    "promotion_codes",
    [
      "promotion.type",
      "promotion.coupon",
      "code",
      "active",
      "customer",
      "expires_at",
      "max_redemptions",
      "restrictions.first_time_transaction",
      "restrictions.minimum_amount",
      "restrictions.minimum_amount_currency",
      "metadata.*",
      "expand.*",
    ],
    ({ bank, params }) => createCode(bank, params),
  ),
  route<Stripe.PromotionCodeListParams>(
    "GET",
    "promotion_codes",
    ["active", "code", "coupon", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      refreshPromotions(bank);
      const { active, code, coupon } = params;
      // A code is the same in capital letters: https://docs.stripe.com/api/promotion_codes/list
      const matches = (one: PromotionCode) =>
        matchesFilter(String(one.active), active) &&
        matchesFilter(one.code.toLowerCase(), textOf(code)?.toLowerCase()) &&
        matchesFilter(one.promotion.coupon, coupon);
      return page("/v1/promotion_codes", params, bank.list<PromotionCode>("promotion_code", matches));
    },
  ),
  route<Stripe.PromotionCodeRetrieveParams>("GET", "promotion_codes/:id", ["expand.*"], ({ bank, id }) => {
    refreshPromotions(bank);
    return bank.find<PromotionCode>("promotion_code", id);
  }),
  route<Stripe.PromotionCodeUpdateParams>(
    "POST",
    "promotion_codes/:id",
    ["active", "metadata.*", "expand.*"],
    ({ bank, params, id }) => {
      const code = bank.find<PromotionCode>("promotion_code", id);
      const active = textOf(params["active"]);
      // https://docs.stripe.com/api/promotion_codes/update#update_promotion_code-active
      if (active !== undefined) code.active = active === "true";
      code.metadata = { ...code.metadata, ...(mapOf(params["metadata"]) as Metadata) };
      refreshPromotions(bank);
      bank.emit("promotion_code.updated", code);
      return code;
    },
  ),
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
  const name = textOf(params["name"]) ?? null;
  // https://docs.stripe.com/api/coupons/create#create_coupon-name
  if (name && name.length > 40) throw refuse("Invalid string: must be at most 40 characters", { param: "name" });
  const id = textOf(params["id"]) ?? bank.id("coupon");
  if (bank.list<Coupon>("coupon", (one) => one.id === id).length > 0) throw exists("Coupon already exists.");
  const created = bank.nowSeconds;
  const coupon = newCoupon({
    id,
    created,
    name,
    percent_off: percent,
    amount_off: amount,
    currency,
    duration,
    duration_in_months: months,
    max_redemptions: numberOf(params["max_redemptions"]),
    redeem_by: numberOf(params["redeem_by"]),
    metadata: mapOf(params["metadata"]) as Metadata,
  });
  if (!isValid(coupon, created)) throw refuse("Invalid redeem_by: must be in the future.");
  bank.emit("coupon.created", coupon);
  return bank.save(coupon);
}

/** https://docs.stripe.com/api/promotion_codes/create */
function createCode(bank: Bank, params: Params): PromotionCode {
  refreshPromotions(bank);
  const promotion = mapOf(params["promotion"]);
  if (required(promotion, "type") !== "coupon") throw refuse("Invalid promotion[type].");
  const coupon = bank.find<Coupon>("coupon", required(promotion, "coupon"));
  const code = textOf(params["code"]) ?? crypto.randomUUID().slice(0, 8).toUpperCase();
  if (!/^[a-z0-9-]+$/i.test(code)) throw refuse("Promotion codes contain letters, digits and dashes only.");
  const isSame = (one: PromotionCode) => one.active && one.code.toLowerCase() === code.toLowerCase();
  if (bank.list<PromotionCode>("promotion_code", isSame).length > 0) {
    throw exists(`An active promotion code with \`code: ${code}\` already exists.`);
  }
  const expires = numberOf(params["expires_at"]);
  const count = numberOf(params["max_redemptions"]);
  if (expires !== null && expires <= bank.nowSeconds) throw refuse("Invalid expires_at: must be in the future.");
  if (coupon.redeem_by !== null && (expires ?? Infinity) > coupon.redeem_by) {
    throw refuse("Invalid expires_at: must not be after the coupon's redeem_by.");
  }
  if (coupon.max_redemptions !== null && (count ?? Infinity) > coupon.max_redemptions) {
    throw refuse("Invalid max_redemptions: must not be above the coupon's.");
  }
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = mapOf(params["restrictions"]);
  const saved = bank.save(
    newPromotionCode({
      id: bank.id("promo"),
      created: bank.nowSeconds,
      code,
      promotion: { coupon: coupon.id, type: "coupon" },
      active: textOf(params["active"]) !== "false" && coupon.valid,
      customer: textOf(params["customer"]) ?? null,
      expires_at: expires,
      max_redemptions: count,
      restrictions: {
        first_time_transaction: first_time_transaction === "true",
        minimum_amount: numberOf(minimum_amount),
        minimum_amount_currency: textOf(minimum_amount_currency) ?? null,
      },
      metadata: mapOf(params["metadata"]) as Metadata,
    }),
  );
  bank.emit("promotion_code.created", saved);
  return saved;
}

const exists = (message: string) =>
  new StripeError(400, "invalid_request_error", message, { code: "resource_already_exists" });
