import type { Card } from "./cards.ts";

// Stripe's objects, with the fields that the product reads. Names are Stripe's, times are Unix seconds, amounts cents.

export type Customer = { object: "customer"; id: string; email: string; name: string | null; metadata: Metadata };
export type PaymentMethod = {
  object: "payment_method";
  id: string;
  type: "card";
  customer: string | null;
  card: { brand: string; last4: string };
  /** The stand-in's own field: the bank's verdicts. */
  behaviour: Pick<Card, "setup" | "charge">;
};
export type Intent = {
  object: "setup_intent" | "payment_intent";
  id: string;
  customer: string;
  client_secret: string;
  status: string;
  payment_method: string | null;
  last_payment_error?: { message: string; code: string; decline_code?: string } | null;
  amount?: number;
  currency?: string;
  invoice?: string;
  created: number;
};
export type Subscription = {
  object: "subscription";
  id: string;
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  /** The portal may set this date instead of `cancel_at_period_end`. */
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  created: number;
  currency: string;
  default_payment_method: string | null;
  latest_invoice: string | null;
  metadata: Metadata;
  description?: string | null;
  invoice_settings?: { description: string | null };
  items: { object: "list"; data: SubscriptionItem[]; has_more: false; url: string };
};
type SubscriptionItem = {
  id: string;
  price: Price;
  current_period_start: number;
  current_period_end: number;
};
export type Invoice = {
  object: "invoice";
  id: string;
  customer: string;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  auto_advance: boolean;
  billing_reason: "subscription_create" | "subscription_cycle" | "manual";
  description: string | null;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  currency: string;
  created: number;
  period_start: number;
  period_end: number;
  /** Null for a draft. */
  hosted_invoice_url: string | null;
  status_transitions: { paid_at: number | null };
  parent: { type: "subscription_details"; subscription_details: { subscription: string } };
  lines: { object: "list"; data: { id: string; amount: number; period: { start: number; end: number } }[] };
  next_payment_attempt: number | null;
  /** The stand-in's own field, to which `payments` expands. Null for a draft. */
  payment_intent: string | null;
};
export type Charge = {
  object: "charge";
  id: string;
  customer: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  created: number;
  disputed: boolean;
  refunded: boolean;
  status: "succeeded" | "failed";
  failure_message: string | null;
  payment_intent: string;
  payment_method: string | null;
};
export type Refund = {
  object: "refund";
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: "pending" | "succeeded" | "failed" | "canceled";
};
export type Dispute = {
  object: "dispute";
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: string;
  /** Negative amounts were taken, positive ones were returned. */
  balance_transactions: { amount: number }[];
};
export type Price = {
  object: "price";
  id: string;
  active: boolean;
  lookup_key: string | null;
  currency: string;
  unit_amount: number;
  product: string;
  recurring: { interval: string; interval_count: number };
};
export type Product = { object: "product"; id: string; name: string };

export type Metadata = Record<string, string>;
export type Stored =
  | Customer
  | PaymentMethod
  | Intent
  | Subscription
  | Invoice
  | Charge
  | Refund
  | Dispute
  | Price
  | Product;

/** The whole state of the stand-in, as plain JSON. */
export type State = {
  aheadMs: number;
  objects: Record<string, Stored>;
  /** By idempotency key. `at` in Unix seconds. */
  answers: Record<string, { request: string; status: number; body: string; at: number }>;
  events: { id: string; type: string; created: number; object: unknown }[];
};

export const emptyState = (): State => ({ aheadMs: 0, objects: {}, answers: {}, events: [] });
