import type { Stripe } from "stripe";
import { required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { cardOfName } from "./cards.ts";
import { mapOf, textOf } from "./form.ts";
import type { Customer, DeletedCustomer, Metadata, PaymentMethod, Subscription } from "./objects.ts";
import { newCard, newCustomer, newPortalSession } from "./objects/customers.ts";

export const CUSTOMER_ROUTES: Route[] = [
  route<Stripe.CustomerCreateParams>("POST", "customers", ["email", "name", "metadata.*"], ({ bank, params }) =>
    bank.save(
      newCustomer({
        id: bank.id("cus"),
        created: bank.nowSeconds,
        email: textOf(params["email"]) ?? null,
        name: textOf(params["name"]) ?? null,
        metadata: mapOf(params["metadata"]) as Metadata,
      }),
      "customer.created",
    ),
  ),
  route<Stripe.CustomerRetrieveParams>("GET", "customers/:id", ["expand.*"], ({ bank, id }) => {
    const deleted = bank.list<DeletedCustomer>("customer", (one) => one.id === id && "deleted" in one)[0];
    return deleted ?? bank.find<Customer>("customer", id);
  }),
  // Invoices, charges and refunds stay. https://docs.stripe.com/api/customers/delete
  route("DELETE", "customers/:id", [], ({ bank, id }) => {
    const customer = bank.find<Customer>("customer", id);
    const running = bank.list<Subscription>("subscription", (one) => one.customer === id && one.ended_at === null);
    for (const subscription of running) bank.cancel(subscription);
    for (const card of bank.list<PaymentMethod>("payment_method", (one) => one.customer === id)) card.customer = null;
    bank.emit("customer.deleted", customer);
    return bank.save<DeletedCustomer>({ id, object: "customer", deleted: true });
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
      return newPortalSession({
        id: bank.id("bps"),
        created: bank.nowSeconds,
        customer: id,
        return_url: back.href,
        url,
      });
    },
  ),
];

/** Returns the card with this id, or a test card by its name, such as `pm_card_visa`. */
function cardAt(bank: Bank, id: string): PaymentMethod {
  const card = cardOfName(id);
  if (!card) return bank.find<PaymentMethod>("payment_method", id);
  return newCard({ id, created: bank.nowSeconds, brand: card.brand, last4: card.number.slice(-4) });
}
