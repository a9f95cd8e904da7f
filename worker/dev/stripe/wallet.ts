import type { Card, Verdict } from "./cards.ts";
import type { Intent, PaymentMethod } from "./objects.ts";
import { refuse, Store, StripeError } from "./store.ts";

export class Wallet extends Store {
  saveCard(card: Card): PaymentMethod {
    return this.save<PaymentMethod>({
      object: "payment_method",
      id: this.id("pm"),
      type: "card",
      customer: null,
      card: { brand: card.brand, last4: card.number.slice(-4) },
      behaviour: { setup: card.setup, charge: card.charge },
    });
  }

  attach(card: PaymentMethod, customer: string): PaymentMethod {
    if (card.customer && card.customer !== customer) {
      throw refuse("The payment method is attached to another customer.");
    }
    if (typeof card.behaviour.setup === "object") throw cardError(card.behaviour.setup);
    card.customer = customer;
    return card;
  }

  createSetupIntent(customer: string): Intent {
    return this.save<Intent>({
      object: "setup_intent",
      ...this.secretId("seti"),
      customer,
      status: "requires_payment_method",
      payment_method: null,
      created: this.nowSeconds,
    });
  }

  protected secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
  }
}

export const cardError = ({ code, decline_code, message }: Exclude<Verdict, string>) =>
  new StripeError(402, "card_error", message, { code, decline_code });
