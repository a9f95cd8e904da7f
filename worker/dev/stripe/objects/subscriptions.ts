import type { Price, Subscription, SubscriptionItem } from "../objects.ts";
import { listOfAll, type New } from "./plain.ts";
import { planOf } from "./prices.ts";

type NewItem = Pick<SubscriptionItem, "id" | "created" | "current_period_start" | "current_period_end">;
type NewSubscription = New<Subscription, "customer"> & { price: Price; item: NewItem };

/** https://docs.stripe.com/api/subscriptions/object */
export const newSubscription = ({ price, item, ...given }: NewSubscription): Subscription => ({
  object: "subscription",
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: given.created,
  billing_cycle_anchor_config: null,
  // The default since 2025-09-30.clover: https://docs.stripe.com/billing/subscriptions/billing-mode
  billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  currency: price.currency,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  items: listOfAll(`/v1/subscription_items?subscription=${given.id}`, [newItem(given.id, price, item)]),
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: "off",
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: given.created,
  status: "incomplete",
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
  trial_start: null,
  ...given,
});

/** https://docs.stripe.com/api/subscription_items/object */
const newItem = (subscription: string, price: Price, given: NewItem): SubscriptionItem => ({
  object: "subscription_item",
  billing_thresholds: null,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price: structuredClone(price),
  quantity: 1,
  subscription,
  tax_rates: [],
  ...given,
});
