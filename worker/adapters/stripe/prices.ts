import type { Stripe } from "stripe";
import { LISTING_CURRENCY, type Plan, PLANS } from "#schema/payments/pricing.ts";
import { WrongSetup } from "./errors.ts";

export const lookupKeyOf = (plan: Plan) => `featured-listing-${PLANS[plan].days}-days`;

const isPlan = (name: string): name is Plan => name in PLANS;
const ALL_PLANS = Object.keys(PLANS).filter(isPlan);

/** Returns the plan with the period of the price, at any amount. Null if there is none. */
export const planOf = ({ recurring }: Pick<Stripe.Price, "recurring">): Plan | null =>
  ALL_PLANS.find((plan) => recurring?.interval === "day" && recurring.interval_count === PLANS[plan].days) ?? null;

const isPriceOf = (plan: Plan, { unit_amount, currency, recurring }: Stripe.Price) =>
  unit_amount === PLANS[plan].cents && currency === LISTING_CURRENCY && planOf({ recurring }) === plan;

async function findPrice(stripe: Stripe, plan: Plan): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKeyOf(plan)], active: true });
  return data[0];
}

/** @throws WrongSetup if the price is missing, archived, or not what all pages show, and also if Stripe computes tax (`tax`) and the price does not include it. */
export async function requirePrice(stripe: Stripe, plan: Plan, { tax }: { tax: boolean }): Promise<Stripe.Price> {
  const found = await findPrice(stripe, plan);
  if (found && isPriceOf(plan, found) && (!tax || found.tax_behavior === "inclusive")) return found;
  throw new WrongSetup(
    `Stripe has no correct price with the lookup key ${lookupKeyOf(plan)}. Run npm run stripe:setup.`,
  );
}

/**
 * Creates the prices of both plans with one product, unless they exist. A price that does not say whether it
 * includes tax says so then, which Stripe allows once: https://docs.stripe.com/api/prices/update. A `different` price is
 * left as it is.
 */
export async function ensurePrices(
  stripe: Stripe,
): Promise<{ plan: Plan; id: string; state: "created" | "existing" | "different" }[]> {
  const { data } = await stripe.prices.list({ lookup_keys: ALL_PLANS.map(lookupKeyOf) });
  // Promotion codes can be for this product alone, so it stays, also if all prices are archived.
  let product = data[0]?.product;
  const ensured = [];
  for (const plan of ALL_PLANS) {
    const known = data.find(({ active, lookup_key: key }) => active && key === lookupKeyOf(plan));
    const price = known ?? (await createPrice(stripe, plan, product));
    product ??= price.product;
    const isRight = isPriceOf(plan, price) && price.tax_behavior !== "exclusive";
    if (isRight && price.tax_behavior !== "inclusive") {
      await stripe.prices.update(price.id, { tax_behavior: "inclusive" });
    }
    const state = known ? (isRight ? "existing" : "different") : "created";
    ensured.push({ plan, id: price.id, state } as const);
  }
  return ensured;
}

const createPrice = (stripe: Stripe, plan: Plan, product: Stripe.Price["product"] | undefined) =>
  stripe.prices.create({
    // One request creates product and price, so that a failure leaves no product without a price.
    ...(product
      ? { product: typeof product === "string" ? product : product.id }
      : { product_data: { name: "Featured listing" } }),
    currency: LISTING_CURRENCY,
    unit_amount: PLANS[plan].cents,
    recurring: { interval: "day", interval_count: PLANS[plan].days },
    // The owner pays this amount with and without tax: https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior
    tax_behavior: "inclusive",
    lookup_key: lookupKeyOf(plan),
    // An archived price may still have the lookup key.
    transfer_lookup_key: true,
  });
