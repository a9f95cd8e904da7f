import { Stripe } from "stripe";
import { sha256 } from "../../http/signing.ts";
import type { Payments } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { idOf } from "./facts.ts";
import { idempotencyMinute } from "./idempotency-minute.ts";

type CustomerCalls = Pick<
  Payments,
  "createCustomer" | "createCardSetup" | "attachCard" | "openPortal" | "deleteCustomer"
>;

export const customerCalls = (stripe: Stripe, now: () => number): CustomerCalls => ({
  async createCustomer({ directory, userId, email, name, replaces }) {
    const { id } = await stripe.customers.create(
      { email, ...(name && { name }), metadata: { directory, user_id: userId } },
      // Stripe refuses a known key with other parameters, so the key depends on all of them. It is hashed, because
      // names may not be ASCII.
      {
        idempotencyKey: `customer-${sha256(JSON.stringify([directory, userId, email, name, replaces, idempotencyMinute(now())]))}`,
      },
    );
    return id;
  },

  async createCardSetup(customer) {
    try {
      const setup = await stripe.setupIntents.create({
        customer,
        // All that the operator's account has: https://docs.stripe.com/payments/payment-methods/dynamic-payment-methods
        automatic_payment_methods: { enabled: true },
        usage: "off_session",
      });
      return setup.client_secret!;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },

  async attachCard(customer, cardId) {
    try {
      const card = await stripe.paymentMethods.retrieve(cardId);
      // Attaching a test card by its name creates a card with another id: https://docs.stripe.com/testing
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

  // Charges, invoices and refunds stay: https://docs.stripe.com/api/customers/delete
  async deleteCustomer(id, directory) {
    try {
      const customer = await stripe.customers.retrieve(id);
      const isOurs = !customer.deleted && (customer.metadata["directory"] ?? directory) === directory;
      if (isOurs) await stripe.customers.del(id);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },
});
