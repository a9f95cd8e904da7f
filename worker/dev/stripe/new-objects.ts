import type { Customer, Invoice, Price, Subscription } from "./objects.ts";
import { refuse } from "./store.ts";

type NewSubscription = Pick<Subscription, "id" | "created" | "customer"> & Partial<Subscription> & { price: Price };

/** Its first period begins when it is created. */
export const newSubscription = ({ price, ...given }: NewSubscription): Subscription => ({
  object: "subscription",
  automatic_tax: { disabled_reason: null, enabled: false },
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { reason: null, comment: null },
  currency: price.currency,
  default_payment_method: null,
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: { description: null, footer: null },
  items: {
    object: "list",
    data: [
      {
        current_period_start: given.created,
        current_period_end: given.created + lengthOf(price),
        price: structuredClone(price),
      },
    ],
  },
  latest_invoice: null,
  metadata: {},
  pause_collection: null,
  payment_settings: { payment_method_types: null },
  status: "incomplete",
  ...given,
});

/** In seconds. */
export function lengthOf({ recurring: { interval, interval_count } }: Price): number {
  if (interval !== "day") throw refuse("The stand-in knows prices for days only.");
  return interval_count * 86_400;
}

type NewInvoice = Pick<Invoice, "id" | "created" | "billing_reason"> &
  Partial<Omit<Invoice, "customer">> & { customer: Customer; subscription: Subscription };

/** A draft for the current period of a subscription. */
export function newInvoice({ customer, subscription, ...given }: NewInvoice): Invoice {
  const { price, current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
  const amount = price.unit_amount;
  return {
    object: "invoice",
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    auto_advance: false,
    automatic_tax: { status: null },
    automatically_finalizes_at: null,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_ids: [],
    // https://docs.stripe.com/changelog/dahlia/2026-06-24/invoice-description-footer-and-custom-fields
    ...subscription.invoice_settings,
    hosted_invoice_url: null,
    lines: { object: "list", data: [{ amount, period: { start, end } }] },
    next_payment_attempt: null,
    // https://docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    status: "draft",
    status_transitions: { paid_at: null },
    subtotal: amount,
    total: amount,
    total_taxes: [],
    ...given,
  };
}
