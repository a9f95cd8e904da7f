import type { Stripe } from "stripe";
import type { Behaviour, Decline } from "./cards.ts";

// Stripe's objects with those fields that the product and the tests read, as the SDK types them. Names are Stripe's,
// times are Unix seconds, amounts cents. Interfaces keep their names in the compiler's messages.

/** The SDK adds a type for values of newer versions of the API. The stand-in has one version, so it drops that type. */
type Known<Value> = Value extends string
  ? [Value] extends [object]
    ? never
    : Value
  : Value extends (infer Item)[]
    ? Known<Item>[]
    : Exclude<Value, undefined>;

/** Some fields of `T`. Of `Ids`, Stripe expands only what a request asks for: https://docs.stripe.com/expand */
type Of<T, Fields extends keyof T, Ids extends keyof T = never> = { [Name in Fields]-?: Known<T[Name]> } & {
  [Name in Ids]-?: string | Extract<T[Name], null>;
};

/** The same of an object with an id of its own. */
type Kept<T extends Head, Fields extends keyof T, Ids extends keyof T = never> = Of<T, keyof Head | Fields, Ids>;
type Head = { object: string; id: string };

type List<Item> = { object: "list"; data: Item[] };

export interface Customer extends Kept<Stripe.Customer, "address" | "email" | "metadata" | "name"> {}

/** What is left of a customer: https://docs.stripe.com/api/customers/delete */
export interface DeletedCustomer extends Kept<Stripe.DeletedCustomer, "deleted"> {}

export interface TaxId extends Kept<Stripe.TaxId, "created" | "type" | "value", "customer"> {
  verification: Of<Stripe.TaxId.Verification, "status">;
}

export interface PaymentMethod extends Kept<Stripe.PaymentMethod, "type", "customer"> {
  /** Link has none. */
  card?: Of<Stripe.PaymentMethod.Card, "brand" | "last4">;
}

export type SetupIntent = Kept<
  Stripe.SetupIntent,
  "client_secret" | "payment_method_types" | "status",
  "customer" | "payment_method"
>;

export interface PaymentIntent extends Kept<
  Stripe.PaymentIntent,
  "amount" | "client_secret" | "status",
  "latest_charge" | "payment_method"
> {
  last_payment_error: Decline | null;
}

export type Intent = SetupIntent | PaymentIntent;

type Amounts = "amount" | "created" | "status";
type Paid = "charge" | "payment_intent";

export interface Charge extends Kept<
  Stripe.Charge,
  Amounts | "amount_refunded" | "disputed" | "refunded",
  "payment_intent"
> {
  payment_method: string;
  outcome: Of<Stripe.Charge.Outcome, "reason">;
}

export interface Refund extends Kept<Stripe.Refund, Amounts, Paid> {}

export interface Dispute extends Kept<Stripe.Dispute, Amounts | "is_charge_refundable", Paid> {}

export interface FraudWarning extends Kept<Stripe.Radar.EarlyFraudWarning, "actionable", Paid> {}

export interface Product extends Kept<Stripe.Product, "name"> {}

export interface Price extends Kept<Stripe.Price, "active" | "currency" | "lookup_key" | "tax_behavior", "product"> {
  unit_amount: number;
  recurring: Of<Stripe.Price.Recurring, "interval" | "interval_count">;
}

export interface Coupon extends Kept<
  Stripe.Coupon,
  "amount_off" | "currency" | "duration" | "duration_in_months" | "percent_off" | "valid"
> {
  applies_to?: Of<Stripe.Coupon.AppliesTo, "products">;
}

export interface PromotionCode extends Kept<
  Stripe.PromotionCode,
  "active" | "code" | "expires_at" | "max_redemptions" | "times_redeemed"
> {
  promotion: Of<Stripe.PromotionCode.Promotion, "type"> & { coupon: string };
  restrictions: Of<Stripe.PromotionCode.Restrictions, "first_time_transaction">;
}

export interface Discount extends Kept<Stripe.Discount, "end"> {
  source: Of<Stripe.Discount.Source, "type"> & { coupon: string };
}

type InvoiceSettings = Of<Stripe.Subscription.InvoiceSettings, "description" | "footer">;

interface SubscriptionItem extends Of<Stripe.SubscriptionItem, "current_period_end" | "current_period_start"> {
  price: Price;
}

type Ending = "cancel_at" | "cancel_at_period_end" | "canceled_at" | "ended_at";

export interface Subscription extends Kept<
  Stripe.Subscription,
  Ending | "created" | "currency" | "description" | "metadata" | "pause_collection" | "status",
  "customer" | "default_payment_method" | "latest_invoice"
