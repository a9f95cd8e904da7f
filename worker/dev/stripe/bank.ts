import { Billing } from "./billing.ts";
import type { Charge, Dispute, Refund } from "./objects.ts";
import { refuse } from "./store.ts";

export { StripeError } from "./store.ts";
export { cardError } from "./wallet.ts";

/** Statuses in which the bank has taken no money: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const INQUIRIES = new Set(["warning_needs_response", "warning_under_review", "warning_closed"]);

/**
 * Stripe's objects and what happens to them, in five classes that extend each other: `Store` (objects, clock, webhook
 * events), `Wallet` (cards), `Invoices` (charges), `Billing` (subscriptions), and here refunds and disputes.
 */
export class Bank extends Billing {
  /** Tests set it to make an API call answer 500, before or after it has done its work. */
  failCall: (asked: { method: string; path: string }) => "before" | "after" | undefined = () => undefined;

  refund(charge: Charge, amount = charge.amount - charge.amount_refunded): Refund {
    if (this.list<Dispute>("dispute", (one) => one.charge === charge.id && one.status === "lost").length > 0) {
      throw refuse("The charge was charged back.", { code: "charge_disputed" });
    }
    if (charge.status !== "succeeded" || amount <= 0 || charge.amount_refunded + amount > charge.amount) {
      throw refuse("The charge cannot be refunded by that amount.", {
        ...(charge.refunded && { code: "charge_already_refunded" }),
      });
    }
    this.#addRefunded(charge, amount);
    const refund = this.save<Refund>({
      object: "refund",
      id: this.id("re"),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount,
      created: this.nowSeconds,
      status: "succeeded",
    });
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  /** The bank sends the refund back, days later: https://docs.stripe.com/refunds#failed-refunds */
  failRefund(refund: Refund): void {
    refund.status = "failed";
    this.#addRefunded(this.find<Charge>("charge", refund.charge), -refund.amount);
    for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"]) this.emit(type, refund);
  }

  #addRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** Opens a dispute. The bank takes the money at once, except for an inquiry (a `warning_…` status). */
  openDispute(charge: Charge, status = "needs_response"): Dispute {
    charge.disputed = true;
    const { id: chargeId, amount, payment_intent } = charge;
    const dispute = this.save<Dispute>({
      object: "dispute",
      id: this.id("dp"),
      charge: chargeId,
      payment_intent,
      amount,
      created: this.nowSeconds,
      status,
      balance_transactions: INQUIRIES.has(status) ? [] : [{ amount: -amount }],
    });
    this.emit("charge.dispute.created", dispute);
    return dispute;
  }

  moveDispute(dispute: Dispute, status: string): void {
    dispute.status = status;
    this.emit("charge.dispute.updated", dispute);
  }

  closeDispute(dispute: Dispute, status: "won" | "lost" | "prevented" | "warning_closed"): void {
    dispute.status = status;
    if (status === "won") dispute.balance_transactions.push({ amount: dispute.amount });
    this.emit("charge.dispute.closed", dispute);
  }
}
