import { Stripe } from "stripe";
import { type StripeOptions, stripePayments } from "../../adapters/stripe.ts";
import { lookupKeyOf } from "../../adapters/stripe/price.ts";
import type { Payments } from "../../ports.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/pricing.ts";
import { STRIPE_STAND_IN_KEYS } from "../bindings.ts";
import { handleApiRequest } from "./api.ts";
import { Bank } from "./bank.ts";
import { emptyState, type Price, type Product, type State } from "./objects.ts";

const API_VERSION = "2026-10-28.endive";

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

  payments({ fetch = this.fetch, ...more }: Pick<StripeOptions, "fetch" | "wait"> = {}): Payments {
    const now = () => this.#environment.now() + this.bank.state.aheadMs;
    return stripePayments(STRIPE_STAND_IN_KEYS, { now, fetch, retries: 0, ...more });
  }

  /** Returns the events since the last call, as signed webhook requests. The caller sends them. */
  takeEvents(): Promise<Request[]> {
    return Promise.all(this.bank.state.events.splice(0).map((event) => this.sign(event)));
  }

  /** `timestamp`: time of the signature in Unix seconds. */
  async sign(
    { id, type, created, object }: State["events"][number],
    timestamp = this.bank.nowSeconds,
  ): Promise<Request> {
    const event = { id, object: "event", type, created, api_version: API_VERSION, livemode: false, data: { object } };
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
  const product = bank.save<Product>({ object: "product", id: bank.id("prod"), name: "Featured listing" });
  for (const plan of ["year", "month"] as const) {
    bank.save<Price>({
      object: "price",
      id: bank.id("price"),
      active: true,
      lookup_key: lookupKeyOf(plan),
      currency: LISTING_CURRENCY,
      unit_amount: PLANS[plan].cents,
      product: product.id,
      tax_behavior: "inclusive",
      recurring: { interval: "day", interval_count: PLANS[plan].days },
    });
  }
  return bank.state;
}
