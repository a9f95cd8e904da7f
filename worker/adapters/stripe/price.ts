import type { Stripe } from "stripe";
import { LISTING_PRICE_CENTS, LISTING_CURRENCY, LISTING_PERIOD_DAYS } from "#schema/pricing.ts";
import { PaymentsRefused } from "../../ports.ts";

/** The price is found by this name. */
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

/** @throws PaymentsRefused unless it is the one that every page names: nobody is charged another amount. */
export async function requirePrice(stripe: Stripe): Promise<string> {
  const found = await findPrice(stripe);
  if (found && isListingPrice(found)) return found.id;
  throw new PaymentsRefused(
    new Error(`Stripe has no right price named ${PRICE_LOOKUP_KEY}: see npm run stripe:setup.`),
  );
}

/** Makes the price with its product, unless it is there. A wrong one of that name is left alone. */
export async function ensurePrice(
  stripe: Stripe,
): Promise<{ id: string; state: "created" | "existing" | "different" }> {
  const found = await findPrice(stripe);
  if (found) return { id: found.id, state: isListingPrice(found) ? "existing" : "different" };
  const { id } = await stripe.prices.create({
    // One call for both, so that a failure leaves no product behind.
    product_data: { name: "Featured listing" },
    currency: LISTING_CURRENCY,
    unit_amount: LISTING_PRICE_CENTS,
    recurring: { interval: "day", interval_count: LISTING_PERIOD_DAYS },
    lookup_key: PRICE_LOOKUP_KEY,
    // From one that was archived.
    transfer_lookup_key: true,
  });
  return { id, state: "created" };
}
