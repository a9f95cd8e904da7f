import { Stripe } from "stripe";
import { type StripeOptions, stripePayments } from "../../adapters/stripe.ts";
import { lookupKeyOf } from "../../adapters/stripe/prices.ts";
import type { Payments } from "../../ports.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/payments/pricing.ts";
import { STRIPE_STAND_IN_KEYS } from "../bindings.ts";
import { handleApiRequest } from "./api.ts";
import { createPrice } from "./api-catalog.ts";
import { Bank } from "./bank.ts";
import { emptyState, type Event, type Price, type State } from "./objects.ts";

/** `now` returns the real time in Unix ms. `origin` is the site whose webhook gets the events. */
type Environment = { now(): number; origin: string };

/**
 * Takes Stripe's place in local runs and tests. `bank` has Stripe's objects and a clock that can be set ahead of the
 * real time.
 */
export class StripeStandIn {
  readonly bank: Bank;
  readonly #origin: string;

  constructor(environment: Environment, state?: State) {
    this.#origin = environment.origin;
    this.bank = new Bank(state ?? emptyState(), environment);
    if (!state) createPrices(this.bank);
  }

  /** Replaces the network `fetch` of Stripe's SDK. */
  fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    handleApiRequest(this.bank, new Request(input, init), STRIPE_STAND_IN_KEYS.secretKey);

  payments({ fetch = this.fetch, tax = false }: Pick<StripeOptions, "fetch"> & { tax?: boolean } = {}): Payments {
    return stripePayments({ ...STRIPE_STAND_IN_KEYS, tax }, { fetch, retries: 0 });
  }

  /** Returns the events since the last call, as signed webhook requests. The caller sends them. */
  takeEvents(): Promise<Request[]> {
    const ids = new Set(this.bank.state.waiting.splice(0));
    const events = this.bank.state.events.filter(({ id }) => ids.has(id));
    return Promise.all(events.map((event) => this.sign(event)));
  }

  /** `timestamp`: time of the signature in Unix seconds. */
  async sign(event: Event, timestamp = this.bank.nowSeconds): Promise<Request> {
    const payload = JSON.stringify(event);
    const secret = STRIPE_STAND_IN_KEYS.webhookSecret;
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
    return new Request(`${this.#origin}/api/stripe/webhook/`, {
      method: "POST",
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
      body: payload,
    });
  }
}

/** Creates what `npm run stripe:setup` creates at Stripe. */
function createPrices(bank: Bank): void {
  let first: Price | undefined;
  for (const plan of ["year", "month"] as const) {
    const price = createPrice(bank, {
      lookup_key: lookupKeyOf(plan),
      currency: LISTING_CURRENCY,
      unit_amount: String(PLANS[plan].cents),
      tax_behavior: "inclusive",
      recurring: { interval: "day", interval_count: String(PLANS[plan].days) },
      ...(first ? { product: first.product } : { product_data: { name: "Featured listing" } }),
    });
    first ??= price;
  }
}
