import { DAY_MS } from "#schema/dates.ts";
import { logError } from "../../log.ts";
import { type Payments, PaymentsRefused } from "../../ports.ts";
import {
  canRefundNow,
  hasEnded,
  type KnownFacts,
  listChargesToRefund,
  listInvoicesToClose,
  nextChargeToMove,
} from "./state.ts";

type Parts = { payments: Payments; now: number };

/**
 * Moves Stripe's next charge to the end of the paid time, closes invoices that must not be paid, and refunds charges that
 * bought no featured days. Idempotent. A step that Stripe refuses is logged, and cron tries it again. If Stripe refuses
 * the move, the invoices stay: a payment of them buys the next days.
 * @returns true if a step succeeded: then `facts` are outdated.
 * @throws PaymentsUnavailable if Stripe does not answer.
 */
export async function settle({ payments, now }: Parts, facts: KnownFacts): Promise<boolean> {
  const nextCharge = nextChargeToMove(facts, now);
  const isMoved = nextCharge !== null && (await isDone(() => payments.moveNextCharge(facts.id, nextCharge)));
  const steps = [
    ...(nextCharge === null || isMoved ? listInvoicesToClose(facts, now) : []).map(
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
  let isChanged = isMoved;
  for (const step of steps) {
    if (await isDone(step)) isChanged = true;
  }
  return isChanged;
}

/** False if Stripe refuses the step. */
async function isDone(step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    logError(error);
    return false;
  }
}

/** Banks return a refund within 30 days: https://docs.stripe.com/refunds#failed-refunds */
const REFUND_FAILS_MS = 31 * DAY_MS;

/** Cron reads the subscription again: something is due, or a refund after the end may still fail. */
export const isUnsettled = (facts: KnownFacts, now: number): boolean =>
  listInvoicesToClose(facts, now).length > 0 ||
  listChargesToRefund(facts, now).length > 0 ||
  nextChargeToMove(facts, now) !== null ||
  (hasEnded(facts.status) &&
    facts.invoices
      .flatMap(({ charges }) => charges.flatMap(({ refunds }) => refunds))
      .some((refund) => !refund.hasFailed && refund.createdAt > now - REFUND_FAILS_MS));
