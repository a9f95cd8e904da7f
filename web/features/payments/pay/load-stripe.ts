import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { loadScript } from "../../../browser/load-script.ts";

/**
 * Loads Stripe.js, or `script` instead of it, and opens it with the publishable key.
 * @throws Error if the script does not load.
 */
export async function openStripe(publishableKey: string, script?: string): Promise<Stripe> {
  // loadStripe uses a `window.Stripe` that exists already.
  if (script) await loadScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script works in browsers only.");
  return stripe;
}
