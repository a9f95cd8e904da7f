import { Stripe } from "stripe";
import { type StripeOptions, stripePayments } from "../../adapters/stripe.ts";
import { lookupKeyOf } from "../../adapters/stripe/prices.ts";
import { EVENT_TYPES } from "../../adapters/stripe/event-types.ts";
import type { Payments } from "../../ports.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/pricing.ts";
import { STRIPE_STAND_IN_KEYS } from "../bindings.ts";
import { handleApiRequest } from "./api.ts";
import { Bank } from "./bank.ts";
import { emptyState, type EventType, type State } from "./objects.ts";
import { newPrice, newProduct } from "./objects/prices.ts";
import { toEvent } from "./stand-in-events.ts";

/** Stripe sends an endpoint no other types: https://docs.stripe.com/webhooks */
const ENDPOINT_TYPES = new Set<EventType>(EVENT_TYPES);

/** `now` returns the real time in Unix ms. `origin` is the site whose webhook gets the events. */
type Environment = { now(): number; origin: string };

/**
 * Takes Stripe's place in local runs and tests. `bank` has Stripe's objects and a clock that can be set ahead of the
 * real time.
 */
export class StripeStandIn {
  readonly bank: Bank;
  readonly #environment: Environment;

  constructor(environment: Environment, state: State = newState(environment)) {
    this.#environment = environment;
    this.bank = new Bank(state, environment);
  }

  /** Replaces the network `fetch` of Stripe's SDK. */
  fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    handleApiRequest(this.bank, new Request(input, init), STRIPE_STAND_IN_KEYS.secretKey);

  payments({
    fetch = this.fetch,
    tax = false,
    ...more
  }: Pick<StripeOptions, "fetch" | "wait"> & { tax?: boolean } = {}): Payments {
    return stripePayments({ ...STRIPE_STAND_IN_KEYS, tax }, { fetch, retries: 0, ...more });
  }

  /**
   * Returns the events since the last call that the product's endpoint gets, as signed webhook requests. The caller
   * sends them.
   */
  takeEvents(): Promise<Request[]> {
    const ids = new Set(this.bank.state.waiting.splice(0));
    const events = this.bank.state.events.filter(({ id, type }) => ids.has(id) && ENDPOINT_TYPES.has(type));
    return Promise.all(events.map((event) => this.sign(event)));
  }

  /** `timestamp`: time of the signature in Unix seconds. */
  async sign(emitted: State["events"][number], timestamp = this.bank.nowSeconds): Promise<Request> {
    const event = toEvent(emitted);
    const payload = JSON.stringify(event);
    const secret = STRIPE_STAND_IN_KEYS.webhookSecret;
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
    return new Request(`${this.#environment.origin}/api/stripe/webhook/`, {
      method: "POST",
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
      body: payload,
    });
  }
}

/** Contains the product and the prices that `npm run stripe:setup` creates at Stripe. */
function newState(environment: Environment): State {
  const bank = new Bank(emptyState(), environment);
  const created = bank.nowSeconds;
  const { id: product } = bank.save(newProduct({ id: bank.id("prod"), created, name: "Featured listing" }));
  for (const plan of ["year", "month"] as const) {
    bank.save(
      newPrice({
        id: bank.id("price"),
        created,
        product,
        lookup_key: lookupKeyOf(plan),
        currency: LISTING_CURRENCY,
        unit_amount: PLANS[plan].cents,
        tax_behavior: "inclusive",
        interval: "day",
        interval_count: PLANS[plan].days,
      }),
    );
  }
  return bank.state;
}
