import type { Customer, Invoice, InvoiceLine, InvoicePayment, Price, Subscription } from "../objects.ts";
import { listOfAll, type New } from "./plain.ts";

type NewLine = Pick<InvoiceLine, "id" | "period" | "amount"> &
  Partial<InvoiceLine> & { price: Price; isProration?: boolean };
type NewInvoice = Omit<
  New<Invoice, "billing_reason" | "period_start" | "period_end">,
  "lines" | "customer" | "parent"
> & {
  customer: Customer;
  subscription: Subscription;
  lines: NewLine[];
};

/** A draft for a subscription: https://docs.stripe.com/api/invoices/object */
export function newInvoice({ customer, subscription, lines, ...given }: NewInvoice): Invoice {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(total, 0);
  return {
    object: "invoice",
    account_country: "IE",
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: "charge_automatically",
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    // https://docs.stripe.com/changelog/dahlia/2026-06-24/invoice-description-footer-and-custom-fields
    description: subscription.invoice_settings.description,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOfAll(
      `/v1/invoices/${given.id}/lines`,
      lines.map((line) => newLine(given.id, subscription, line)),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    // https://docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
    ...given,
  };
}

/** https://docs.stripe.com/api/invoice-line-item/object */
const newLine = (
  invoice: string,
  subscription: Subscription,
  { price, isProration = false, ...given }: NewLine,
): InvoiceLine => ({
  object: "line_item",
  currency: price.currency,
  description: null,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: subscription.metadata,
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: isProration,
      proration_details: { credited_items: null },
      subscription: subscription.id,
      subscription_item: subscription.items.data[0]!.id,
    },
    type: "subscription_item_details",
  },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: price.id, product: price.product },
    type: "price_details",
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity: 1,
  quantity_decimal: "1",
  subscription: subscription.id,
  subtotal: given.amount,
  taxes: [],
  ...given,
});

/** Links an invoice to its payment: https://docs.stripe.com/api/invoice-payment/object */
export const newInvoicePayment = (invoice: Invoice, id: string, intent: string, created: number): InvoicePayment => ({
  object: "invoice_payment",
  id,
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent, type: "payment_intent" },
  status: "open",
  status_transitions: { canceled_at: null, paid_at: null },
});
