import { type CardResponse, PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { isRefused } from "../../../adapters/stripe/errors.ts";
import { AppError } from "../../../errors.ts";
import { hasEnded, idOf, isPeriodPaid, type Reading, renews, unpaidInvoice } from "../sync/reading.ts";
import type { SyncParts } from "../sync/parts.ts";
import { endSubscription, syncSubscription } from "../sync/sync.ts";
import { attachCard } from "./customer.ts";
import { paymentOf } from "./subscribe.ts";

/**
 * Makes sure that a subscription is not charged again. A paid period lasts to its end. If the current one is not paid, the
 * subscription ends at once, and what the bank takes at this moment is refunded.
 * @returns "cancelled" if it ends with its period, "ended" if it has ended.
 */
export async function stopRenewal(parts: SyncParts, id: string): Promise<"cancelled" | "ended"> {
  const reading = await syncSubscription(parts, id);
  // The key may be that of another account. The operator was told.
  if (!reading) throw new AppError("provider_failed", PAYMENT_MESSAGES.notCancelled);
  if (hasEnded(reading.subscription)) return "ended";
  if (isPeriodPaid(reading.subscription)) {
    if (!renews(reading.subscription)) return "cancelled";
    await parts.payments.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const after = await syncSubscription(parts, id);
    // The next period may have begun in between.
    if (after && !hasEnded(after.subscription) && isPeriodPaid(after.subscription)) return "cancelled";
  }
  // Paused days may have been used.
  await endSubscription(parts, id, reading.subscription.pause_collection ? "unused" : "period");
  return "ended";
}

/** @throws AppError 409 unless the subscription is paid and runs. */
export async function resume(parts: SyncParts, id: string): Promise<void> {
  const before = await requireReading(parts, id);
  if (!isPeriodPaid(before.subscription)) throw cannotResume();
  const { cancel_at: at, cancel_at_period_end: endsWithPeriod } = before.subscription;
  const change = at !== null && !endsWithPeriod ? { cancel_at: "" as const } : { cancel_at_period_end: false };
  await parts.payments.stripe.subscriptions.update(id, change);
  const after = await requireReading(parts, id);
  if (hasEnded(after.subscription)) throw cannotResume();
}

/**
 * Sets the card of one subscription, and pays what is open with it. The subscription's own card beats the customer's
 * default, so Stripe's portal alone may not repair it.
 * @throws AppError 402 if the card was declined, 400 of `attachCard`, 409 if the subscription has ended.
 */
export async function changeCard(parts: SyncParts, id: string, typed: string): Promise<CardResponse> {
  const { stripe } = parts.payments;
  const { subscription } = await requireReading(parts, id);
  // A first payment that was not confirmed is given up by the next one.
  if (hasEnded(subscription) || subscription.status === "incomplete") throw cannotResume();
  const card = await attachCard(parts, idOf(subscription.customer), typed);
  const open = unpaidInvoice(subscription);
  let charged: CardResponse["charged"] = null;
  if (open && open.status !== "draft") {
    try {
      // The owner is present, so the bank may ask for a confirmation instead of declining the card.
      const paid = await stripe.invoices.pay(open.id, { payment_method: card, off_session: false });
      if (paid.status === "paid") charged = { amount_cents: paid.amount_paid, currency: paid.currency };
    } catch (error) {
      // Declined, or it needs a confirmation, or another tab has paid: the next reading tells.
      if (!isRefused(error)) throw error;
    }
    // A declined card does not replace the one before.
    await paymentOf(parts, id);
  }
  await stripe.subscriptions.update(id, { default_payment_method: card });
  return { ...(await paymentOf(parts, id)), charged };
}

async function requireReading(parts: SyncParts, id: string): Promise<Reading> {
  const reading = await syncSubscription(parts, id);
  if (!reading) throw cannotResume();
  return reading;
}

const cannotResume = () => new AppError("conflict", PAYMENT_MESSAGES.cannotResume);
