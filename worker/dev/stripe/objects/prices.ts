import type { Price, Product, SubscriptionItem } from "../objects.ts";
import type { New } from "./plain.ts";

/** https://docs.stripe.com/api/products/object */
export const newProduct = (given: New<Product, "name">): Product => ({
  object: "product",
  active: true,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: "service",
  unit_label: null,
  updated: given.created,
  url: null,
  ...given,
});

type Interval = NonNullable<Price["recurring"]>["interval"];
type NewPrice = New<Price, "product" | "currency"> & {
  unit_amount: number;
  interval: Interval;
  interval_count: number;
};

/** https://docs.stripe.com/api/prices/object */
export const newPrice = ({ unit_amount, interval, interval_count, ...given }: NewPrice): Price => ({
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  recurring: { interval, interval_count, meter: null, trial_period_days: null, usage_type: "licensed" },
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount,
  unit_amount_decimal: String(unit_amount),
  ...given,
});

/** The older form of a price, which items still have: https://docs.stripe.com/api/plans/object */
export function planOf(price: Price): SubscriptionItem["plan"] {
  const { id, active, billing_scheme, created, currency, livemode, nickname, product, unit_amount } = price;
  const { interval, interval_count, meter, trial_period_days, usage_type } = price.recurring!;
  return {
    object: "plan",
    id,
    active,
    amount: unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme,
    created,
    currency,
    interval,
    interval_count,
    livemode,
    metadata: price.metadata,
    meter,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days,
    usage_type,
  };
}
