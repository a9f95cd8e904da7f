import { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { signedAt, subscriptionIdOf, toEvent } from "./facts.ts";

/** Events that were signed further than this from now are refused, so that old ones cannot be replayed. */
const TOLERANCE_SECONDS = 300;

type EventCalls = Pick<Payments, "readEvent" | "findSubscriptionOf">;

export const eventCalls = (stripe: Stripe, webhookSecret: string, now: () => number): EventCalls => ({
  async readEvent(body, signature) {
    if (webhookSecret === "") return undefined;
    try {
      const event = await stripe.webhooks.constructEventAsync(
        body,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now(),
      );
      // The SDK does not refuse signatures of the future.
      return signedAt(signature) > now() / 1000 + TOLERANCE_SECONDS ? undefined : toEvent(event);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
        return undefined;
      throw error;
    }
  },

  async findSubscriptionOf({ subject }) {
    if (!subject) return undefined;
    if ("subscription" in subject) return subject.subscription;
    const { data } = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: subject.payment },
      expand: ["data.invoice"],
    });
    const invoice = data[0]?.invoice;
    return invoice && typeof invoice !== "string" && !("deleted" in invoice) ? subscriptionIdOf(invoice) : undefined;
  },
});
