import type { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { isWrongSignature } from "./errors.ts";

/** Events that were signed further than this from now are refused, so that old ones cannot be replayed. */
const TOLERANCE_S = 300;

/** Returns the event, or undefined unless its signature is valid. `now` is Unix ms. */
export async function readEvent(
  { stripe, webhookSecret }: Payments,
  { body, signature, now }: { body: string; signature: string; now: number },
): Promise<Stripe.Event | undefined> {
  if (webhookSecret === "") return undefined;
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      webhookSecret,
      TOLERANCE_S,
      undefined,
      now,
    );
    // The SDK does not refuse signatures of the future.
    return signedAt(signature) > now / 1000 + TOLERANCE_S ? undefined : event;
  } catch (error) {
    if (isWrongSignature(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** In Unix seconds. Of several times it takes the last one, like Stripe's SDK. */
function signedAt(signature: string): number {
  const time = signature.split(",").findLast((part) => part.startsWith("t="));
  return Number.parseInt(time?.slice(2) ?? "", 10);
}
