/**
 * The events that the product handles (`sync/events.ts`). The webhook endpoint at Stripe needs them:
 * https://docs.stripe.com/api/events/types
 */
export const EVENT_TYPES = [
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.finalization_failed",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
  "customer.tax_id.updated",
] as const;
