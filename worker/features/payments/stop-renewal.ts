import type { Db } from "../../db/connection.ts";
import type { Payments, Ports } from "../../ports.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { runInSequence } from "./run-in-sequence.ts";
import { listRunning, type PaymentScope } from "./queries.ts";
import { isPeriodPaid } from "./state.ts";

/**
 * Makes sure that a subscription is not charged again. Paid time lasts to its end.
 * @returns false if the current period is not paid, so that the subscription was cancelled at once.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function stopRenewal(parts: { db: Db; payments: Payments; now: number }, id: string): Promise<boolean> {
  const facts = await syncSubscription(parts, id);
  // It belongs to another directory.
  if (!facts) return false;
  // An unpaid period that has begun would still be charged, so the subscription is cancelled at once.
  let isPaid = isPeriodPaid(facts, parts.now);
  if (isPaid) {
    await parts.payments.setRenewal(id, false);
    const after = await syncSubscription(parts, id);
    // The next period may have begun between the two calls.
    isPaid = after !== undefined && isPeriodPaid(after, parts.now);
  }
  if (!isPaid) {
    await parts.payments.cancelNow(id);
    await syncSubscription(parts, id);
  }
  return isPaid;
}

/** Returns whether there is a subscription that `stopRenewals` would stop; false if payments are not configured. */
export const hasRunningSubscription = async (
  db: Db,
  { payments }: Pick<Ports, "payments">,
  scope: PaymentScope,
): Promise<boolean> => payments !== undefined && (await listRunning(db, scope)).length > 0;

/**
 * Stops the renewals of a site that staff hid, or of a user whom staff suspended. What fails is logged, and cron tries
 * it again (`listRenewalsToStop`).
 */
export async function stopRenewals(
  db: Db,
  { payments, now }: Pick<Ports, "payments" | "now">,
  scope: PaymentScope,
): Promise<void> {
  if (!payments) return;
  const running = await listRunning(db, scope);
  await runInSequence(running, ({ id }) => stopRenewal({ db, payments, now: now() }, id));
}
