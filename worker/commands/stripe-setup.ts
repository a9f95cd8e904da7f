import { LISTING_CENTS, LISTING_CURRENCY, LISTING_DAYS } from "#schema/pricing.ts";
import { isListingPrice, openStripe, PRICE_KEY } from "../adapters/stripe.ts";
import { accountVariables } from "./local-variables.ts";

// npm run stripe:setup: makes the product and the price in the account of STRIPE_SECRET_KEY, once.
const { STRIPE_SECRET_KEY: key } = accountVariables();
if (!key) {
  console.error("Set STRIPE_SECRET_KEY in the environment or in .dev.vars.");
  process.exit(1);
}

const stripe = openStripe(key);
const { data } = await stripe.prices.list({ lookup_keys: [PRICE_KEY], active: true });
const [known] = data;

if (known && isListingPrice(known)) {
  console.info(`The price is there: ${known.id}.`);
} else if (known) {
  console.error(`The price ${known.id} named ${PRICE_KEY} is another one. Archive it in Stripe, then run this again.`);
  process.exitCode = 1;
} else {
  const product = await stripe.products.create({ name: "Featured listing" });
  const price = await stripe.prices.create({
    product: product.id,
    currency: LISTING_CURRENCY,
    unit_amount: LISTING_CENTS,
    recurring: { interval: "day", interval_count: LISTING_DAYS },
    lookup_key: PRICE_KEY,
  });
  console.info(`Made the price ${price.id}: ${LISTING_CENTS / 100} ${LISTING_CURRENCY} every ${LISTING_DAYS} days.`);
}
