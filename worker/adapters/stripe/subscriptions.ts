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
          // If the card is declined, Stripe creates an incomplete subscription whose payment has the reason.
          payment_behavior: "allow_incomplete",
          payment_settings: { payment_method_types: ["card"] },
          description,
          // The description of each invoice, the first one included.
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
        // Stripe answers 404 if the subscription has already ended.
        if (isMissing(error)) return;
        throw error;
      }
    },

    async changeCard(subscriptionId, cardId) {
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId });
      const [newest] = await listInvoices(stripe, subscriptionId);
      if (newest?.status !== "open") return;
      try {
        // The owner is present, so the bank may ask for a confirmation instead of declining the card.
        await stripe.invoices.pay(newest.id, { payment_method: cardId, off_session: false });
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
        // The card was declined, needs a confirmation, or another tab has paid. The caller reads the payment's state.
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return;
        throw error;
      }
    },
  };
}