> {
  automatic_tax: Of<Stripe.Subscription.AutomaticTax, "disabled_reason" | "enabled">;
  cancellation_details: Of<Stripe.Subscription.CancellationDetails, "comment" | "reason">;
  discounts: string[];
  invoice_settings: InvoiceSettings;
  items: List<SubscriptionItem>;
  payment_settings: Of<Stripe.Subscription.PaymentSettings, "payment_method_types">;
}

type Totals = "amount_due" | "amount_paid" | "amount_remaining" | "currency" | "subtotal" | "total";
type Collection = "attempt_count" | "auto_advance" | "automatically_finalizes_at" | "next_payment_attempt";
type Buyer = "customer_address" | "customer_email" | "customer_name";

export interface Invoice
  extends
    Kept<Stripe.Invoice, Totals | Collection | Buyer | "billing_reason" | "created" | "hosted_invoice_url" | "status">,
    InvoiceSettings {
  customer: string;
  automatic_tax: Of<Stripe.Invoice.AutomaticTax, "status">;
  customer_tax_ids: Of<Stripe.Invoice.CustomerTaxId, "type" | "value">[];
  lines: List<Of<Stripe.InvoiceLineItem, "amount" | "period">>;
  parent: Of<Stripe.Invoice.Parent, "type"> & { subscription_details: { subscription: string } };
  status_transitions: Of<Stripe.Invoice.StatusTransitions, "paid_at">;
  total_taxes: Of<Stripe.Invoice.TotalTax, "amount" | "taxability_reason">[];
}

/** Links an invoice to its payment: https://docs.stripe.com/api/invoice-payment/object */
export interface InvoicePayment extends Kept<Stripe.InvoicePayment, "status"> {
  invoice: string;
  payment: Of<Stripe.InvoicePayment.Payment, "type"> & { payment_intent: string };
}

type PortalFeatures = Of<
  Stripe.BillingPortal.Configuration.Features,
  "customer_update" | "invoice_history" | "payment_method_update" | "subscription_cancel" | "subscription_update"
>;
type CustomerUpdate = Of<Stripe.BillingPortal.Configuration.Features.CustomerUpdate, "allowed_updates">;

export interface PortalConfiguration extends Kept<
  Stripe.BillingPortal.Configuration,
  "active" | "default_return_url" | "metadata"
> {
  business_profile: Of<
    Stripe.BillingPortal.Configuration.BusinessProfile,
    "headline" | "privacy_policy_url" | "terms_of_service_url"
  >;
  features: Record<keyof PortalFeatures, { enabled: boolean } & Partial<CustomerUpdate>>;
}

export type Metadata = Record<string, string>;
export type EventType = Known<Stripe.Event.Type>;
export type Event = Kept<Stripe.EventBase, "created"> & { type: EventType; data: { object: unknown } };

export type Stored =
  | Customer
  | DeletedCustomer
  | TaxId
  | PaymentMethod
  | Intent
  | Charge
  | Refund
  | Dispute
  | FraudWarning
  | Product
  | Price
  | Coupon
  | PromotionCode
  | Discount
  | Subscription
  | Invoice
  | InvoicePayment
  | PortalConfiguration;

/**
 * What the operator sets in Stripe's dashboard. `waits`: seconds from each failed payment of a renewal to the next try.
 * `outcome`: what the subscription becomes after the last one.
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
type Settings = { retries: { waits: number[]; outcome: "cancel" | "unpaid" | "past_due" } };

/** The whole state of the stand-in, as plain JSON. What Stripe's answers do not show is outside of `objects`. */
export type State = {
  /** A saved state of another version is not read. */
  version: typeof STATE_VERSION;
  aheadMs: number;
  settings: Settings;
  objects: Record<string, Stored>;
  /** By the id of the payment method. */
  behaviours: Record<string, Behaviour>;
  /** By idempotency key. `at` in Unix seconds. */
  answers: Record<string, { request: string; status: number; body: string; at: number }>;
  /** Those of the last 30 days, oldest first. */
  events: Event[];
  /** The ids of events that the webhook has not got yet. */
  waiting: string[];
};

/** Increase it after a change of `State` or of a stored object. */
export const STATE_VERSION = 10;

/** Stripe's default is eight tries within two weeks. It chooses the times; here they are equally far apart. */
const SMART_RETRIES = Array.from({ length: 8 }, () => (14 * 86_400) / 8);

export const emptyState = (): State => ({
  version: STATE_VERSION,
  aheadMs: 0,
  settings: { retries: { waits: SMART_RETRIES, outcome: "cancel" } },
  objects: {},
  behaviours: {},
  answers: {},
  events: [],
  waiting: [],
});
