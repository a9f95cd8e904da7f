import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { Plan } from "#schema/pricing.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { PaymentsRefused } from "../../ports.ts";
import { isCurrent, isPending, isPeriodPaid, paidUntil } from "./state.ts";
import { type SyncParts, syncSubscription } from "./sync-subscription.ts";

/**
 * From the end of the paid time on, the subscription renews with `plan`. Nothing is charged now. Idempotent.
 * @throws AppError 409 unless the subscription renews and its period is paid. A debit that is not decided is no payment
 * here: if it failed after the switch, Stripe would call the subscription a trial, and nobody would be told. 409 also if
 * Stripe refuses the time of the next charge, because the subscription is too old.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function changePlan(parts: SyncParts, id: string, plan: Plan): Promise<void> {
  const facts = await syncSubscription(parts, id);
  const isRenewing = facts && isCurrent(facts.status) && !facts.cancelAtPeriodEnd && isPeriodPaid(facts, parts.now);
  if (!isRenewing || facts.invoices.some(isPending)) throw new AppError("conflict", PAYMENT_MESSAGES.cannotSwitch);
  if (facts.plan === plan) return;
  try {
    await parts.payments.changePlan(id, { plan, at: paidUntil(facts)! });
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || error.field !== "next_charge") throw error;
    logError(error);
    throw new AppError("conflict", PAYMENT_MESSAGES.tooOldToSwitch);
  }
  await syncSubscription(parts, id);
}
