import type { Stripe } from "stripe";
import { LISTING_PRICE_CENTS, LISTING_CURRENCY, LISTING_PERIOD_DAYS } from "#schema/pricing.ts";
import { PaymentsRefused } from "../../ports.ts";

export const PRICE_LOOKUP_KEY = "featured-listing-30-days";

const isListingPrice = ({ unit_amount, currency, recurring }: Stripe.Price) =>
  unit_amount === LISTING_PRICE_CENTS &&
  currency === LISTING_CURRENCY &&
  recurring?.interval === "day" &&
  recurring.interval_count === LISTING_PERIOD_DAYS;

async function findPrice(stripe: Stripe): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [PRICE_LOOKUP_KEY], active: true });
  return data[0];
}

/** @throws PaymentsRefused unless the price has the amount, the currency and the period that all pages show. */
export async function requirePrice(stripe: Stripe): Promise<string> {
  const found = await findPrice(stripe);
  if (found && isListingPrice(found)) return found.id;
  throw new PaymentsRefused(
    new Error(`Stripe has no correct price with the lookup key ${PRICE_LOOKUP_KEY}. Run npm run stripe:setup.`),
  );
}

/** Creates the price with its product, unless the lookup key exists. A `different` price is left as it is. */
export async function ensurePrice(
  stripe: Stripe,
): Promise<{ id: string; state: "created" | "existing" | "different" }> {
  const found = await findPrice(stripe);
  if (found) return { id: found.id, state: isListingPrice(found) ? "existing" : "different" };
  const { id } = await stripe.prices.create({
    // One request creates both, so that a failure leaves no product behind.
    product_data: { name: "Featured listing" },
    currency: LISTING_CURRENCY,
    unit_amount: LISTING_PRICE_CENTS,
    recurring: { interval: "day", interval_count: LISTING_PERIOD_DAYS },
    lookup_key: PRICE_LOOKUP_KEY,
    // An archived price may still have the lookup key.
    transfer_lookup_key: true,
  });
  return { id, state: "created" };
}
