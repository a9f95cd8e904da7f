import type { Stripe } from "stripe";
import { changedMetadata, required, retrieve, type Route, route } from "./api-route.ts";
import { methodOfName } from "./cards.ts";
import { toPaymentMethod } from "./charges.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, DeletedCustomer, PaymentMethod, SetupIntent, Subscription, TaxId } from "./objects.ts";
import { refuse } from "./store.ts";

/** The payment methods that the account of the stand-in has. Apple Pay and Google Pay are cards. */
const ACCOUNT_METHODS = ["card", "link", "sepa_debit"];

const CUSTOMER_PARAMS = ["email", "name", "address", "address.country", "metadata.*"] as const;

export const CUSTOMER_ROUTES: Route[] = [
  route<Stripe.CustomerCreateParams>("POST", "customers", CUSTOMER_PARAMS, ({ bank, params }) => {
    const id = bank.id("cus");
    const customer: Customer = { object: "customer", id, address: null, email: null, metadata: {}, name: null };
    return bank.save(changeCustomer(customer, params));
  }),
  route<Stripe.CustomerUpdateParams>("POST", "customers/:id", CUSTOMER_PARAMS, ({ bank, params, id }) =>
    changeCustomer(bank.find<Customer>("customer", id), params),
  ),
  route("GET", "customers/:id", [], ({ bank, id }) => {
    const [deleted] = bank.list<DeletedCustomer>("customer", (one) => one.id === id && "deleted" in one);
    return deleted ?? bank.find<Customer>("customer", id);
  }),
  // Invoices, charges and refunds stay. https://docs.stripe.com/api/customers/delete
  route("DELETE", "customers/:id", [], ({ bank, id }) => {
    bank.find<Customer>("customer", id);
    const running = bank.list<Subscription>("subscription", (one) => one.customer === id && one.ended_at === null);
    for (const subscription of running) bank.cancel(subscription);
    for (const card of bank.list<PaymentMethod>("payment_method", (one) => one.customer === id)) card.customer = null;
    return bank.save<DeletedCustomer>({ id, object: "customer", deleted: true });
  }),
  retrieve("customers/:id/tax_ids", "tax_id"),
  route("DELETE", "customers/:id/tax_ids/:id", [], ({ bank, id }) => {
    bank.find<TaxId>("tax_id", id);
    delete bank.state.objects[id];
    return { id, object: "tax_id", deleted: true };
  }),
  route<Stripe.SetupIntentCreateParams>(
    "POST",
    "setup_intents",
    ["customer", "allowed_payment_method_types.*", "usage"],
    ({ bank, params }) => {
      const { id: customer } = bank.find<Customer>("customer", required(params, "customer"));
      const allowed = listOf(params["allowed_payment_method_types"]);
      const types = ACCOUNT_METHODS.filter((type) => allowed.length === 0 || allowed.includes(type));
      if (types.length === 0) throw refuse("The account has none of the payment methods.");
      return bank.save<SetupIntent>({
        object: "setup_intent",
        ...bank.secretId("seti"),
        customer,
        payment_method: null,
        payment_method_types: types,
        status: "requires_payment_method",
      });
    },
  ),
  // A test payment method can be retrieved by its name.
  route("GET", "payment_methods/:id", [], ({ bank, id }) => {
    const named = methodOfName(id);
    return named ? toPaymentMethod(id, named) : bank.find<PaymentMethod>("payment_method", id);
  }),
  route<Stripe.PaymentMethodAttachParams>(
    "POST",
    "payment_methods/:id/attach",
    ["customer"],
    ({ bank, params, id }) => {
      const named = methodOfName(id);
      const method = named ? bank.saveCard(named) : bank.find<PaymentMethod>("payment_method", id);
      return bank.attach(method, bank.find<Customer>("customer", required(params, "customer")).id);
    },
  ),
];

/** A new address replaces the whole one before. https://docs.stripe.com/api/customers/update */
function changeCustomer(customer: Customer, { email, name, address, metadata }: Params): Customer {
  return Object.assign(customer, {
    ...(email !== undefined && { email: textOf(email) || null }),
    ...(name !== undefined && { name: textOf(name) || null }),
    ...(address !== undefined && { address: readAddress(address) }),
    metadata: changedMetadata(customer.metadata, metadata),
  });
}

const ADDRESS_FIELDS = ["city", "country", "line1", "line2", "postal_code", "state"] as const;

export function readAddress(given: unknown): Customer["address"] {
  if (given === "") return null;
  const fields = ADDRESS_FIELDS.map((name) => [name, textOf(mapOf(given)[name]) || null]);
  const address = Object.fromEntries(fields) as NonNullable<Customer["address"]>;
  // https://docs.stripe.com/error-codes#country-code-invalid
  if (address.country && !/^[A-Z]{2}$/.test(address.country)) {
    throw refuse(`Country '${address.country}' is unknown.`, { code: "country_code_invalid" });
  }
  return address;
}
