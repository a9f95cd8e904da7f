import type { Stripe } from "stripe";
import type { Verdict } from "./cards.ts";
import type { Plain } from "./objects/plain.ts";

// Stripe's objects as the SDK types them. Names are Stripe's, times are Unix seconds, amounts cents. The builders in
// `objects/` make them. Interfaces keep their names in the compiler's messages.

export interface Customer extends Plain<Stripe.Customer> {}
export interface Coupon extends Plain<Stripe.Coupon> {}
export interface PromotionCode extends Plain<Stripe.PromotionCode> {}
/** What is left of a customer: https://docs.stripe.com/api/customers/delete */
export interface DeletedCustomer extends Plain<Stripe.DeletedCustomer> {}
export interface TaxId extends Plain<Stripe.TaxId> {}
export interface PaymentMethod extends Plain<Stripe.PaymentMethod> {}
export interface PortalSession extends Plain<Stripe.BillingPortal.Session> {}
export interface SetupIntent extends Plain<Stripe.SetupIntent> {}
export interface PaymentIntent extends Plain<Stripe.PaymentIntent> {}
export type Intent = SetupIntent | PaymentIntent;
export interface Product extends Plain<Stripe.Product> {}
export interface Price extends Plain<Stripe.Price> {}
export interface Subscription extends Plain<Stripe.Subscription> {}
export interface SubscriptionItem extends Plain<Stripe.SubscriptionItem> {}
export interface Invoice extends Plain<Stripe.Invoice> {}
export interface InvoiceLine extends Plain<Stripe.InvoiceLineItem> {}
export interface InvoicePayment extends Plain<Stripe.InvoicePayment> {}
export interface Charge extends Plain<Stripe.Charge> {}
export interface Refund extends Plain<Stripe.Refund> {}
export interface FraudWarning extends Plain<Stripe.Radar.EarlyFraudWarning> {}
export interface Dispute extends Plain<Stripe.Dispute> {}
export interface Discount extends Plain<Stripe.Discount> {}
export type EventType = Plain<Stripe.Event.Type>;
export type Event = Plain<Omit<Stripe.EventBase, "data" | "type">> & {
  type: EventType;
  data: { object: unknown };
};
export type Metadata = Record<string, string>;

export type Stored =
  | Customer
  | Coupon
  | PromotionCode
  | DeletedCustomer
  | TaxId
  | PaymentMethod
  | Intent
  | Subscription
  | Invoice
  | InvoicePayment
  | Charge
  | Refund
  | Dispute
  | FraudWarning
  | Discount
  | Price
  | Product;

/** The bank's verdicts about a card: when it is saved (`setup`), and each time it is charged (`charge`). */
export type Behaviour = { setup: Verdict; charge: Verdict };

/**
 * What the operator sets in Stripe's dashboard. `waits`: seconds from each failed payment of a renewal to the next try.
 * `outcome`: what the subscription becomes after the last one.
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
export type Settings = { retries: { waits: number[]; outcome: "cancel" | "unpaid" | "past_due" } };

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
  events: { id: string; type: EventType; created: number; object: unknown }[];
  /** The ids of events that the webhook has not got yet. */
  waiting: string[];
};

/** Increase it after a change of `State` or of a stored object. */
export const STATE_VERSION = 8;

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
