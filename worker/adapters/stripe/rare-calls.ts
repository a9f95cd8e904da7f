import type { Stripe } from "stripe";
import { billingCalls } from "./billing.ts";
import { payoutCalls } from "./payouts.ts";
import { previewCalls } from "./preview.ts";
import { promotionCalls } from "./promotions.ts";

/** `rareCalls` in stripe.ts loads them. */
export const makeRareCalls = (stripe: Stripe, now: () => number) => ({
  ...billingCalls(stripe),
  ...payoutCalls(stripe),
  ...previewCalls(stripe),
  ...promotionCalls(stripe, now),
});
