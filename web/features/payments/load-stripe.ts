import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { loadScript } from "../../load-script.ts";

/**
 * Stripe's own script, from its own site, or `script` in its place.
 * @throws Error where it does not load.
 */
export async function openStripe(publishableKey: string, script?: string): Promise<Stripe> {
  // Stripe's loader takes a script that is there already.
  if (script) await loadScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script works in browsers only.");
  return stripe;
}
