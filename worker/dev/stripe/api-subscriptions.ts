import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route, shortText } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { missing, refuse } from "./store.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import { readDiscounts } from "./promotions.ts";
import { requireTaxable } from "./tax.ts";
import type { Customer, Metadata, PaymentMethod, Price, Subscription } from "./objects.ts";

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
      "metadata.*",
    ],
    ({ bank, params }) => {
      const owner = bank.find<Customer>("customer", required(params, "customer"));
      const customer = owner.id;
      const [item] = listOf(params["items"]);
      const price = bank.find<Price>("price", textOf(mapOf(item)["price"]));
      const card = ownCard(bank, customer, required(params, "default_payment_method"));
      requireType(typesOf(params), card);
      const isTaxed = mapOf(params["automatic_tax"])["enabled"] === "true";
      if (isTaxed) requireTaxable(price, { address: owner.address, taxIds: [] });
      return bank.createSubscription(
        {
          customer,
          default_payment_method: card.id,
          metadata: mapOf(params["metadata"]) as Metadata,
          description: shortText(params["description"]),
          invoice_settings: { description: shortText(mapOf(params["invoice_settings"])["description"]) },
          payment_settings: { payment_method_types: typesOf(params) },
          isTaxed,
          redeems: readDiscounts(bank, listOf(params["discounts"]), {
            customer: owner,
            amount: price.unit_amount!,
            currency: price.currency,
          }),
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
    const { data } = page("", params, bank.list<Subscription>("subscription", matches));
    return { object: "search_result", data, has_more: false, next_page: null, url: "/v1/subscriptions/search" };
  }),
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
      const status = textOf(params["status"]);
      // https://docs.stripe.com/api/subscriptions/list#list_subscriptions-status
      const isListed = (one: Subscription) =>
        status === "all" || (status === undefined ? one.status !== "canceled" : one.status === status);
      return page(
        "/v1/subscriptions",
        params,
        bank.list<Subscription>("subscription", (one) => matchesFilter(one.customer, customer) && isListed(one)),
      );
    },
  ),
  route<Stripe.SubscriptionUpdateParams>(
    "POST",
    "subscriptions/:id",
    ["cancel_at", "cancel_at_period_end", "automatic_tax.enabled", "default_payment_method", "metadata.*"],
    ({ bank, params, id }) => {
      const subscription = bank.find<Subscription>("subscription", id);
      requireEditable(subscription, Object.keys(params));
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      const endsAt = textOf(params["cancel_at"]);
      const taxed = textOf(mapOf(params["automatic_tax"])["enabled"]);
      if (taxed === "true") {
        const { address } = bank.find<Customer>("customer", subscription.customer);
        requireTaxable(subscription.items.data[0]!.price, { address, taxIds: [] });
      }
      if (taxed !== undefined) {
        subscription.automatic_tax = {
          ...subscription.automatic_tax,
          disabled_reason: null,
          enabled: taxed === "true",
        };
      }
      const types = subscription.payment_settings?.payment_method_types;
      if (cardId !== undefined) requireType(types, ownCard(bank, subscription.customer, cardId));
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(endsAt !== undefined && { cancel_at: endsAt === "" ? null : Number(endsAt) }),
        metadata: merged(subscription.metadata, params["metadata"]),
      });
      return subscription;
    },
  ),
  route<Stripe.SubscriptionCancelParams>("DELETE", "subscriptions/:id", [], ({ bank, id }) => {
    const subscription = bank.find<Subscription>("subscription", id);
    // Stripe's staff call this 404 expected: https://github.com/stripe/stripe-go/issues/1887
    if (subscription.ended_at !== null) throw missing("subscription", id);
    bank.cancel(subscription);
    return subscription;
  }),
];

type MethodTypes = NonNullable<Subscription["payment_settings"]>["payment_method_types"];

function typesOf(params: Params): MethodTypes {
  const types = listOf(mapOf(params["payment_settings"])["payment_method_types"]);
  return types.length === 0 ? null : (types as NonNullable<MethodTypes>);
}

/** Strict reading of https://docs.stripe.com/api/subscriptions/create#create_subscription-payment_settings-payment_method_types */
function requireType(types: MethodTypes | undefined, { type }: PaymentMethod): void {
  if (types && !(types as string[]).includes(type)) {
    throw refuse(`The payment method type ${type} is not one of the subscription's payment_method_types.`);
  }
}

function ownCard(bank: Bank, customer: string, id: string): PaymentMethod {
  const card = bank.find<PaymentMethod>("payment_method", id);
  if (card.customer === customer) return card;
  throw new StripeError(400, "invalid_request_error", "The customer does not have this payment method.");
}

/** An empty value deletes its key: https://docs.stripe.com/metadata */
const merged = (old: Metadata, given: unknown): Metadata =>
  Object.fromEntries(Object.entries({ ...old, ...(mapOf(given) as Metadata) }).filter(([, value]) => value !== ""));

const OF_ENDED = ["metadata", "cancellation_details"];
const OF_INCOMPLETE = ["metadata", "default_payment_method", "default_source"];

/**
 * An ended subscription is largely immutable: https://docs.stripe.com/api/subscriptions/cancel. An incomplete one takes
 * metadata and the payment method: https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
function requireEditable({ status }: Subscription, names: string[]): void {
  const allows = (allowed: string[]) => names.every((name) => allowed.includes(name));
  if ((status === "canceled" || status === "incomplete_expired") && !allows(OF_ENDED)) {
    throw refuse("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (status === "incomplete" && !allows(OF_INCOMPLETE)) {
    throw refuse("An incomplete subscription can only update its metadata and default_payment_method.");
  }
}
