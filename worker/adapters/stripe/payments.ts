import { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { unrefundedCents, paymentIntentIds } from "./facts.ts";
import { idempotencyMinute } from "./idempotency-minute.ts";
import { listRefunds } from "./read.ts";

type PaymentCalls = Pick<Payments, "readPaymentState" | "closeInvoice" | "refund">;

/** One payment: how it stands, that nobody makes it any more, that it goes back. */
export const paymentCalls = (stripe: Stripe, now: () => number): PaymentCalls => ({
  async readPaymentState(subscriptionId) {
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
      expand: ["latest_invoice.payments"],
    });
    if (!invoice || typeof invoice === "string") return { status: "paid" };
    // Nothing is due: a draft is charged an hour after a period ends.
    if (invoice.status === "paid" || invoice.status === "draft") return { status: "paid" };
    const payment = paymentIntentIds(invoice)[0];
    if (!payment) return { status: "declined", reason: "The invoice has no payment" };
    const intent = await stripe.paymentIntents.retrieve(payment);
    if (intent.status === "succeeded") return { status: "paid" };
    if (intent.status === "processing") return { status: "processing" };
    if (intent.status === "requires_action") return { status: "requires_action", clientSecret: intent.client_secret! };
    return { status: "declined", reason: intent.last_payment_error?.message ?? "The card was declined" };
  },

  async closeInvoice({ id, isDraft }) {
    // The draft of a subscription can be stopped only: https://docs.stripe.com/api/invoices/delete
    try {
      if (isDraft) await stripe.invoices.update(id, { auto_advance: false });
      else await stripe.invoices.voidInvoice(id);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // It was paid or given up since it was read.
      const { status } = await stripe.invoices.retrieve(id);
      if (status !== "paid" && status !== "void") throw error;
    }
  },

  async refund(chargeId) {
    const { amount } = await stripe.charges.retrieve(chargeId);
    const refunds = await listRefunds(stripe, chargeId);
    if (unrefundedCents(amount, refunds) <= 0) return;
    try {
      await stripe.refunds.create(
        // All that is left. Stripe gives it back once, also if somebody else asks.
        { charge: chargeId },
        // Another key after one that failed, and a minute later, because Stripe repeats a failure of its own for a day.
        { idempotencyKey: `refund-${chargeId}-${refunds.length}-${idempotencyMinute(now())}` },
      );
    } catch (error) {
      // By a try at the same time.
      if ((error as Partial<Stripe.errors.StripeError>).code !== "charge_already_refunded") throw error;
    }
  },
});
