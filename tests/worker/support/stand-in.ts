import type { Stripe } from "stripe";
import { openStripe } from "#worker/adapters/stripe.ts";
import { STRIPE_STAND_IN_KEYS } from "#worker/dev/bindings.ts";
import type { Price } from "#worker/dev/stripe/objects.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { NOW, ORIGIN } from "./app.ts";

/** A stand-in for Stripe, and Stripe's SDK that talks to it. */
export function openWorld(standIn = new StripeStandIn({ now: () => NOW, origin: ORIGIN })) {
  const { bank } = standIn;
  const sdk = openStripe(STRIPE_STAND_IN_KEYS.secretKey, { fetch: standIn.fetch, retries: 0 });
  /** The price of a month. */
  const price = bank.list<Price>("price").find(({ unit_amount }) => unit_amount === 1000)!;
  return {
    standIn,
    bank,
    sdk,
    price,
    eventTypes: () => bank.state.events.map(({ type }) => type),
    /** Subscribes a new customer. `method` is a test payment method such as `pm_card_visa`. */
    async subscribe(method = "pm_card_visa", more: Partial<Stripe.SubscriptionCreateParams> = {}) {
      const customer = more.customer ?? (await sdk.customers.create({ email: "a@example.com" })).id;
      const { id: card } = await sdk.paymentMethods.attach(method, { customer });
      const items = [{ price: price.id }];
      return sdk.subscriptions.create({ customer, items, default_payment_method: card, ...more });
    },
  };
}
