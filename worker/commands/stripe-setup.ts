import { LISTING_PERIOD_DAYS, LISTING_PRICE_TEXT } from "#schema/pricing.ts";
import { openStripe } from "../adapters/stripe.ts";
import { ensurePrice, PRICE_LOOKUP_KEY } from "../adapters/stripe/price.ts";
import { providerVariables } from "./local-variables.ts";
import { exitOnFailure } from "./failure-messages.ts";

// npm run stripe:setup: makes the product and the price in the account of STRIPE_SECRET_KEY, once.
exitOnFailure();
const { STRIPE_SECRET_KEY: key } = providerVariables();
if (!key) {
  console.error("Set STRIPE_SECRET_KEY in the environment or in .dev.vars.");
  process.exit(1);
}

const price = await ensurePrice(openStripe(key));
if (price.state === "different") {
  console.error(
    `The price ${price.id} named ${PRICE_LOOKUP_KEY} is another one. Archive it in Stripe, then run this again.`,
  );
  process.exitCode = 1;
} else if (price.state === "existing") {
  console.info(`The price is there: ${price.id}.`);
} else {
  console.info(`Made the price ${price.id}: ${LISTING_PRICE_TEXT} every ${LISTING_PERIOD_DAYS} days.`);
}
