import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { mapOf, type Params, textOf } from "./form.ts";
import type { Coupon, Metadata, PromotionCode } from "./objects.ts";
import { refuse } from "./store.ts";

const numberOf = (value: unknown) => (textOf(value) === undefined ? null : Number(textOf(value)));

/** https://docs.stripe.com/billing/subscriptions/coupons */
export const PROMOTION_ROUTES: Route[] = [
  route<Stripe.CouponCreateParams>(
    "POST",
    "coupons",
    ["name", "amount_off", "currency", "percent_off", "duration", "duration_in_months", "metadata.*"],
    ({ bank, params }) => bank.save(newCoupon(bank, params)),
  ),
  route<Stripe.CouponDeleteParams>("DELETE", "coupons/:id", [], ({ bank, id }) => {
    const coupon = bank.find<Coupon>("coupon", id);
    delete bank.state.objects[coupon.id];
    return { id, object: "coupon", deleted: true };
  }),
  route<Stripe.PromotionCodeListParams>(
    "GET",
    "promotion_codes",
    ["code", "active", "limit", "starting_after", "expand.*"],
    ({ bank, params }) => {
      const code = textOf(params["code"])?.toLowerCase();
      const active = textOf(params["active"]);
      return page(
        "/v1/promotion_codes",
        params,
        bank
          .list<PromotionCode>("promotion_code", (one) => matchesFilter(one.code.toLowerCase(), code))
          .map((one) => ({ ...one, active: isActive(bank, one) }))
          .filter((one) => matchesFilter(String(one.active), active)),
      );
    },
  ),
  route<Stripe.PromotionCodeCreateParams>(
    "POST",
    "promotion_codes",
    ["promotion.type", "promotion.coupon", "code", "max_redemptions", "expires_at", "metadata.*", "expand.*"],
    ({ bank, params }) => {
      const code = required(params, "code");
      if (!/^[a-z0-9]+$/i.test(code)) throw refuse("The code may have letters and digits only.", { param: "code" });
      const isTaken = bank
        .list<PromotionCode>("promotion_code", (one) => one.code.toLowerCase() === code.toLowerCase())
        .some((one) => isActive(bank, one));
      if (isTaken) throw refuse(`An active promotion code with \`code: ${code}\` already exists.`);
      const coupon = bank.find<Coupon>("coupon", textOf(mapOf(params["promotion"])["coupon"]));
      return bank.save<PromotionCode>({
        object: "promotion_code",
        id: bank.id("promo"),
        active: true,
        code,
        created: bank.nowSeconds,
        customer: null,
        customer_account: null,
        expires_at: numberOf(params["expires_at"]),
        livemode: false,
        max_redemptions: numberOf(params["max_redemptions"]),
        metadata: mapOf(params["metadata"]) as Metadata,
        promotion: { coupon: coupon.id, type: "coupon" },
        restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
        times_redeemed: 0,
      });
    },
  ),
  route<Stripe.PromotionCodeRetrieveParams>("GET", "promotion_codes/:id", ["expand.*"], ({ bank, id }) => {
    const found = bank.find<PromotionCode>("promotion_code", id);
    return { ...found, active: isActive(bank, found) };
  }),
  route<Stripe.PromotionCodeUpdateParams>(
    "POST",
    "promotion_codes/:id",
    ["active", "expand.*"],
    ({ bank, params, id }) => {
      const found = bank.find<PromotionCode>("promotion_code", id);
      found.active = required(params, "active") === "true";
      return { ...found, active: isActive(bank, found) };
    },
  ),
];

/** Also the end and the limit make a code inactive: https://docs.stripe.com/api/promotion_codes/object */
export const isActive = (
  bank: Bank,
  { active, expires_at: end, max_redemptions: max, times_redeemed }: PromotionCode,
) => active && (end === null || end > bank.nowSeconds) && (max === null || times_redeemed < max);

function newCoupon(bank: Bank, params: Params): Coupon {
  const [percent, amount] = [numberOf(params["percent_off"]), numberOf(params["amount_off"])];
  if ((percent === null) === (amount === null)) throw refuse("Must provide either percent_off or amount_off.");
  const duration = required(params, "duration") as Coupon["duration"];
  const months = numberOf(params["duration_in_months"]);
  if ((duration === "repeating") !== (months !== null))
    throw refuse("duration_in_months is required if and only if duration is repeating.");
  const name = textOf(params["name"]) ?? null;
  if (name && name.length > 40) throw refuse("Invalid string: must be at most 40 characters", { param: "name" });
  return {
    object: "coupon",
    id: bank.id("co"),
    amount_off: amount,
    created: bank.nowSeconds,
    currency: amount === null ? null : required(params, "currency"),
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: null,
    metadata: mapOf(params["metadata"]) as Metadata,
    name,
    percent_off: percent,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
}
