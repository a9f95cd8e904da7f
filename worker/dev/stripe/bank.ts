import { Billing } from "./billing.ts";
import type { Charge, Dispute, FraudWarning, Refund } from "./objects.ts";
import { newDispute, newFraudWarning, newRefund } from "./objects/payments.ts";
import { refuse } from "./store.ts";

export { StripeError } from "./store.ts";
export { cardError } from "./wallet.ts";

/**
 * How a call fails: a 500 `before` or `after` its effect, a 429, or a 409 because another request with its idempotency
 * key is running. Only a 500 uses up the key. https://docs.stripe.com/rate-limits and
 * https://docs.stripe.com/api/idempotent_requests
 */
export type Failure = "before" | "after" | "rate_limit" | "lock_timeout" | "idempotency_key_in_use";

/**
 * Stripe's objects and what happens to them, in five classes that extend each other: `Store` (objects, clock, events),
 * `Wallet` (cards), `Charges`, `Invoices`, `Billing` (subscriptions), and here refunds, disputes and warnings.
 */
export class Bank extends Billing {
  /** Tests set it to make API calls fail. */
  failCall: (asked: { method: string; path: string }) => Failure | undefined = () => undefined;

  /**
   * A pending refund ends with `endRefund`. A charge that the bank has taken back, or may take back, cannot be refunded:
   * https://docs.stripe.com/error-codes#charge-disputed
   */
  refund(
    charge: Charge,
    amount = charge.amount - charge.amount_refunded,
    status: "succeeded" | "pending" = "succeeded",
  ): Refund {
    const isBlocking = (one: Dispute) =>
      one.charge === charge.id && !one.is_charge_refundable && one.status !== "won" && one.status !== "prevented";
    if (this.list<Dispute>("dispute", isBlocking).length > 0) {
      throw refuse("The charge was charged back.", { code: "charge_disputed" });
    }
    if (charge.refunded) throw refuse("The charge has already been refunded.", { code: "charge_already_refunded" });
    const left = charge.amount - charge.amount_refunded;
    if (charge.status !== "succeeded" || !(amount > 0 && amount <= left)) {
      throw refuse(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
        param: "amount",
      });
    }
    this.#addRefunded(charge, amount);
    const refund = this.save(newRefund(charge, { id: this.id("re"), created: this.nowSeconds, amount, status }));
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  /** A refund may fail after it succeeded, days later: https://docs.stripe.com/refunds#failed-refunds */
  endRefund(refund: Refund, status: "succeeded" | "failed"): void {
    refund.status = status;
    if (status === "failed") {
      refund.failure_reason = "expired_or_canceled_card";
      this.#addRefunded(this.find<Charge>("charge", refund.charge), -refund.amount);
    }
    this.emit([...(status === "failed" ? ["refund.failed" as const] : []), "refund.updated"], refund);
  }

  #addRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** The bank takes the money at once, except for an inquiry (a `warning_…` status). */
  openDispute(charge: Charge, status: Dispute["status"] = "needs_response"): Dispute {
    charge.disputed = true;
    const dispute = this.save(newDispute(charge, { id: this.id("dp"), created: this.nowSeconds, status }));
    this.emit("charge.dispute.created", dispute);
    return dispute;
  }

  /** An inquiry can become a dispute: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
  moveDispute(dispute: Dispute, status: Dispute["status"]): void {
    Object.assign(dispute, { status, is_charge_refundable: status.startsWith("warning_") });
    this.emit("charge.dispute.updated", dispute);
  }

  closeDispute(dispute: Dispute, status: "won" | "lost" | "warning_closed"): void {
    dispute.status = status;
    this.emit("charge.dispute.closed", dispute);
  }

  /** The card's issuer thinks that the payment is a fraud: https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
  warnOfFraud(charge: Charge): FraudWarning {
    const given = { id: this.id("issfr"), created: this.nowSeconds, actionable: !charge.refunded && !charge.disputed };
    return this.save(newFraudWarning(charge, given), "radar.early_fraud_warning.created");
  }
}
