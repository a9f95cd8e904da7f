import type { Stripe } from "stripe";
import { matchesFilter, page, required, type Route, route, shortText } from "./api-route.ts";
import { type Bank, StripeError } from "./bank.ts";
import { missing, refuse } from "./store.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import { firstLine } from "./billing.ts";
import { endDiscounts, readDiscounts } from "./promotions.ts";
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
      "billing_cycle_anchor",
      "discounts.*.coupon",
      "discounts.*.promotion_code",
      "default_payment_method",
      "payment_behavior",
      "proration_behavior",
      "payment_settings.payment_method_types.*",
      "description",
      "invoice_settings.description",
      "metadata.*",
      "expand.*",
    ],
    ({ bank, params }) => {
      const owner = bank.find<Customer>("customer", required(params, "customer"));
      const customer = owner.id;
      const [item] = listOf(params["items"]);
      const price = bank.find<Price>("price", textOf(mapOf(item)["price"]));
      const card = ownCard(bank, customer, required(params, "default_payment_method"));
      requireType(typesOf(params), card);
      const anchor = params["billing_cycle_anchor"] === undefined ? undefined : Number(params["billing_cycle_anchor"]);
      const prorates = params["proration_behavior"] !== "none";
      const { amount } = firstLine(price, bank.nowSeconds, { anchor, prorates });
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
          anchor,
          prorates,
          isTaxed,
          redeems: readDiscounts(bank, listOf(params["discounts"]), {
            customer: owner,
            amount,
            currency: price.currency,
          }),
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
    [
      "cancel_at",
      "cancel_at_period_end",
      "automatic_tax.enabled",
      "default_payment_method",
      "description",
      "discounts",
      "invoice_settings.description",
      "items.*.id",
      "payment_settings.payment_method_types",
      "payment_settings.payment_method_types.*",
      "items.*.price",
      "metadata.*",
      "expand.*",
      "proration_behavior",
      "trial_end",
    ],
    ({ bank, params, id }) => {
      const subscription = bank.find<Subscription>("subscription", id);
      requireEditable(subscription, Object.keys(params));
      const cardId = textOf(params["default_payment_method"]);
      const ends = textOf(params["cancel_at_period_end"]);
      const endsAt = textOf(params["cancel_at"]);
      const price = newPriceOf(bank, subscription, params);
      // “If empty string, it clears the subscription's discounts”: the SDK's comment of `discounts`.
      if (params["discounts"] === "") endDiscounts(bank, subscription, () => true);
      const trialEnd = textOf(params["trial_end"]);
      if (price || trialEnd !== undefined) {
        bank.changeTerms(subscription, {
          price,
          trialEnd: trialEnd === undefined ? undefined : Number(trialEnd),
          prorates: params["proration_behavior"] !== "none",
        });
      }
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
      const settings = subscription.payment_settings!;
      const types = mapOf(params["payment_settings"])["payment_method_types"];
      if (types !== undefined) settings.payment_method_types = typesOf(params);
      if (cardId !== undefined)
        requireType(settings.payment_method_types, ownCard(bank, subscription.customer, cardId));
      bank.change(subscription, {
        ...(cardId !== undefined && { default_payment_method: ownCard(bank, subscription.customer, cardId).id }),
        ...(ends !== undefined && { cancel_at_period_end: ends === "true" }),
        ...(endsAt !== undefined && { cancel_at: endsAt === "" ? null : Number(endsAt) }),
        ...(params["description"] !== undefined && { description: shortText(params["description"]) }),
        ...(params["invoice_settings"] !== undefined && {
          invoice_settings: {
            ...subscription.invoice_settings,
            description: shortText(mapOf(params["invoice_settings"])["description"]),
          },
        }),
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

function newPriceOf(bank: Bank, { items }: Subscription, params: Params): Price | undefined {
  if (params["items"] === undefined) return undefined;
  const { id, price } = mapOf(listOf(params["items"])[0]);
  // Without the id of an item, Stripe would add a second one: https://docs.stripe.com/billing/subscriptions/upgrade-downgrade
  if (id !== items.data[0]!.id) throw refuse("The stand-in knows subscriptions with one item only.");
  return bank.find<Price>("price", textOf(price));
}
