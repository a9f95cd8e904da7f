import { Stripe } from "stripe";
import type { Plan } from "#schema/pricing.ts";
import type { Payments } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { requirePrice } from "./price.ts";
import { findDue, listInvoices, readSubscription } from "./read.ts";

const PAGE = 100;

type UpdateParams = Stripe.SubscriptionUpdateParams;
type SubscriptionCalls = Pick<
  Payments,
  | "subscribe"
  | "readSubscription"
  | "listSubscriptions"
  | "setRenewal"
  | "markDuplicate"
  | "setDescription"
  | "cancelNow"
  | "moveNextCharge"
  | "changePlan"
  | "changeCard"
>;

/**
 * A trial is Stripe's way to move the next charge: https://docs.stripe.com/billing/subscriptions/billing-cycle. Stripe may
 * refuse it more than two years after `billing_cycle_anchor`, which is the last move or else the first payment. The
 * metadata tells a move of the product from one of the operator. `at` is Unix ms.
 */
const movedTo = (at: number) =>
  ({ trial_end: at / 1000, proration_behavior: "none", metadata: { moved_to: at } }) satisfies UpdateParams;

function isForMonths(discount: string | Stripe.Discount): boolean {
  const coupon = typeof discount === "string" ? null : discount.source.coupon;
  return coupon !== null && typeof coupon !== "string" && coupon.duration === "repeating";
}

/** `tax`: Stripe computes tax. */
export function subscriptionCalls(stripe: Stripe, { tax }: { tax: boolean }): SubscriptionCalls {
  const prices: Partial<Record<Plan, string>> = {};
  const priceOf = async (plan: Plan) => (prices[plan] ??= await requirePrice(stripe, plan, { tax }));
  return {
    async subscribe({ directory, description, customerId, cardId, siteId, userId, key, ...order }) {
      const price = await priceOf(order.plan);
      const { id } = await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          ...(order.promotionCodeId && { discounts: [{ promotion_code: order.promotionCodeId }] }),
          // The first period ends there and costs its share: https://docs.stripe.com/billing/subscriptions/billing-cycle
          ...(order.anchor !== undefined && {
            billing_cycle_anchor: order.anchor / 1000,
            proration_behavior: "create_prorations",
          }),
          ...(tax && { automatic_tax: { enabled: true } }),
          default_payment_method: cardId,
          // If the card is declined, Stripe creates an incomplete subscription whose payment has the reason.
          payment_behavior: "allow_incomplete",
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

    async moveNextCharge(subscriptionId, at) {
      await stripe.subscriptions.update(subscriptionId, movedTo(at));
    },

    // Without `trial_end` Stripe would charge a price of another interval at once:
    // https://docs.stripe.com/billing/subscriptions/upgrade-downgrade
    async changePlan(subscriptionId, { plan, at }) {
      const price = await priceOf(plan);
      const { items, discounts } = await stripe.subscriptions.retrieve(subscriptionId, {
        expand: ["discounts.source.coupon"],
      });
      await stripe.subscriptions.update(subscriptionId, {
        items: [{ id: items.data[0]!.id, price }],
        ...movedTo(at),
        // A discount for some months would make a whole year cheaper.
        ...(plan === "year" && discounts.some(isForMonths) && { discounts: "" }),
      });
    },

    async changeCard(subscriptionId, cardId) {
      const subscription = await stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId });
      // Subscriptions of before allow cards only. Stripe takes this not with the first change of an incomplete one.
      if (subscription.payment_settings?.payment_method_types && subscription.status !== "incomplete") {
        await stripe.subscriptions.update(subscriptionId, { payment_settings: { payment_method_types: "" } });
      }
      const due = findDue(await listInvoices(stripe, subscriptionId), subscription);
      if (!due) return null;
      try {
        if (due.status === "draft") await stripe.invoices.finalizeInvoice(due.id, { auto_advance: false });
        // The owner is present, so the bank may ask for a confirmation instead of declining the card.
        const paid = await stripe.invoices.pay(due.id, { payment_method: cardId, off_session: false });
        return paid.status === "paid" ? { amountCents: paid.amount_paid, currency: paid.currency } : null;
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
        // The card was declined, needs a confirmation, or another tab has paid. The caller reads the payment's state.
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return null;
        throw error;
      }
    },
  };
}
