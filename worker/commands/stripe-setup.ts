import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import { openStripe } from "../adapters/stripe.ts";
import { ensurePrice, PRICE_LOOKUP_KEY } from "../adapters/stripe/price.ts";
import { providerVariables, STRIPE_KEY_MISSING } from "./local-variables.ts";
import { exitOnFailure } from "./failure-messages.ts";

// npm run stripe:setup: creates the product and the price in the Stripe account of STRIPE_SECRET_KEY, unless they exist.
exitOnFailure();
const { STRIPE_SECRET_KEY: key } = providerVariables();
if (!key) {
  console.error(STRIPE_KEY_MISSING);
  process.exit(1);
}

const price = await ensurePrice(openStripe(key));
if (price.state === "different") {
  console.error(
    `Stripe already has a price ${PRICE_LOOKUP_KEY} (${price.id}), but not ${LISTING_PRICE_TEXT} every ${LISTING_PERIOD_DAYS} days. ` +
      "Archive it in Stripe, then run this command again.",
  );
  process.exitCode = 1;
} else if (price.state === "existing") {
  console.info(`The price already exists: ${price.id}.`);
} else {
  console.info(`Created the price ${price.id}: ${LISTING_PRICE_TEXT} every ${LISTING_PERIOD_DAYS} days.`);
}
