import { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { requirePrice } from "./price.ts";
import { listInvoices, readSubscription } from "./read.ts";

const PAGE = 100;

type SubscriptionCalls = Pick<
  Payments,
  | "subscribe"
  | "readSubscription"
  | "listSubscriptions"
  | "setRenewal"
  | "markDuplicate"
  | "setDescription"
  | "cancelNow"
  | "changeCard"
>;

/** What is paid for, again and again, and with which card. */
export function subscriptionCalls(stripe: Stripe): SubscriptionCalls {
  let price: string | undefined;
  return {
    async subscribe({ directory, description, customerId, cardId, siteId, userId, key }) {
      price ??= await requirePrice(stripe);
      const { id } = await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: cardId,
          // A card that is declined leaves an incomplete subscription, which says why.
          payment_behavior: "allow_incomplete",
          payment_settings: { payment_method_types: ["card"] },
          description,
          // On each invoice, the first one too.
          invoice_settings: { description },
          metadata: { directory, site_id: siteId, user_id: userId, claim: key },
        },
        { idempotencyKey: key },
      );
      return id;
    },

    readSubscription: (subscriptionId) => readSubscription(stripe, subscriptionId),

    async listSubscriptions(customer) {
      const ids: string[] = [];
      const found = stripe.subscriptions.list({ ...(customer && { customer }), status: "all", limit: PAGE });
      try {
        for await (const { id } of found) ids.push(id);
      } catch (error) {
        // The customer belongs to another account or mode than the key.
        if (!isMissing(error)) throw error;
      }
      return ids;
    },

    async setRenewal(subscriptionId, renews) {
      const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
      const endsAtDate = cancel_at !== null && !cancel_at_period_end;
      await stripe.subscriptions.update(
        subscriptionId,
        renews && endsAtDate ? { cancel_at: "" } : { cancel_at_period_end: !renews },
      );
    },

    async markDuplicate(subscriptionId, at) {
      await stripe.subscriptions.update(subscriptionId, { metadata: { second_at: at } });
    },

    async setDescription(subscriptionId, description) {
      await stripe.subscriptions.update(subscriptionId, { description, invoice_settings: { description } });
    },

    async cancelNow(subscriptionId) {
      try {
        await stripe.subscriptions.cancel(subscriptionId);
      } catch (error) {
        // One that has ended is unknown to this call.
        if (isMissing(error)) return;
        throw error;
      }
    },

    async changeCard(subscriptionId, cardId) {
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId });
      const [newest] = await listInvoices(stripe, subscriptionId);
      if (newest?.status !== "open") return;
      try {
        // Its owner is here, so a bank may ask for a confirmation instead of declining.
        await stripe.invoices.pay(newest.id, { payment_method: cardId, off_session: false });
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
        // Declined, to be confirmed, or paid by another tab: how the payment stands is asked for next.
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return;
        throw error;
      }
    },
  };
}
