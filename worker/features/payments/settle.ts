import { logError } from "../../log.ts";
import { type Payments, PaymentsRefused, type SubscriptionFacts } from "../../ports.ts";
import { canRefundNow, listInvoicesToClose, listChargesToRefund } from "./state.ts";

type Parts = { payments: Payments; now: number };

/**
 * Makes it true at Stripe that what has ended costs nothing more: gives up invoices that could still be paid, and gives
 * back what was paid for nothing. Does no harm when it runs twice. True where Stripe has something new to tell.
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
      // oxlint-disable-next-line no-await-in-loop -- Almost always one.
      await step();
      isChanged = true;
    } catch (error) {
      // What Stripe refuses now is tried again by cron.
      if (!(error instanceof PaymentsRefused)) throw error;
      logError(error);
    }
  }
  return isChanged;
}

export const isUnsettled = (facts: SubscriptionFacts, now: number): boolean =>
  listInvoicesToClose(facts).length > 0 || listChargesToRefund(facts, now).length > 0;
