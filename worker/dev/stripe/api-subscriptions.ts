import type { Stripe } from "stripe";
import { changedMetadata, page, required, retrieve, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import { hasEnded } from "./invoices.ts";
import type { Customer, PaymentMethod, Price, Subscription } from "./objects.ts";
import { readDiscount } from "./promotions.ts";
import { missing, refuse } from "./store.ts";
import { requireTaxable } from "./tax.ts";

export const SUBSCRIPTION_ROUTES: Route[] = [
  route<Stripe.SubscriptionCreateParams>(
    "POST",
    "subscriptions",
    [
      "customer",
      "items.*.price",
      "automatic_tax.enabled",
      "discounts.*.promotion_code",
      "default_payment_method",
      "payment_behavior",
      "payment_settings.payment_method_types.*",
      "description",
      "invoice_settings.description",
      "invoice_settings.footer",
      "metadata.*",
    ],
    ({ bank, params }) => {
      const customer = bank.find<Customer>("customer", required(params, "customer"));
      const price = priceOf(bank, params);
      const types = listOf(mapOf(params["payment_settings"])["payment_method_types"]) as MethodType[];
      const payment_settings = { payment_method_types: types.length > 0 ? types : null };
      const card = required(params, "default_payment_method");
      const isTaxed = enablesTax(params) === true;
      if (isTaxed) requireTaxable(price, customer);
      const texts = mapOf(params["invoice_settings"]);
      return bank.createSubscription(
        {
          customer: customer.id,
          default_payment_method: requireCard(bank, card, { customer: customer.id, payment_settings }),
          metadata: changedMetadata({}, params["metadata"]),
          description: shortText(params["description"], 500),
          invoice_settings: {
            description: shortText(texts["description"], 500),
            footer: shortText(texts["footer"], 5000),
          },
          payment_settings,
          isTaxed,
          promotion: readDiscount(bank, listOf(params["discounts"]), { customer, price }),
        },
        price,
      );
    },
  ),
  // Stripe's index is up to a minute behind: https://docs.stripe.com/search
  route<Stripe.SubscriptionSearchParams>("GET", "subscriptions/search", ["query", "limit"], ({ bank, params }) => {
    const clauses = required(params, "query").split(" AND ");
    const wanted = clauses.map((clause) => /^metadata\["(\w+)"\]:"([^"]*)"$/.exec(clause));
    if (wanted.includes(null)) throw refuse("The stand-in searches for metadata only.");
    const matches = ({ metadata }: Subscription) => wanted.every((one) => metadata[one![1]!] === one![2]);
    return { ...page(params, bank.list<Subscription>("subscription", matches)), object: "search_result" };
  }),
  retrieve("subscriptions", "subscription"),
  // https://docs.stripe.com/api/subscriptions/list#list_subscriptions-status
  route<Stripe.SubscriptionListParams>(
    "GET",
    "subscriptions",
    ["status", "limit", "starting_after"],
    ({ bank, params }) => {
      if (params["status"] !== "all") throw refuse("The stand-in lists all subscriptions only.");
      return page(params, bank.list<Subscription>("subscription"));
    },
  ),
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "subscriptions/:id",
    ["cancel_at", "cancel_at_period_end", "automatic_tax.enabled", "default_payment_method", "metadata.*"],
    ({ bank, params, id }) => {
      const subscription = bank.find<Subscription>("subscription", id);
      requireEditable(subscription, Object.keys(params));
      const isTaxed = enablesTax(params);
      if (isTaxed !== undefined) {
        const { price } = subscription.items.data[0]!;
        if (isTaxed) requireTaxable(price, bank.find<Customer>("customer", subscription.customer));
        subscription.automatic_tax = { disabled_reason: null, enabled: isTaxed };
      }
      const card = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      const endsAt = textOf(params["cancel_at"]);
      bank.change(subscription, {
        ...(card !== undefined && { default_payment_method: requireCard(bank, card, subscription) }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(endsAt !== undefined && { cancel_at: endsAt === "" ? null : Number(endsAt) }),
        metadata: changedMetadata(subscription.metadata, params["metadata"]),
      });
      return subscription;
    },
  ),
  route<Stripe.SubscriptionCancelParams>(
    "DELETE",
    "subscriptions/:id",
    ["cancellation_details.comment"],
    ({ bank, id, params }) => {
      const subscription = bank.find<Subscription>("subscription", id);
      // Stripe's staff call this 404 expected: https://github.com/stripe/stripe-go/issues/1887
      if (subscription.ended_at !== null) throw missing("subscription", id);
      bank.cancel(subscription, undefined, textOf(mapOf(params["cancellation_details"])["comment"]) ?? null);
      return subscription;
    },
  ),
];

type MethodType = NonNullable<Subscription["payment_settings"]["payment_method_types"]>[number];

/** The price of the only item. */
function priceOf(bank: Bank, { items }: Params): Price {
  const [item] = listOf(items);
  return bank.find<Price>("price", textOf(mapOf(item)["price"]));
}

function enablesTax({ automatic_tax }: Params): boolean | undefined {
  const { enabled } = mapOf(automatic_tax);
  return enabled === undefined ? undefined : enabled === "true";
}

/** Returns null for an empty text. */
function shortText(value: unknown, max: number): string | null {
  const text = textOf(value) ?? "";
  if (text.length > max) throw refuse(`Invalid string: must be at most ${max} characters`);
  return text === "" ? null : text;
}

/**
 * Returns the id of a payment method that may pay. Strict reading of
 * https://docs.stripe.com/api/subscriptions/create#create_subscription-payment_settings-payment_method_types
 */
function requireCard(
  bank: Bank,
  id: string,
  { customer, payment_settings }: Pick<Subscription, "customer" | "payment_settings">,
): string {
  const card = bank.find<PaymentMethod>("payment_method", id);
  if (card.customer !== customer) throw refuse("The customer does not have this payment method.");
  const types: string[] | null = payment_settings.payment_method_types;
  if (types?.includes(card.type) === false) {
    throw refuse(`The payment method type ${card.type} is not one of the subscription's payment_method_types.`);
  }
  return id;
}

/**
 * An ended subscription is largely immutable: https://docs.stripe.com/api/subscriptions/cancel. An incomplete one takes
 * metadata and the payment method: https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
function requireEditable(subscription: Subscription, names: string[]): void {
  const others = names.filter((name) => name !== "metadata");
  if (hasEnded(subscription) && others.length > 0) {
    throw refuse("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (subscription.status === "incomplete" && others.some((name) => name !== "default_payment_method")) {
    throw refuse("An incomplete subscription can only update its metadata and default_payment_method.");
  }
}
