import type { Stripe } from "stripe";
import { page, required, type Route, route } from "./api-route.ts";
import type { Bank } from "./bank.ts";
import { mapOf, textOf } from "./form.ts";
import type { Customer, TaxId } from "./objects.ts";
import { refuse } from "./store.ts";

const ADDRESS = ["line1", "line2", "city", "postal_code", "state", "country"] as const;

/** https://docs.stripe.com/api/customers/update and https://docs.stripe.com/billing/customer/tax-ids */
export const BILLING_ROUTES: Route[] = [
  route<Stripe.CustomerUpdateParams>(
    "POST",
    "customers/:id",
    ["name", "address.*", "tax.validate_location"],
    ({ bank, params, id }) => {
      const customer = bank.find<Customer>("customer", id);
      const given = mapOf(params["address"]);
      const address = Object.fromEntries(ADDRESS.map((name) => [name, textOf(given[name]) || null]));
      if (address["country"] && !/^[A-Z]{2}$/.test(address["country"])) {
        throw refuse("The country is not valid.", { code: "country_code_invalid", param: "address[country]" });
      }
      if (mapOf(params["tax"])["validate_location"] === "immediately" && !isTaxLocation(address)) {
        throw refuse("The customer's location isn't recognized.", { code: "customer_tax_location_invalid" });
      }
      customer.address = address as NonNullable<Customer["address"]>;
      customer.name = textOf(params["name"]) || null;
      bank.emit("customer.updated", customer);
      return customer;
    },
  ),
  route<Stripe.CustomerListTaxIdsParams>(
    "GET",
    "customers/:id/tax_ids",
    ["limit", "starting_after"],
    ({ bank, params, id }) => {
      bank.find<Customer>("customer", id);
      return page(`/v1/customers/${id}/tax_ids`, params, taxIdsOf(bank, id));
    },
  ),
  route<Stripe.CustomerCreateTaxIdParams>(
    "POST",
    "customers/:id/tax_ids",
    ["type", "value"],
    ({ bank, params, id }) => {
      const customer = bank.find<Customer>("customer", id);
      const [type, value] = [required(params, "type") as TaxId["type"], required(params, "value")];
      if (type === "eu_vat" && !/^[A-Z]{2}[A-Z0-9]{8,12}$/.test(value)) {
        throw refuse("Invalid value for eu_vat.", { code: "tax_id_invalid", param: "value" });
      }
      return bank.save<TaxId>({
        object: "tax_id",
        id: bank.id("txi"),
        country: type === "eu_vat" ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
        created: bank.nowSeconds,
        customer: customer.id,
        customer_account: null,
        livemode: false,
        owner: { type: "customer", customer: customer.id, customer_account: null },
        type,
        value,
        verification: { status: "pending", verified_address: null, verified_name: null },
      });
    },
  ),
  route<Stripe.CustomerDeleteTaxIdParams>("DELETE", "customers/:id/tax_ids/:id", [], ({ bank, id }) => {
    const found = bank.find<TaxId>("tax_id", id);
    delete bank.state.objects[found.id];
    return { id: found.id, object: "tax_id", deleted: true };
  }),
];

const taxIdsOf = (bank: Bank, customer: string) => bank.list<TaxId>("tax_id", (one) => one.customer === customer);

/** Outside of the USA and Canada, the country is enough: https://docs.stripe.com/tax/customer-locations */
export function isTaxLocation(address: Record<string, string | null> | null | undefined): boolean {
  const { country, postal_code: postalCode, state } = address ?? {};
  if (country === "US") return /^\d{5}/.test(postalCode ?? "");
  return country === "CA" ? Boolean(state || postalCode) : Boolean(country);
}
