import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route, shortText } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, Metadata, PaymentMethod, Price, Subscription } from "./objects.ts";

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
          customer,
          default_payment_method: card.id,
          metadata: mapOf(params["metadata"]) as Metadata,
          description: shortText(params["description"]),
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
          payment_settings: { payment_method_types: typesOf(params) },
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
        "/v1/subscriptions",
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
      "items.*.id",
      "items.*.price",
      "metadata.*",
      "proration_behavior",
      "trial_end",
    ],
    ({ bank, params, id }) => {
      // Only the metadata of an ended or incomplete subscription can be changed:
      // https://docs.stripe.com/api/subscriptions/object#subscription_object-status
      const isMarked = Object.keys(params).every((name) => name === "metadata");
      const subscription = isMarked ? bank.find<Subscription>("subscription", id) : running(bank, id);
      if (!isMarked && subscription.status === "incomplete") {
        throw new StripeError(400, "invalid_request_error", "An incomplete subscription takes new metadata only.");
      }
      const [changed] = listOf(params["items"]);
      const [item] = subscription.items.data;
      if (changed) item!.price = structuredClone(bank.find<Price>("price", textOf(mapOf(changed)["price"])));
      const trialEnd = textOf(params["trial_end"]);
      if (trialEnd !== undefined) bank.startTrial(subscription, Number(trialEnd));
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(params["cancel_at"] === "" && { cancel_at: null }),
        ...(params["description"] !== undefined && { description: shortText(params["description"]) }),
        ...(params["invoice_settings"] !== undefined && {
          invoice_settings: {
            ...subscription.invoice_settings,
            description: shortText(mapOf(params["invoice_settings"])["description"]),
          },
        }),
        metadata: { ...subscription.metadata, ...(mapOf(params["metadata"]) as Metadata) },
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

type MethodTypes = NonNullable<Subscription["payment_settings"]>["payment_method_types"];

function typesOf(params: Params): MethodTypes {
  const types = listOf(mapOf(params["payment_settings"])["payment_method_types"]);
  return types.length === 0 ? null : (types as NonNullable<MethodTypes>);
}

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
