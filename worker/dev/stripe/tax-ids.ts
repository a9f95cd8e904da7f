import type { TaxId } from "./objects.ts";
import { type Due, refuse, type Store } from "./store.ts";

/** The registers know more rules: https://ec.europa.eu/taxation_customs/vies/#/faq, Q11 */
const EU_VAT = /^[A-Z]{2}[A-Z0-9]{8,12}$/;

/** In Stripe's test mode the digits decide what the register says: https://docs.stripe.com/billing/customer/tax-ids#validation */
const UNVERIFIED = "111111111";
const PENDING = "222222222";

/** Throws Stripe's 400 (`tax_id_invalid`) for a number that cannot exist. The register's answer comes later. */
export function createTaxId(store: Store, customer: string, text: string): TaxId {
  const value = text.replaceAll(/[\s.]/g, "").toUpperCase();
  if (!EU_VAT.test(value)) throw refuse("Invalid value for eu_vat.", { code: "tax_id_invalid", param: "value" });
  return store.save<TaxId>({
    object: "tax_id",
    id: store.id("txi"),
    created: store.nowSeconds,
    customer,
    type: "eu_vat",
    value,
    verification: { status: "pending" },
  });
}

/** Newest first. */
export const taxIdsOf = (store: Store, customer: string): TaxId[] =>
  store.list<TaxId>("tax_id", (one) => one.customer === customer);

/** A number that is refused by its register counts as none. */
export const hasTaxId = (store: Store, customer: string): boolean =>
  taxIdsOf(store, customer).some(({ verification }) => verification.status !== "unverified");

/** The registers answer within an hour: https://docs.stripe.com/billing/customer/tax-ids#validation */
export const dueTaxIds = (store: Store): Due[] =>
  store
    .list<TaxId>("tax_id", ({ verification, value }) => verification.status === "pending" && !value.includes(PENDING))
    .map((taxId) => ({
      at: taxId.created + 3600,
      run: () => {
        taxId.verification.status = taxId.value.includes(UNVERIFIED) ? "unverified" : "verified";
        store.emit("customer.tax_id.updated", taxId);
      },
    }));
