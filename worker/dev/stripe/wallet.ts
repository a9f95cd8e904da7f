import { Balance } from "./balance.ts";
import type { Card, Decline } from "./cards.ts";
import type { Behaviour, PaymentMethod, SetupIntent } from "./objects.ts";
import { newCard } from "./objects/customers.ts";
import { newSetupIntent } from "./objects/payments.ts";
import { refuse, StripeError } from "./store.ts";

export class Wallet extends Balance {
  saveCard(card: Card): PaymentMethod {
    const { brand, number, setup, charge } = card;
    const saved = newCard({ id: this.id("pm"), created: this.nowSeconds, brand, last4: number.slice(-4) });
    this.state.behaviours[saved.id] = { setup, charge };
    return this.save(saved);
  }

  /** How the bank treats a saved card. Changes take effect with the next charge. */
  behaviourOf(cardId: string | null): Behaviour {
    return this.state.behaviours[this.find<PaymentMethod>("payment_method", cardId).id]!;
  }

  attach(card: PaymentMethod, customer: string): PaymentMethod {
    if (card.customer && card.customer !== customer) {
      throw refuse("The payment method is attached to another customer.");
    }
    const { setup } = this.behaviourOf(card.id);
    if (typeof setup === "object") throw cardError(setup);
    card.customer = customer;
    this.emit("payment_method.attached", card);
    return card;
  }

  createSetupIntent(customer: string): SetupIntent {
    const intent = newSetupIntent({ ...this.secretId("seti"), created: this.nowSeconds, customer });
    return this.save(intent, "setup_intent.created");
  }

  protected secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
  }
}

export const cardError = ({ code, decline_code, message }: Decline) =>
  new StripeError(402, "card_error", message, { code, decline_code });
