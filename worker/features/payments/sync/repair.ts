import { isAddressMissing, isRefused, isReturned, undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import type { Payments } from "../../../ports.ts";
import { logError } from "../../../log.ts";
import { notRefunded } from "./alerts.ts";
import type { SyncParts } from "./parts.ts";
import { type Owed, type Reading, REFUND_COMMENTS, type Repair, refundDue, unpaidInvoice } from "./reading.ts";

/**
 * Does at Stripe what a reading shows to be due. What Stripe refuses is logged, and cron tries it again.
 * @returns `hasChanged`: the reading is old. `isDue`: something is still to be done.
 * @throws if Stripe does not answer.
 */
export async function repair(
  parts: SyncParts,
  reading: Reading,
  repairs: Repair[],
): Promise<{ hasChanged: boolean; isDue: boolean }> {
  let hasChanged = false;
  for (const what of repairs) {
    try {
      await STEPS[what](parts.payments, reading);
      hasChanged = true;
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (what === "refund" && isReturned(error)) return { hasChanged, isDue: false };
      // Tax waits for the owner's address.
      if (!isAddressMissing(error)) logError(error);
      if (what === "refund") await parts.alert(notRefunded(reading.paid!.charge.id));
      return { hasChanged, isDue: true };
    }
  }
  return { hasChanged, isDue: false };
}

const STEPS: Record<Repair, (payments: Payments, reading: Reading) => Promise<unknown>> = {
  // What is paid at this moment is refunded.
  cancel: (payments, { subscription }) => end(payments, subscription.id, "period"),
  void: ({ stripe }, { subscription }) => stripe.invoices.voidInvoice(unpaidInvoice(subscription)!.id),
  // A subscription's draft cannot be deleted: https://docs.stripe.com/api/invoices/delete
  "stop draft": ({ stripe }, { subscription }) =>
    stripe.invoices.update(unpaidInvoice(subscription)!.id, { auto_advance: false }),
  refund: ({ stripe }, reading) => {
    const { id, amount_refunded: before } = reading.paid!.charge;
    const amount = refundDue(reading);
    // Two calls at once refund once. After a refund, the key is another one.
    return stripe.refunds.create({ charge: id, amount }, { idempotencyKey: `refund-${id}-${before}-${amount}` });
  },
  "tax on": ({ stripe }, { subscription }) =>
    stripe.subscriptions.update(subscription.id, { automatic_tax: { enabled: true } }),
};

/** Ends a subscription at once. One that has ended stays as it is: Stripe answers 404. The next reading refunds what is owed. */
export async function end({ stripe }: Payments, id: string, owed?: Owed): Promise<void> {
  const params = owed && { cancellation_details: { comment: REFUND_COMMENTS[owed] } };
  await stripe.subscriptions.cancel(id, params).catch(undefinedIfMissing);
}
