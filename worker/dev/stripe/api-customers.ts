import type { Stripe } from "stripe";
import { required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { cardOfName } from "./cards.ts";
import { listOf, mapOf, type Params, textOf } from "./form.ts";
import type { Customer, DeletedCustomer, Metadata, PaymentMethod, Subscription, TaxId } from "./objects.ts";
import { newCard, newCustomer, newMethod, newPortalSession } from "./objects/customers.ts";
import { ACCOUNT_METHODS, methodOfName } from "./methods.ts";
import { refuse } from "./store.ts";
import { locationInvalid, taxCountry } from "./tax.ts";

const CUSTOMER_PARAMS = [
  "email",
  "name",
  "phone",
  "address",
  "address.*",
  "metadata.*",
  "tax.validate_location",
  "expand.*",
] as const;

export const CUSTOMER_ROUTES: Route[] = [
  route<Stripe.CustomerCreateParams>("POST", "customers", [...CUSTOMER_PARAMS], ({ bank, params }) => {
    const customer = newCustomer({ id: bank.id("cus"), created: bank.nowSeconds, email: null });
    return bank.save(changeCustomer(customer, params), "customer.created");
  }),
  route<Stripe.CustomerUpdateParams>("POST", "customers/:id", [...CUSTOMER_PARAMS], ({ bank, params, id }) => {
    const customer = changeCustomer(bank.find<Customer>("customer", id), params);
    bank.emit("customer.updated", customer);
    return customer;
  }),
  route<Stripe.CustomerRetrieveParams>("GET", "customers/:id", ["expand.*"], ({ bank, id }) => {
    const deleted = bank.list<DeletedCustomer>("customer", (one) => one.id === id && "deleted" in one)[0];
    return deleted ?? bank.find<Customer>("customer", id);
  }),
  route<Stripe.CustomerRetrieveTaxIdParams>("GET", "customers/:id/tax_ids/:id", [], ({ bank, id }) =>
    bank.find<TaxId>("tax_id", id),
  ),
  route<Stripe.CustomerDeleteTaxIdParams>("DELETE", "customers/:id/tax_ids/:id", [], ({ bank, id }) => {
    const taxId = bank.find<TaxId>("tax_id", id);
    delete bank.state.objects[id];
    bank.emit("customer.tax_id.deleted", taxId);
    return { id, object: "tax_id", deleted: true };
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
    ({ bank, params }) => {
      const { id } = bank.find<Customer>("customer", required(params, "customer"));
      const allowed = listOf(params["allowed_payment_method_types"]);
      const types = ACCOUNT_METHODS.filter((type) => allowed.length === 0 || allowed.includes(type));
      if (types.length === 0) throw refuse("The account has none of the payment methods.");
      return bank.createSetupIntent(id, types);
    },
  ),
  route<Stripe.PaymentMethodRetrieveParams>("GET", "payment_methods/:id", [], ({ bank, id }) => methodAt(bank, id)),
  route<Stripe.PaymentMethodAttachParams>(
    "POST",
    "payment_methods/:id/attach",
    ["customer"],
    ({ bank, params, id }) => {
      const [card, other] = [cardOfName(id), methodOfName(id)];
      const named = card ? bank.saveCard(card) : other && bank.saveMethod(other);
      const method = named ?? bank.find<PaymentMethod>("payment_method", id);
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

/** Returns the payment method with this id, or a test one by its name, such as `pm_card_visa`. */
function methodAt(bank: Bank, id: string): PaymentMethod {
  const [card, other] = [cardOfName(id), methodOfName(id)];
  const given = { id, created: bank.nowSeconds };
  if (other) return newMethod(other, given);
  if (!card) return bank.find<PaymentMethod>("payment_method", id);
  return newCard({ ...given, brand: card.brand, last4: card.number.slice(-4) });
}

/** A new address replaces the whole one before. https://docs.stripe.com/api/customers/update */
function changeCustomer(customer: Customer, params: Params): Customer {
  const { email, name, phone, address, metadata, tax } = params;
  const changed: Customer = {
    ...customer,
    ...(email !== undefined && { email: textOf(email) || null }),
    ...(name !== undefined && { name: textOf(name) || null }),
    ...(phone !== undefined && { phone: textOf(phone) || null }),
    ...(address !== undefined && { address: readAddress(address) }),
    metadata: changedMetadata(customer.metadata, mapOf(metadata)),
  };
  const isChecked = textOf(mapOf(tax)["validate_location"]) === "immediately";
  if (isChecked && !taxCountry({ address: changed.address ?? null, taxIds: [] })) throw locationInvalid();
  return Object.assign(customer, changed);
}

/** An empty value deletes its key: https://docs.stripe.com/metadata */
const changedMetadata = (before: Metadata, given: Params): Metadata =>
  Object.fromEntries(Object.entries({ ...before, ...(given as Metadata) }).filter(([, value]) => value !== ""));

export function readAddress(given: unknown): NonNullable<Customer["address"]> | null {
  if (textOf(given) === "") return null;
  const { city, country, line1, line2, postal_code, state } = mapOf(given);
  const code = textOf(country) || null;
  // https://docs.stripe.com/error-codes#country-code-invalid
  if (code && !/^[A-Z]{2}$/.test(code)) throw refuse(`Country '${code}' is unknown.`, { code: "country_code_invalid" });
  return {
    city: textOf(city) || null,
    country: code,
    line1: textOf(line1) || null,
    line2: textOf(line2) || null,
    postal_code: textOf(postal_code) || null,
    state: textOf(state) || null,
  };
}
