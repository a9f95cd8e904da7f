import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route, shortText } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { listOf, mapOf, textOf } from "./form.ts";
import type { Customer, PaymentMethod, Price, Subscription } from "./objects.ts";

export const SUBSCRIPTION_ROUTES: Route[] = [
  route<Stripe.SubscriptionCreateParams>(
    "POST",
    "subscriptions",
    [
      "customer",
      "items.*.price",
      "default_payment_method",
      "payment_behavior",
      "payment_settings.payment_method_types.*",
      "description",
      "invoice_settings.description",
      "metadata.*",
    ],
    ({ bank, params }) => {
      const customer = bank.find<Customer>("customer", required(params, "customer")).id;
      const [item] = listOf(params["items"]);
      const price = bank.find<Price>("price", textOf(mapOf(item)["price"]));
      const card = ownCard(bank, customer, required(params, "default_payment_method"));
      return bank.createSubscription(
        {
          object: "subscription",
          id: bank.id("sub"),
          customer,
          cancel_at_period_end: false,
          canceled_at: null,
          ended_at: null,
          created: bank.nowSeconds,
          currency: price.currency,
          default_payment_method: card.id,
          metadata: mapOf(params["metadata"]) as Subscription["metadata"],
          description: shortText(params["description"]),
          // https://docs.stripe.com/changelog/dahlia/2026-06-24/invoice-description-footer-and-custom-fields
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
        },
        price,
      );
    },
  ),
  route<Stripe.SubscriptionRetrieveParams>("GET", "subscriptions/:id", ["expand.*"], ({ bank, id }) =>
    bank.find<Subscription>("subscription", id),
  ),
  route<Stripe.SubscriptionListParams>(
    "GET",
    "subscriptions",
    ["customer", "status", "limit", "starting_after"],
    ({ bank, params }) => {
      const customer = textOf(params["customer"]);
      if (customer !== undefined) bank.find<Customer>("customer", customer);
      return page(
        params,
        bank.list<Subscription>("subscription", (one) => matchesFilter(one.customer, customer)),
      );
    },
  ),
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "subscriptions/:id",
    [
      "cancel_at",
      "cancel_at_period_end",
      "default_payment_method",
      "description",
      "invoice_settings.description",
      "metadata.*",
    ],
    ({ bank, params, id }) => {
      // Only the metadata of an ended or incomplete subscription can be changed:
      // https://docs.stripe.com/api/subscriptions/object#subscription_object-status
      const isMarked = Object.keys(params).every((name) => name === "metadata");
      const subscription = isMarked ? bank.find<Subscription>("subscription", id) : running(bank, id);
      if (!isMarked && subscription.status === "incomplete") {
        throw new StripeError(400, "invalid_request_error", "An incomplete subscription takes new metadata only.");
      }
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(params["cancel_at"] === "" && { cancel_at: null }),
        ...(params["description"] !== undefined && { description: shortText(params["description"]) }),
        ...(params["invoice_settings"] !== undefined && {
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
        }),
        metadata: { ...subscription.metadata, ...(mapOf(params["metadata"]) as Subscription["metadata"]) },
      });
      return subscription;
    },
  ),
  route<Stripe.SubscriptionCancelParams>("DELETE", "subscriptions/:id", [], ({ bank, id }) => {
    const subscription = running(bank, id);
    bank.cancel(subscription);
    return subscription;
  }),
];

function ownCard(bank: Bank, customer: string, id: string): PaymentMethod {
  const card = bank.find<PaymentMethod>("payment_method", id);
  if (card.customer === customer) return card;
  throw new StripeError(400, "invalid_request_error", "The customer does not have this payment method.");
}

function running(bank: Bank, id: string): Subscription {
  const subscription = bank.find<Subscription>("subscription", id);
  if (subscription.ended_at === null) return subscription;
  throw new StripeError(404, "invalid_request_error", `No such subscription: '${id}'`, { code: "resource_missing" });
}
