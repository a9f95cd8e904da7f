import type { Stripe } from "stripe";
import { required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { cardOfName } from "./cards.ts";
import { mapOf, textOf } from "./form.ts";
import type { Customer, PaymentMethod, Subscription } from "./objects.ts";

export const CUSTOMER_ROUTES: Route[] = [
  route<Stripe.CustomerCreateParams>("POST", "customers", ["email", "name", "metadata.*"], ({ bank, params }) =>
    bank.save<Customer>({
      object: "customer",
      id: bank.id("cus"),
      email: textOf(params["email"]) ?? "",
      name: textOf(params["name"]) ?? null,
      metadata: mapOf(params["metadata"]) as Customer["metadata"],
    }),
  ),
  route<Stripe.CustomerRetrieveParams>("GET", "customers/:id", [], ({ bank, id }) => {
    const customer = bank.state.objects[id];
    return customer?.object === "customer" && customer.deleted ? deleted(id) : bank.find<Customer>("customer", id);
  }),
  // Invoices, charges and refunds stay. https://docs.stripe.com/api/customers/delete
  route("DELETE", "customers/:id", [], ({ bank, id }) => {
    const customer = bank.find<Customer>("customer", id);
    const running = bank.list<Subscription>("subscription", (one) => one.customer === id && one.ended_at === null);
    for (const subscription of running) bank.cancel(subscription);
    for (const card of bank.list<PaymentMethod>("payment_method", (one) => one.customer === id)) card.customer = null;
    Object.assign(customer, { email: "", name: null, metadata: {}, deleted: true });
    bank.emit("customer.deleted", customer);
    return deleted(id);
  }),
  route<Stripe.SetupIntentCreateParams>(
    "POST",
    "setup_intents",
    ["customer", "allowed_payment_method_types.*", "usage"],
    ({ bank, params }) => bank.createSetupIntent(bank.find<Customer>("customer", required(params, "customer")).id),
  ),
  route<Stripe.PaymentMethodRetrieveParams>("GET", "payment_methods/:id", [], ({ bank, id }) => cardAt(bank, id)),
  route<Stripe.PaymentMethodAttachParams>(
    "POST",
    "payment_methods/:id/attach",
    ["customer"],
    ({ bank, params, id }) => {
      const card = cardOfName(id);
      const method = card ? bank.saveCard(card) : bank.find<PaymentMethod>("payment_method", id);
      return bank.attach(method, bank.find<Customer>("customer", required(params, "customer")).id);
    },
  ),
  route<Stripe.BillingPortal.SessionCreateParams>(
    "POST",
    "billing_portal/sessions",
    ["customer", "return_url"],
    ({ bank, params }) => {
      const { id } = bank.find<Customer>("customer", required(params, "customer"));
      const back = new URL(required(params, "return_url"));
      const url = `${back.origin}/dev/stripe/portal?${new URLSearchParams({ customer: id, back: back.href })}`;
      return { object: "billing_portal.session", id: bank.id("bps"), url };
    },
  ),
];

const deleted = (id: string) => ({ object: "customer", id, deleted: true });

/** Returns the card with this id, or a test card by its name, such as `pm_card_visa`. */
function cardAt(bank: Bank, id: string): unknown {
  const card = cardOfName(id);
  if (!card) return bank.find<PaymentMethod>("payment_method", id);
  return {
    object: "payment_method",
    id,
    type: "card",
    customer: null,
    card: { brand: card.brand, last4: card.number.slice(-4) },
  };
}
