import type { Stripe } from "stripe";
import { page, required, type Route, route } from "./api-route.ts";
import { StripeError } from "./bank.ts";
import { listOf, mapOf, textOf } from "./form.ts";
import type { Price } from "./objects.ts";
import { newPrice, newProduct } from "./objects/prices.ts";
import { refuse } from "./store.ts";

export const PRICE_ROUTES: Route[] = [
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
    ({ bank, params }) => {
      const key = textOf(params["lookup_key"]) ?? null;
      const [holder] = bank.list<Price>("price", ({ lookup_key }) => key !== null && lookup_key === key);
      if (holder && params["transfer_lookup_key"] !== "true") {
        throw new StripeError(400, "invalid_request_error", "A price already uses that lookup key.");
      }
      if (holder) holder.lookup_key = null;
      const recurring = mapOf(params["recurring"]);
      const created = bank.nowSeconds;
      const newProductId = () =>
        bank.save(newProduct({ id: bank.id("prod"), created, name: required(mapOf(params["product_data"]), "name") }))
          .id;
      return bank.save(
        newPrice({
          id: bank.id("price"),
          created,
          lookup_key: key,
          currency: required(params, "currency"),
          unit_amount: Number(required(params, "unit_amount")),
          tax_behavior: (textOf(params["tax_behavior"]) ?? "unspecified") as NonNullable<Price["tax_behavior"]>,
          product: textOf(params["product"]) ?? newProductId(),
          interval: required(recurring, "interval") as "day",
          interval_count: Number(textOf(recurring["interval_count"]) ?? 1),
        }),
      );
    },
  ),
  route<Stripe.PriceUpdateParams>("POST", "prices/:id", ["tax_behavior"], ({ bank, params, id }) => {
    const price = bank.find<Price>("price", id);
    // https://docs.stripe.com/api/prices/update
    if (price.tax_behavior !== "unspecified") throw refuse("The tax behavior cannot be changed.");
    price.tax_behavior = required(params, "tax_behavior") as NonNullable<Price["tax_behavior"]>;
    return price;
  }),
  route<Stripe.PriceListParams>("GET", "prices", ["lookup_keys.*", "active"], ({ bank, params }) =>
    page(
      "/v1/prices",
      params,
      bank.list<Price>(
        "price",
        ({ lookup_key, active }) => active && listOf(params["lookup_keys"]).includes(lookup_key),
      ),
    ),
  ),
];
