import type { Customer, PaymentMethod, PortalSession, TaxId } from "../objects.ts";
import type { Method } from "../methods.ts";
import type { New } from "./plain.ts";

/** https://docs.stripe.com/api/customers/object */
export const newCustomer = (given: New<Customer, "email">): Customer => ({
  object: "customer",
  address: null,
  balance: 0,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  // Numbers of invoices begin with it: https://docs.stripe.com/invoicing/customize#invoice-numbering-schemes
  invoice_prefix: given.id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: null,
  ...given,
});

/** https://docs.stripe.com/api/payment_methods/object */
export const newMethod = (
  { type }: Method,
  { billing_details = NO_DETAILS, ...given }: New<PaymentMethod>,
): PaymentMethod => ({
  object: "payment_method",
  allow_redisplay: "unspecified",
  billing_details,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type,
  ...(type === "link" && { link: { email: billing_details.email } }),
  ...given,
});

const NO_DETAILS = { address: null, email: null, name: null, phone: null, tax_id: null };

/** https://docs.stripe.com/api/payment_methods/object */
export const newCard = ({
  brand,
  last4,
  ...given
}: New<PaymentMethod> & { brand: string; last4: string }): PaymentMethod => ({
  object: "payment_method",
  allow_redisplay: "unspecified",
  billing_details: NO_DETAILS,
  card: {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "IE",
    display_brand: brand,
    exp_month: 12,
    exp_year: new Date(given.created * 1000).getUTCFullYear() + 5,
    fingerprint: `card-${brand}-${last4}`,
    funding: "credit",
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: "card",
  ...given,
});

/** https://docs.stripe.com/api/customer_portal/sessions/object */
export const newPortalSession = (given: New<PortalSession, "customer" | "return_url" | "url">): PortalSession => ({
  object: "billing_portal.session",
  after_expiration: null,
  configuration: "bpc_default",
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  ...given,
});

/** https://docs.stripe.com/api/tax_ids/object */
export const newTaxId = (given: New<TaxId, "customer" | "country" | "type" | "value" | "verification">): TaxId => ({
  object: "tax_id",
  customer_account: null,
  livemode: false,
  owner: { customer: given.customer!, customer_account: null, type: "customer" },
  ...given,
});
