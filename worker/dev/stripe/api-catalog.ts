import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Coupon, Price, Product, PromotionCode } from "./objects.ts";
import { refreshPromotions } from "./promotions.ts";
import { refuse } from "./store.ts";

/** Prices, and the coupons and codes that the operator makes in Stripe's dashboard. */
export const CATALOG_ROUTES: Route[] = [
  route<Stripe.PriceCreateParams>(
    "POST",
    "prices",
    [
      "product",
      "product_data.name",
      "currency",
      "unit_amount",
      "recurring.interval",
      "recurring.interval_count",
      "lookup_key",
      "tax_behavior",
      "transfer_lookup_key",
    ],
    ({ bank, params }) => createPrice(bank, params),
  ),
  route<Stripe.PriceUpdateParams>("POST", "prices/:id", ["tax_behavior"], ({ bank, params, id }) => {
    const price = bank.find<Price>("price", id);
    // https://docs.stripe.com/api/prices/update
    if (price.tax_behavior !== "unspecified") throw refuse("The tax behavior cannot be changed.");
    price.tax_behavior = required(params, "tax_behavior") as TaxBehavior;
    return price;
  }),
  route<Stripe.PriceListParams>("GET", "prices", ["lookup_keys.*", "active"], ({ bank, params }) => {
    const keys = listOf(params["lookup_keys"]);
    return page(
      params,
      bank.list<Price>(
        "price",
        ({ lookup_key, active }) => (active || params["active"] !== "true") && keys.includes(lookup_key),
      ),
    );
  }),
  route<Stripe.CouponCreateParams>(
    "POST",
    "coupons",
    ["percent_off", "amount_off", "currency", "duration", "duration_in_months", "applies_to.products.*"],
    ({ bank, params }) => createCoupon(bank, params),
  ),
  route<Stripe.PromotionCodeCreateParams>(
    "POST",
    "promotion_codes",
    [
      "promotion.type",
      "promotion.coupon",
      "code",
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
    return page(params, bank.list<PromotionCode>("promotion_code", matches));
  }),
];

type TaxBehavior = NonNullable<Price["tax_behavior"]>;

/** https://docs.stripe.com/api/prices/create */
export function createPrice(bank: Bank, params: Params): Price {
  const key = textOf(params["lookup_key"]) ?? null;
  const [holder] = bank.list<Price>("price", ({ lookup_key }) => key !== null && lookup_key === key);
  if (holder && params["transfer_lookup_key"] !== "true") throw refuse("A price already uses that lookup key.");
  if (holder) holder.lookup_key = null;
  const recurring = mapOf(params["recurring"]);
  return bank.save<Price>({
    object: "price",
    id: bank.id("price"),
    active: true,
    currency: required(params, "currency"),
    lookup_key: key,
    product: textOf(params["product"]) ?? createProduct(bank, required(mapOf(params["product_data"]), "name")),
    recurring: {
      interval: required(recurring, "interval") as "day",
      interval_count: Number(textOf(recurring["interval_count"]) ?? 1),
    },
    tax_behavior: (textOf(params["tax_behavior"]) ?? "unspecified") as TaxBehavior,
    unit_amount: Number(required(params, "unit_amount")),
  });
}

const createProduct = (bank: Bank, name: string): string =>
  bank.save<Product>({ object: "product", id: bank.id("prod"), name }).id;

const numberOf = (value: unknown) => (textOf(value) ? Number(value) : null);

/** https://docs.stripe.com/api/coupons/create */
export function createCoupon(bank: Bank, params: Params): Coupon {
  const products = listOf(mapOf(params["applies_to"])["products"]).map(String);
  return bank.save<Coupon>({
    object: "coupon",
    id: bank.id("coupon"),
    amount_off: numberOf(params["amount_off"]),
    ...(products.length > 0 && { applies_to: { products } }),
    currency: textOf(params["currency"]) ?? null,
    duration: (textOf(params["duration"]) ?? "once") as Coupon["duration"],
    duration_in_months: numberOf(params["duration_in_months"]),
    percent_off: numberOf(params["percent_off"]),
    valid: true,
  });
}

/** https://docs.stripe.com/api/promotion_codes/create */
export function createCode(bank: Bank, params: Params): PromotionCode {
  refreshPromotions(bank);
  const promotion = mapOf(params["promotion"]);
  const coupon = bank.find<Coupon>("coupon", required(promotion, "coupon"));
  const code = required(params, "code");
  const isSame = (one: PromotionCode) => one.active && one.code.toLowerCase() === code.toLowerCase();
  if (bank.list<PromotionCode>("promotion_code", isSame).length > 0) {
    throw refuse("An active promotion code with this code already exists.", { code: "resource_already_exists" });
  }
  return bank.save<PromotionCode>({
    object: "promotion_code",
    id: bank.id("promo"),
    active: true,
    code,
    expires_at: numberOf(params["expires_at"]),
    max_redemptions: numberOf(params["max_redemptions"]),
    promotion: { type: "coupon", coupon: coupon.id },
    restrictions: { first_time_transaction: mapOf(params["restrictions"])["first_time_transaction"] === "true" },
    times_redeemed: 0,
  });
}
