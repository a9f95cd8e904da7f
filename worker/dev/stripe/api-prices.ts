import type { Stripe } from "stripe";
import { page, required, type Route, route } from "./api-route.ts";
import { StripeError } from "./bank.ts";
import { listOf, mapOf, textOf } from "./form.ts";
import type { Price, Product } from "./objects.ts";

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
      const product =
        textOf(params["product"]) ??
        bank.save<Product>({
          object: "product",
          id: bank.id("prod"),
          name: required(mapOf(params["product_data"]), "name"),
        }).id;
      return bank.save<Price>({
        object: "price",
        id: bank.id("price"),
        active: true,
        lookup_key: key,
        currency: required(params, "currency"),
        unit_amount: Number(required(params, "unit_amount")),
        product,
        tax_behavior: (textOf(params["tax_behavior"]) ?? "unspecified") as Price["tax_behavior"],
        recurring: {
          interval: String(mapOf(params["recurring"])["interval"]),
          interval_count: Number(mapOf(params["recurring"])["interval_count"]),
        },
      });
    },
  ),
  route<Stripe.PriceListParams>("GET", "prices", ["lookup_keys.*", "active"], ({ bank, params }) =>
    page(
      params,
      bank.list<Price>(
        "price",
        ({ lookup_key, active }) => active && listOf(params["lookup_keys"]).includes(lookup_key),
      ),
    ),
  ),
];
