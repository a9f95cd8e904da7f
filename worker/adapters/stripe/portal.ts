import type { Stripe } from "stripe";
import { WrongSetup } from "./errors.ts";

/** Marks our configuration: others may sell through the same account. */
const MARK = { name: "directory", value: "featured listings" };

/**
 * Owners cancel and change cards here, where the place is. At Stripe they find invoices, and their name, address and VAT
 * number: https://docs.stripe.com/api/customer_portal/configurations
 */
const FEATURES = {
  invoice_history: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
  payment_method_update: { enabled: false },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** Returns the id of our configuration. Undefined if `npm run stripe:setup` has not made it. */
async function findPortal(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.[MARK.name] === MARK.value)?.id;
}

/** Returns the URL of the portal of a customer. @throws WrongSetup if it has no configuration of ours. */
export async function openPortal(stripe: Stripe, of: { customer: string; return_url: string }): Promise<string> {
  const configuration = await findPortal(stripe);
  if (!configuration) throw new WrongSetup("The customer portal has no configuration. Run npm run stripe:setup.");
  return (await stripe.billingPortal.sessions.create({ ...of, configuration })).url;
}

/** Creates our configuration, or gives it these features again. Returns its id. */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const known = await findPortal(stripe);
  const { id } = known
    ? await stripe.billingPortal.configurations.update(known, { features: FEATURES })
    : await stripe.billingPortal.configurations.create({
        features: FEATURES,
        metadata: { [MARK.name]: MARK.value },
      });
  return id;
}
