import { formatMoney, LISTING_CURRENCY, PLANS } from "#schema/payments/pricing.ts";
import { openStripe } from "../adapters/stripe.ts";
import { ensurePortal } from "../adapters/stripe/portal.ts";
import { ensurePrices, lookupKeyOf } from "../adapters/stripe/prices.ts";
import { providerVariables, STRIPE_KEY_MISSING } from "./local-variables.ts";
import { exitOnFailure } from "./failure-messages.ts";

// npm run stripe:setup: creates the product, its two prices and a configuration of the customer portal in the Stripe account of
// STRIPE_SECRET_KEY, unless they exist.
exitOnFailure();
const { STRIPE_SECRET_KEY: key } = providerVariables();
if (!key) {
  console.error(STRIPE_KEY_MISSING);
  process.exit(1);
}

const stripe = openStripe(key);
for (const { plan, id, state } of await ensurePrices(stripe)) {
  const text = `${formatMoney(PLANS[plan].cents, LISTING_CURRENCY)} every ${PLANS[plan].days} days`;
  if (state === "different") {
    console.error(
      `Stripe already has a price ${lookupKeyOf(plan)} (${id}), but not ${text}. Archive it in Stripe, then run this command again.`,
    );
    process.exitCode = 1;
  } else if (state === "existing") {
    console.info(`The price already exists: ${id}, ${text}.`);
  } else {
    console.info(`Created the price ${id}: ${text}.`);
  }
}
console.info(`The customer portal has the configuration ${await ensurePortal(stripe)}.`);
