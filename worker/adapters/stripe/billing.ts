import type { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { isMissing } from "./errors.ts";

type BillingCalls = Pick<Payments, "readBilling" | "writeBilling">;

/** Stripe allows five tax ids of a customer: https://docs.stripe.com/billing/customer/tax-ids */
const PAGE = 100;

export const billingCalls = (stripe: Stripe, { tax: isTaxed }: { tax: boolean }): BillingCalls => ({
  async readBilling(customerId) {
    const customer = await stripe.customers.retrieve(customerId, { expand: ["tax_ids"] }).catch(undefinedIfMissing);
    if (!customer || customer.deleted) return undefined;
    const { name, address } = customer;
    const taxId = newest(customer.tax_ids?.data ?? []);
    return {
      name: name ?? "",
      line1: address?.line1 ?? "",
      line2: address?.line2 ?? "",
      city: address?.city ?? "",
      postal_code: address?.postal_code ?? "",
      state: address?.state ?? "",
      country: address?.country ?? "",
      tax_id: taxId ? { type: taxId.type, value: taxId.value } : null,
    };
  },

  /**
   * The new tax id is created first, because Stripe checks it, and the old ones are deleted last. If the request is cut
   * off in between, the customer has both: the newest one counts, and the next save deletes the others.
   */
  async writeBilling(customer, { name, tax_id: taxId, ...address }) {
    const before = await stripe.customers.listTaxIds(customer, { limit: PAGE }).catch(undefinedIfMissing);
    if (!before) return false;
    const kept = newest(before.data.filter(({ type, value }) => type === taxId?.type && value === taxId.value));
    const created = taxId && !kept ? await stripe.customers.createTaxId(customer, taxId) : undefined;
    try {
      await stripe.customers.update(customer, {
        name,
        address,
        // Stripe refuses an address with which it cannot compute tax: https://docs.stripe.com/tax/customer-locations
        ...(isTaxed && { tax: { validate_location: "immediately" as const } }),
      });
    } catch (error) {
      if (created) await stripe.customers.deleteTaxId(customer, created.id);
      throw error;
    }
    for (const { id } of before.data.filter((one) => one !== kept)) {
      await stripe.customers.deleteTaxId(customer, id).catch(undefinedIfMissing);
    }
    return true;
  },
});

const newest = (taxIds: Stripe.TaxId[]) => taxIds.toSorted((a, b) => b.created - a.created)[0];

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
