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
        balance_transaction: null,
        receipt_url: null,
      }),
    );
  }
}
