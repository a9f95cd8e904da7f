import { Stripe } from "stripe";
import { sha256 } from "../../http/signing.ts";
import type { Payments } from "../../ports.ts";
import { isUnknownTo } from "./errors.ts";
import { idOf } from "./facts.ts";
import { minuteOf } from "./minute.ts";

type Customers = Pick<Payments, "createCustomer" | "createCardSetup" | "claimCard" | "openPortal">;

/** People at Stripe and their cards. */
export const customersOf = (stripe: Stripe, now: () => number): Customers => ({
  async createCustomer({ directory, userId, email, name, replaces }) {
    const { id } = await stripe.customers.create(
      { email, ...(name && { name }), metadata: { directory, user_id: userId } },
      // All values belong to the key, because Stripe refuses one that comes with others. Hashed: names are not ASCII.
      // The time, too: Stripe repeats a failure of its own for a day.
      {
        idempotencyKey: `customer-${sha256(JSON.stringify([directory, userId, email, name, replaces, minuteOf(now())]))}`,
      },
    );
    return id;
  },

  async createCardSetup(customer) {
    try {
      const setup = await stripe.setupIntents.create({
        customer,
        allowed_payment_method_types: ["card"],
        usage: "off_session",
      });
      return setup.client_secret!;
    } catch (error) {
      if (isUnknownTo(error)) return undefined;
      throw error;
    }
  },

  async claimCard(customer, cardId) {
    try {
      const card = await stripe.paymentMethods.retrieve(cardId);
      if (card.type !== "card") return undefined;
      // A test card's name becomes a card of its own when it is attached.
      if (card.customer === null) return (await stripe.paymentMethods.attach(cardId, { customer })).id;
      return idOf(card.customer) === customer ? card.id : undefined;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw error;
    }
  },

  async openPortal(customer, returnUrl) {
    return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url;
  },
});
