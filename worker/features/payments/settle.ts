import { logError } from "../../log.ts";
import { type Payments, PaymentsRefused, type SubscriptionFacts } from "../../ports.ts";
import { canRefundNow, listInvoicesToClose, listChargesToRefund } from "./state.ts";

type Parts = { payments: Payments; now: number };

/**
 * Closes the invoices of an ended subscription that can still be paid, and refunds charges that bought no featured
 * days. Idempotent. A step that Stripe refuses is logged, and cron tries it again.
 * @returns true if a step succeeded: then `facts` are outdated.
 * @throws PaymentsUnavailable if Stripe does not answer.
 */
export async function settle({ payments, now }: Parts, facts: SubscriptionFacts): Promise<boolean> {
  const steps = [
    ...listInvoicesToClose(facts).map(
      ({ id, collectable }) =>
        () =>
          payments.closeInvoice({ id, isDraft: collectable === "draft" }),
    ),
    ...listChargesToRefund(facts, now)
      .filter((charge) => canRefundNow(charge, now))
      .map(
        ({ id }) =>
          () =>
            payments.refund(id),
      ),
  ];
  let isChanged = false;
  for (const step of steps) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- Nearly always one step.
      await step();
      isChanged = true;
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      logError(error);
    }
  }
  return isChanged;
}

export const isUnsettled = (facts: SubscriptionFacts, now: number): boolean =>
  listInvoicesToClose(facts).length > 0 || listChargesToRefund(facts, now).length > 0;
