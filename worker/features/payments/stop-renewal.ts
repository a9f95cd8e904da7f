import type { DirectoryConfig } from "#schema/pages.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import { type SyncParts, syncSubscription } from "./sync-subscription.ts";
import { runInSequence } from "./run-in-sequence.ts";
import { listRunning, type PaymentScope } from "./queries.ts";
import { isPending, isPeriodPaid } from "./state.ts";

/**
 * Makes sure that a subscription is not charged again. Paid time lasts to its end. A subscription that is not this
 * directory's is left alone.
 * @returns "cancelled" if it ends with its paid period, "ended" if it was cancelled at once or left alone, "endedInDebit" if
 * it was cancelled at once, and its bank may still carry out a payment, which is refunded then.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function stopRenewal(parts: SyncParts, id: string): Promise<"cancelled" | "ended" | "endedInDebit"> {
  const facts = await syncSubscription(parts, id);
  if (!facts) return "ended";
  // If the current period is not paid, it would still be charged.
  let isPaid = isPeriodPaid(facts, parts.now);
  if (isPaid) {
    await parts.payments.setRenewal(id, false);
    const after = await syncSubscription(parts, id);
    // The next period may have begun between the two calls.
    isPaid = after !== undefined && isPeriodPaid(after, parts.now);
  }
  if (isPaid) return "cancelled";
  await parts.payments.cancelNow(id);
  const ended = await syncSubscription(parts, id);
  return ended?.invoices.some(isPending) ? "endedInDebit" : "ended";
}

export const hasRunningSubscription = async (
  db: Db,
  { payments }: Pick<Ports, "payments">,
  scope: PaymentScope,
): Promise<boolean> => payments !== undefined && (await listRunning(db, scope)).length > 0;

/** Failures are logged, and cron tries again (`listRenewalsToStop`). */
export async function stopRenewals(
  { db, ports: { payments, now }, config }: { db: Db; ports: Pick<Ports, "payments" | "now">; config: DirectoryConfig },
  scope: PaymentScope,
): Promise<void> {
  if (!payments) return;
  const running = await listRunning(db, scope);
  await runInSequence(running, ({ id }) => stopRenewal({ db, payments, now: now(), config }, id));
}
