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
export interface Dispute extends Plain<Stripe.Dispute> {}
export interface BalanceTransaction extends Plain<Stripe.BalanceTransaction> {}
export interface Discount extends Plain<Stripe.Discount> {}
export interface Payout extends Plain<Stripe.Payout> {}
export type EventType = Plain<Stripe.Event.Type>;
export type Event = Plain<Omit<Stripe.EventBase, "data" | "type">> & {
  type: EventType;
  data: { object: unknown; previous_attributes?: object };
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
  | BalanceTransaction
  | Payout
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
export type Settings = {
  retries: { waits: number[]; outcome: "cancel" | "unpaid" | "past_due" };
  /**
   * The status of a subscription while its first debit is processing. The documentation says `incomplete`, which is the
   * default: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses. Its guide for debits lets the
   * service begin at once, so tests can choose `active`, too: https://docs.stripe.com/billing/subscriptions/sepa-debit
   */
  firstDebit: "incomplete" | "active";
  /**
   * What Stripe does if a refund exceeds the available balance: take the money from the bank account, which is the
   * default here, or let the refund wait until there is enough: https://docs.stripe.com/refunds
   */
  lowBalance: "debit" | "hold";
};

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
  /** By id. The discounts that they have begun go on. */
  deletedCoupons: Record<string, Coupon>;
  /** The payout of each balance transaction, by ids. */
  payouts: Record<string, string>;
  /** The midnight (Unix seconds) until which payouts are made. */
  payoutsUntil?: number;
  /** `previous`: in an event of type `*.updated`, what has changed. */
  events: { id: string; type: EventType; created: number; object: unknown; previous?: object }[];
  /** When a link to the invoice or the receipt was last read, in Unix seconds, by the id of the invoice or charge. */
  linksRead: Record<string, number>;
  /** The end of the period, or of the trial, that was announced, by the type of the event and the subscription. */
  announced: Record<string, number>;
};

/** Increase it after a change of `State` or of a stored object. */
export const STATE_VERSION = 7;

/** Stripe's default is eight tries within two weeks. It chooses the times; here they are equally far apart. */
const SMART_RETRIES = Array.from({ length: 8 }, () => (14 * 86_400) / 8);

export const emptyState = (): State => ({
  version: STATE_VERSION,
  aheadMs: 0,
  settings: { retries: { waits: SMART_RETRIES, outcome: "cancel" }, firstDebit: "incomplete", lowBalance: "debit" },
  objects: {},
  behaviours: {},
  answers: {},
  payouts: {},
  deletedCoupons: {},
  events: [],
  linksRead: {},
  announced: {},
});
