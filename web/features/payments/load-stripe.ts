import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { STAND_IN_PUBLISHABLE_KEY, STAND_IN_SCRIPT } from "#schema/payments.ts";
import { loadScript } from "../../load-script.ts";

/**
 * Stripe's own script, from its own site; in local runs the stand-in's.
 * @throws Error where it does not load.
 */
export async function openStripe(publishableKey: string): Promise<Stripe> {
  // Stripe's loader takes a script that is there already.
  if (publishableKey === STAND_IN_PUBLISHABLE_KEY) await loadScript(STAND_IN_SCRIPT);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script works in browsers only.");
  return stripe;
}
