import { Billing } from "./billing.ts";
import type { Move } from "./balance.ts";
import type { BalanceTransaction, Charge, Dispute, Refund } from "./objects.ts";
import { newDispute, newRefund } from "./objects/payments.ts";
import { refuse } from "./store.ts";

export { StripeError } from "./store.ts";
export { cardError } from "./wallet.ts";

/** Statuses in which the bank has taken no money: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const INQUIRIES = new Set(["warning_needs_response", "warning_under_review", "warning_closed"]);

/**
 * Stripe's objects and what happens to them, in six classes that extend each other: `Store` (objects, clock, webhook
 * events), `Balance` (fees and payouts), `Wallet` (cards), `Invoices` (charges), `Billing` (subscriptions), and here refunds and disputes.
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
    const id = this.id("re");
    const kind = isCard(charge) ? "refund" : "payment_refund";
    const { id: balance_transaction } = this.#move(kind, charge, { source: id, amount: -amount });
    const refund = this.save(newRefund(charge, { id, created: this.nowSeconds, amount, balance_transaction }));
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  /** The bank sends the refund back, days later: https://docs.stripe.com/refunds#failed-refunds */
  failRefund(refund: Refund): void {
    const charge = this.find<Charge>("charge", refund.charge);
    refund.status = "failed";
    refund.failure_reason = "expired_or_canceled_card";
    const { id, amount } = refund;
    refund.failure_balance_transaction = this.#move("refund_failure", charge, { source: id, amount }).id;
    this.#addRefunded(charge, -amount);
    for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"] as const) this.emit(type, refund);
  }

  #move(kind: Move, { currency }: Charge, given: { source: string; amount: number }): BalanceTransaction {
    return this.move(kind, { currency, ...given });
  }

  #addRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** Opens a dispute. The bank takes the money at once, except for an inquiry (a `warning_…` status). */
  openDispute(charge: Charge, status: Dispute["status"] = "needs_response"): Dispute {
    charge.disputed = true;
    const dispute = this.save(
      newDispute(charge, { id: this.id("dp"), created: this.nowSeconds, status, balance_transactions: [] }),
    );
    this.emit("charge.dispute.created", dispute);
    if (!INQUIRIES.has(status)) this.#takeDisputed(dispute);
    return dispute;
  }

  /** An inquiry can become a dispute: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
  moveDispute(dispute: Dispute, status: Dispute["status"]): void {
    dispute.status = status;
    this.emit("charge.dispute.updated", dispute);
    const isTaken = dispute.balance_transactions.length > 0;
    // An inquiry that is `prevented` moves no money.
    if (!isTaken && !INQUIRIES.has(status) && status !== "prevented") this.#takeDisputed(dispute);
  }

  /** Money comes back only from a dispute that is won. */
  closeDispute(dispute: Dispute, status: "won" | "lost" | "prevented" | "warning_closed"): void {
    dispute.status = status;
    this.emit("charge.dispute.closed", dispute);
    if (status !== "won") return;
    const charge = this.find<Charge>("charge", dispute.charge);
    const { id: source, amount } = dispute;
    dispute.balance_transactions.push(this.#move("dispute_reversal", charge, { source, amount }));
    this.emit("charge.dispute.funds_reinstated", dispute);
  }

  #takeDisputed(dispute: Dispute): void {
    const charge = this.find<Charge>("charge", dispute.charge);
    const { id: source, amount } = dispute;
    dispute.is_charge_refundable = false;
    dispute.balance_transactions.push(this.#move("dispute", charge, { source, amount: -amount }));
    this.emit("charge.dispute.funds_withdrawn", dispute);
  }
}

const isCard = ({ payment_method_details }: Charge) => payment_method_details?.type === "card";
