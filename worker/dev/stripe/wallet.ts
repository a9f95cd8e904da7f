import type { Card, Decline } from "./cards.ts";
import type { Behaviour, PaymentMethod, SetupIntent } from "./objects.ts";
import { ACCOUNT_METHODS, type Method } from "./methods.ts";
import { newCard, newMethod } from "./objects/customers.ts";
import { newSetupIntent } from "./objects/payments.ts";
import { refuse, Store, StripeError } from "./store.ts";

export class Wallet extends Store {
  saveCard(card: Card): PaymentMethod {
    const { brand, number, setup, charge } = card;
    const saved = newCard({ id: this.id("pm"), created: this.nowSeconds, brand, last4: number.slice(-4) });
    this.state.behaviours[saved.id] = { setup, charge };
    return this.save(saved);
  }

  saveMethod(method: Method, billing_details?: PaymentMethod["billing_details"]): PaymentMethod {
    const given = { id: this.id("pm"), created: this.nowSeconds, ...(billing_details && { billing_details }) };
    const saved = newMethod(method, given);
    this.state.behaviours[saved.id] = { setup: "ok", charge: method.charge };
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

  /** `types`: those of the account, or fewer: https://docs.stripe.com/api/setup_intents/create */
  createSetupIntent(customer: string, types: string[] = ACCOUNT_METHODS): SetupIntent {
    const isChosen = types.length < ACCOUNT_METHODS.length;
    const intent = newSetupIntent({
      ...this.secretId("seti"),
      created: this.nowSeconds,
      customer,
      automatic_payment_methods: { allow_redirects: "always", enabled: true },
      allowed_payment_method_types: isChosen
        ? (types as NonNullable<SetupIntent["allowed_payment_method_types"]>)
        : null,
      payment_method_types: types,
    });
    return this.save(intent, "setup_intent.created");
  }

  protected secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
  }
}

export const cardError = ({ code, decline_code, message }: Decline) =>
  new StripeError(402, "card_error", message, { code, decline_code });
