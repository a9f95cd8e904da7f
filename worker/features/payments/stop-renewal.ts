import type { Db } from "../../db/connection.ts";
import type { Payments, Ports } from "../../ports.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { runInSequence } from "./run-in-sequence.ts";
import { listRunning, type PaymentScope } from "./queries.ts";
import { isPeriodPaid } from "./state.ts";

/** Nothing more is charged. What is paid lasts to its end; false where nothing is, so that it has ended at once. */
export async function stopRenewal(parts: { db: Db; payments: Payments; now: number }, id: string): Promise<boolean> {
  const facts = await syncSubscription(parts, id);
  // Nothing of ours.
  if (!facts) return false;
  // Where the next period has begun and is not paid, it would still be charged, so that one ends now.
  let isPaid = isPeriodPaid(facts, parts.now);
  if (isPaid) {
    await parts.payments.setRenewal(id, false);
    const after = await syncSubscription(parts, id);
    // It may have begun between the two questions.
    isPaid = after !== undefined && isPeriodPaid(after, parts.now);
  }
  if (!isPaid) {
    await parts.payments.cancelNow(id);
    await syncSubscription(parts, id);
  }
  return isPaid;
}

/** Whether something is paid for that `stopRenewals` would stop. */
export const hasRunningSubscription = async (
  db: Db,
  { payments }: Pick<Ports, "payments">,
  scope: PaymentScope,
): Promise<boolean> => payments !== undefined && (await listRunning(db, scope)).length > 0;

/**
 * After staff hid a listing or suspended its owner. What Stripe does not take now, cron tries again (listToStop).
 */
export async function stopRenewals(
  db: Db,
  { payments, now }: Pick<Ports, "payments" | "now">,
  scope: PaymentScope,
): Promise<void> {
  if (!payments) return;
  const live = await listRunning(db, scope);
  await runInSequence(live, ({ id }) => stopRenewal({ db, payments, now: now() }, id));
}
