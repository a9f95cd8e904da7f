import type { Decline } from "./cards.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./objects.ts";
import { declineError, newCharge } from "./objects/payments.ts";
import { Wallet } from "./wallet.ts";

export class Charges extends Wallet {
  protected succeed(intent: PaymentIntent, card: PaymentMethod): void {
    const charge = this.#charge(intent, card, null);
    Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: card.id,
    } satisfies Partial<PaymentIntent>);
    this.emit("charge.succeeded", charge);
    this.emit("payment_intent.succeeded", intent);
  }

  /**
   * A debit whose result comes days later. The money is in the balance at once, but pending:
   * https://docs.stripe.com/payments/sepa-debit and https://docs.stripe.com/reports/balance-transaction-types
   */
  protected begin(intent: PaymentIntent, method: PaymentMethod): void {
    const charge = this.#charge(intent, method, null);
    Object.assign(charge, { status: "pending", paid: false, receipt_url: null } satisfies Partial<Charge>);
    Object.assign(intent, {
      status: "processing",
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
    } satisfies Partial<PaymentIntent>);
    this.emit("charge.pending", charge);
    this.emit("payment_intent.processing", intent);
  }

  /** `decline`: what the bank answers to a pending debit, or null if it pays. */
  protected finish(intent: PaymentIntent, decline: Decline | null): void {
    const charge = this.find<Charge>("charge", intent.latest_charge);
    if (!decline) {
      const receipt_url = this.#receiptUrl(charge.id);
      Object.assign(charge, { status: "succeeded", paid: true, receipt_url } satisfies Partial<Charge>);
      Object.assign(intent, {
        status: "succeeded",
        amount_received: intent.amount,
      } satisfies Partial<PaymentIntent>);
      this.emit("charge.succeeded", charge);
      this.emit("payment_intent.succeeded", intent);
      return;
    }
    const { id: source, amount, currency } = charge;
    const method = structuredClone(this.find<PaymentMethod>("payment_method", intent.payment_method));
    const move = this.move("payment_failure_refund", { source, amount: -amount, currency, method: method.type });
    Object.assign(charge, {
      status: "failed",
      failure_balance_transaction: move.id,
      failure_code: decline.code,
      failure_message: decline.message,
    } satisfies Partial<Charge>);
    Object.assign(intent, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: declineError(decline, method, source),
    } satisfies Partial<PaymentIntent>);
    this.emit("charge.failed", charge);
    this.emit("payment_intent.payment_failed", intent);
  }

  /** A declined payment needs another payment method: https://docs.stripe.com/payments/paymentintents/lifecycle */
  protected fail(intent: PaymentIntent, card: PaymentMethod, decline: Decline): void {
    const charge = this.#charge(intent, card, decline);
    Object.assign(intent, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: declineError(decline, structuredClone(card), charge.id),
      latest_charge: charge.id,
      next_action: null,
    } satisfies Partial<PaymentIntent>);
    this.emit("charge.failed", charge);
    this.emit("payment_intent.payment_failed", intent);
  }

  #charge(intent: PaymentIntent, card: PaymentMethod, decline: Decline | null): Charge {
    const id = this.id("ch");
    const created = this.nowSeconds;
    return this.save(
      newCharge({
        id,
        created,
        intent,
        card: structuredClone(card),
        decline,
        balance_transaction: decline ? null : this.#moveBalance(id, intent, card),
        receipt_url: decline ? null : this.#receiptUrl(id),
      }),
    );
  }

  #receiptUrl = (charge: string) => `${this.origin}/dev/stripe/receipts/${charge}`;

  #moveBalance(source: string, { amount, currency }: PaymentIntent, { type: method }: PaymentMethod): string {
    return this.move(method === "card" ? "charge" : "payment", { source, amount, currency, method }).id;
  }
}
