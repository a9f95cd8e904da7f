import { Billing } from "./billing.ts";
import type { Move } from "./balance.ts";
import type { BalanceTransaction, Charge, Dispute, Refund } from "./objects.ts";
import { newDispute, newRefund } from "./objects/payments.ts";
import { refuse } from "./store.ts";

export { StripeError } from "./store.ts";
export { cardError } from "./wallet.ts";

/** Statuses in which the bank has taken no money: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const INQUIRIES = new Set(["warning_needs_response", "warning_under_review", "warning_closed"]);

/** Stripe names no number of days for the end of this window, so 30 was chosen: https://docs.stripe.com/refunds#failed-refunds */
const HELD_S = 30 * 86_400;

/**
 * How a call fails: a 500 `before` or `after` its effect, a 429, or a 409 because another request with its idempotency
 * key is running. Only a 500 uses up the key. https://docs.stripe.com/rate-limits and
 * https://docs.stripe.com/api/idempotent_requests
 */
export type Failure = "before" | "after" | "rate_limit" | "lock_timeout" | "idempotency_key_in_use";

/**
 * Stripe's objects and what happens to them, in six classes that extend each other: `Store` (objects, clock, webhook
 * events), `Balance` (fees and payouts), `Wallet` (cards), `Invoices` (charges), `Billing` (subscriptions), and here refunds and disputes.
 */
export class Bank extends Billing {
  /** Tests set it to make API calls fail. */
  failCall: (asked: { method: string; path: string }) => Failure | undefined = () => undefined;

  /**
   * A refund is pending if the bank processes it (`endRefund` ends it), or if the available balance is too low for it:
   * https://docs.stripe.com/changelog/basil/2025-04-30/refund-pending-reason. A charge that the bank
   * has taken back, or may take back, cannot be refunded: https://docs.stripe.com/error-codes#charge-disputed
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
    const isHeld = this.state.settings.lowBalance === "hold" && this.available < amount;
    this.#addRefunded(charge, amount);
    const id = this.id("re");
    const kind = isCard(charge) ? "refund" : "payment_refund";
    const { id: balance_transaction } = this.#move(kind, charge, { source: id, amount: -amount });
    const refund = this.save(
      newRefund(charge, {
        id,
        created: this.nowSeconds,
        amount,
        balance_transaction,
        status: isHeld ? "pending" : status,
        ...(status === "pending" && { pending_reason: "processing" }),
        ...(isHeld && { pending_reason: "insufficient_funds" }),
      }),
    );
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  /** The bank sends the refund back, days later: https://docs.stripe.com/refunds#failed-refunds */
  failRefund = (refund: Refund): void => this.endRefund(refund, "failed");

  /**
   * A refund may fail after it succeeded. Only a pending one can succeed or be canceled, which also has a reason:
   * https://docs.stripe.com/refunds#cancel-refund
   */
  endRefund(
    refund: Refund,
    status: "succeeded" | "failed" | "canceled",
    reason = status === "canceled" ? "merchant_request" : "expired_or_canceled_card",
  ): void {
    const isPossible = refund.status === "pending" || (refund.status === "succeeded" && status === "failed");
    if (!isPossible) throw new Error(`A refund that is ${refund.status} cannot become ${status}.`);
    const charge = this.find<Charge>("charge", refund.charge);
    refund.status = status;
    delete refund.pending_reason;
    if (status !== "succeeded") {
      const { id, amount } = refund;
      refund.failure_balance_transaction = this.#move("refund_failure", charge, { source: id, amount }).id;
      refund.failure_reason = reason;
      this.#addRefunded(charge, -amount);
    }
    this.emit(
      [...(status === "failed" ? ["refund.failed" as const] : []), "refund.updated", "charge.refund.updated"],
      refund,
    );
  }

  /** https://support.stripe.com/questions/pending-refunds-due-to-insufficient-stripe-balance */
  #heldRefunds = (): Refund[] =>
    this.list<Refund>("refund", ({ pending_reason }) => pending_reason === "insufficient_funds").toReversed();

  /** Refunds that waited for money go out when the balance, which they have made negative, is enough. */
  protected override settleBalance(): void {
    if (this.available >= 0) for (const refund of this.#heldRefunds()) this.endRefund(refund, "succeeded");
    for (const refund of this.#heldRefunds()) {
      if (this.nowSeconds - refund.created >= HELD_S) this.endRefund(refund, "failed", "insufficient_funds");
    }
    super.settleBalance();
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
    for (const refund of this.#heldRefunds().filter((one) => one.charge === charge.id)) {
      this.endRefund(refund, "failed", "charge_for_pending_refund_disputed");
    }
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
