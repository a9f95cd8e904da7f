import type { Customer, TaxId } from "./objects.ts";
import { newTaxId } from "./objects/customers.ts";
import { refuse, type Due, type Store } from "./store.ts";

/** The registers know more rules: https://ec.europa.eu/taxation_customs/vies/#/faq, Q11 */
const EU_VAT = /^[A-Z]{2}[A-Z0-9]{8,12}$/;

/** In Stripe's test mode the digits decide what the register says: https://docs.stripe.com/billing/customer/tax-ids#validation */
const UNVERIFIED = "111111111";
const PENDING = "222222222";
const PER_CUSTOMER_MAX = 5;

/** Throws Stripe's 400 (`tax_id_invalid`) for a number that cannot exist. The register's answer comes later. */
export function createTaxId(store: Store, customer: Customer, type: TaxId["type"], text: string): TaxId {
  const value = text.replaceAll(/[\s.]/g, "").toUpperCase();
  const country = value.slice(0, 2);
  if (type === "eu_vat" ? !EU_VAT.test(value) : value === "") {
    throw refuse(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  }
  if (taxIdsOf(store, customer.id).length >= PER_CUSTOMER_MAX) {
    throw refuse(`A customer can have at most ${PER_CUSTOMER_MAX} tax IDs.`);
  }
  const taxId = store.save(
    newTaxId({
      id: store.id("txi"),
      created: store.nowSeconds,
      customer: customer.id,
      country: type === "eu_vat" ? country.replace("EL", "GR").replace("XI", "GB") : country,
      type,
      value,
      verification: {
        status: type === "eu_vat" ? "pending" : "unavailable",
        verified_address: null,
        verified_name: null,
      },
    }),
  );
  store.emit("customer.tax_id.created", taxId);
  return taxId;
}

/** Newest first. */
export const taxIdsOf = (store: Store, customer: string): TaxId[] =>
  store.list<TaxId>("tax_id", (one) => one.customer === customer);

/** The registers answer within an hour: https://docs.stripe.com/billing/customer/tax-ids#validation */
export const dueTaxIds = (store: Store): Due[] =>
  store
    .list<TaxId>("tax_id", ({ verification, value }) => verification?.status === "pending" && !value.includes(PENDING))
    .map((taxId) => ({ at: taxId.created + 3600, run: () => verify(store, taxId) }));

function verify(store: Store, taxId: TaxId): void {
  const isKnown = !taxId.value.includes(UNVERIFIED);
  taxId.verification = {
    status: isKnown ? "verified" : "unverified",
    verified_address: null,
    verified_name: isKnown ? "Stand-in company" : null,
  };
  store.emit("customer.tax_id.updated", taxId);
}
