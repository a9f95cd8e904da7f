import { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { reasonOf } from "./errors.ts";
import { unrefundedCents, paymentIntentIds } from "./facts.ts";
import { idempotencyMinute } from "./idempotency-minute.ts";
import { findDue, listInvoices, listRefunds } from "./read.ts";

type PaymentCalls = Pick<Payments, "readPaymentState" | "closeInvoice" | "refund">;

export const paymentCalls = (stripe: Stripe, now: () => number): PaymentCalls => ({
  async readPaymentState(subscriptionId) {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ["latest_invoice.payments"] });
    const { status, latest_invoice: latest } = subscription;
    if (!latest || typeof latest === "string") return { status: "paid" };
    // The latest invoice may be newer than what is due: a renewal's invoice is a draft for about an hour.
    const isBehind = (status === "past_due" || status === "unpaid") && latest.status !== "open";
    const invoice = isBehind ? findDue(await listInvoices(stripe, subscriptionId), subscription) : latest;
    if (!invoice || invoice.status === "paid" || invoice.status === "draft") return { status: "paid" };
    const payment = paymentIntentIds(invoice)[0];
    if (!payment) return { status: "declined", reason: "The invoice has no payment" };
    const intent = await stripe.paymentIntents.retrieve(payment);
    if (intent.status === "succeeded") return { status: "paid" };
    if (intent.status === "processing") return { status: "processing" };
    if (intent.status === "requires_action") return { status: "requires_action", clientSecret: intent.client_secret! };
    return { status: "declined", reason: reasonOf(intent.last_payment_error) };
  },

  async closeInvoice({ id, isDraft }) {
    // A subscription's draft cannot be deleted, only stopped: https://docs.stripe.com/api/invoices/delete
    try {
      if (isDraft) await stripe.invoices.update(id, { auto_advance: false });
      else await stripe.invoices.voidInvoice(id);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // The invoice was paid or voided since it was read.
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
        // Without an amount Stripe refunds what is left, and only once.
        { charge: chargeId },
        // A failed refund changes the number of refunds, so the next one has a new key.
        { idempotencyKey: `refund-${chargeId}-${refunds.length}-${idempotencyMinute(now())}` },
      );
    } catch (error) {
      // A concurrent request has refunded it.
      if ((error as Partial<Stripe.errors.StripeError>).code !== "charge_already_refunded") throw error;
    }
  },
});
