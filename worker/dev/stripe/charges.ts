import type { Behaviour, Decline, Method } from "./cards.ts";
import type { Charge, Dispute, FraudWarning, PaymentIntent, PaymentMethod, Refund } from "./objects.ts";
import { refuse, Store, StripeError } from "./store.ts";

/** Payment methods and charges, and what happens to a charge later. */
export class Charges extends Store {
  saveCard(method: Method): PaymentMethod {
    const id = this.id("pm");
    this.state.behaviours[id] = { setup: method.setup, charge: method.charge };
    return this.save(toPaymentMethod(id, method));
  }

  /** How the bank treats a saved card. Changes take effect with the next charge. */
  behaviourOf(cardId: string | null): Behaviour {
    return this.state.behaviours[this.find<PaymentMethod>("payment_method", cardId).id]!;
  }

  /** Throws Stripe's 402 if the bank declines the card. */
  attach(card: PaymentMethod, customer: string): PaymentMethod {
    if (card.customer && card.customer !== customer) {
      throw refuse("The payment method is attached to another customer.");
    }
    const { setup } = this.behaviourOf(card.id);
    if (typeof setup === "object") throw cardError(setup);
    card.customer = customer;
    return card;
  }

  secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
  }

  /** A declined payment needs another payment method: https://docs.stripe.com/payments/paymentintents/lifecycle */
  protected charge(intent: PaymentIntent, card: PaymentMethod, decline: Decline | null): void {
    const charge = this.save<Charge>({
      object: "charge",
      id: this.id("ch"),
      amount: intent.amount,
      amount_refunded: 0,
      created: this.nowSeconds,
      disputed: false,
      // https://docs.stripe.com/declines#issuer-declines
      outcome: { reason: decline && (decline.decline_code ?? decline.code) },
      payment_intent: intent.id,
      payment_method: card.id,
      refunded: false,
      status: decline ? "failed" : "succeeded",
    });
    Object.assign(intent, {
      status: decline ? "requires_payment_method" : "succeeded",
      last_payment_error: decline,
      latest_charge: charge.id,
      payment_method: decline ? null : card.id,
    } satisfies Partial<PaymentIntent>);
  }

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
    const refund = this.save<Refund>({ object: "refund", ...this.#ofCharge("re", charge), amount, status });
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  #ofCharge(prefix: string, { id, payment_intent }: Charge) {
    return { id: this.id(prefix), charge: id, created: this.nowSeconds, payment_intent };
  }

  /** A refund may fail after it succeeded, days later: https://docs.stripe.com/refunds#failed-refunds */
  endRefund(refund: Refund, status: "succeeded" | "failed"): void {
    refund.status = status;
    if (status === "failed") {
      this.#addRefunded(this.find<Charge>("charge", refund.charge), -refund.amount);
      this.emit("refund.failed", refund);
    }
    this.emit("refund.updated", refund);
  }

  #addRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** The bank takes the money at once, except for an inquiry (a `warning_…` status). */
  openDispute(charge: Charge, status: Dispute["status"] = "needs_response"): Dispute {
    charge.disputed = true;
    const dispute = this.save<Dispute>({
      object: "dispute",
      ...this.#ofCharge("dp", charge),
      amount: charge.amount,
      is_charge_refundable: status.startsWith("warning_"),
      status,
    });
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
  warnOfFraud({ id, payment_intent, refunded, disputed }: Charge): void {
    const warning = this.save<FraudWarning>({
      object: "radar.early_fraud_warning",
      id: this.id("issfr"),
      actionable: !refunded && !disputed,
      charge: id,
      payment_intent: payment_intent!,
    });
    this.emit("radar.early_fraud_warning.created", warning);
  }
}

export const toPaymentMethod = (id: string, method: Method): PaymentMethod => ({
  object: "payment_method",
  id,
  customer: null,
  ...("type" in method
    ? { type: method.type }
    : { type: "card", card: { brand: method.brand, last4: method.number.slice(-4) } }),
});

export const cardError = ({ code, decline_code, message }: Decline) =>
  new StripeError(402, "card_error", message, { code, decline_code });
