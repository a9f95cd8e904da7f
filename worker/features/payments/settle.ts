import { logError } from "../../log.ts";
import { type Payments, PaymentsRefused, type SubscriptionFacts } from "../../ports.ts";
import { canRefundNow, listInvoicesToClose, listChargesToRefund, nextChargeToMove } from "./state.ts";

type Parts = { payments: Payments; now: number };

/**
 * Closes invoices that must not be paid, refunds charges that bought no featured days, and moves Stripe's next charge to
 * the end of the paid time. Idempotent. A step that Stripe refuses is logged, and cron tries it again.
 * @returns true if a step succeeded: then `facts` are outdated.
 * @throws PaymentsUnavailable if Stripe does not answer.
 */
export async function settle({ payments, now }: Parts, facts: SubscriptionFacts): Promise<boolean> {
  const nextCharge = nextChargeToMove(facts, now);
  const steps = [
    ...listInvoicesToClose(facts, now).map(
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
    ...(nextCharge === null ? [] : [() => payments.moveNextCharge(facts.id, nextCharge)]),
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
  listInvoicesToClose(facts, now).length > 0 ||
  listChargesToRefund(facts, now).length > 0 ||
  nextChargeToMove(facts, now) !== null;
