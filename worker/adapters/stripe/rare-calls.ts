import type { Stripe } from "stripe";
import type { StripeSettings } from "../../settings.ts";
import { billingCalls } from "./billing.ts";
import { payoutCalls } from "./payouts.ts";
import { previewCalls } from "./preview.ts";
import { promotionCalls } from "./promotions.ts";

/** `rareCalls` in stripe.ts loads them. */
export const makeRareCalls = (stripe: Stripe, settings: StripeSettings, now: () => number) => ({
  ...billingCalls(stripe, settings),
  ...payoutCalls(stripe),
  ...previewCalls(stripe, settings),
  ...promotionCalls(stripe, now),
});
