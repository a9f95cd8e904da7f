import type { Charge, Dispute, FraudWarning, PaymentIntent, PaymentMethod, Refund, SetupIntent } from "../objects.ts";
import type { Decline } from "../cards.ts";
import type { New } from "./plain.ts";

/** What a new SetupIntent and a new PaymentIntent have in common. */
const newIntent = () => ({
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  livemode: false,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  status: "requires_payment_method" as const,
});

/** https://docs.stripe.com/api/setup_intents/object */
export const newSetupIntent = (given: New<SetupIntent, "client_secret" | "customer">): SetupIntent => ({
  object: "setup_intent",
  ...newIntent(),
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  mandate: null,
  single_use_mandate: null,
  usage: "off_session",
  ...given,
});

/** https://docs.stripe.com/api/payment_intents/object */
export const newPaymentIntent = (
  given: New<PaymentIntent, "client_secret" | "customer" | "amount" | "currency">,
): PaymentIntent => ({
  object: "payment_intent",
  ...newIntent(),
  amount_capturable: 0,
  amount_received: 0,
  application_fee_amount: null,
  canceled_at: null,
  capture_method: "automatic",
  confirmation_method: "automatic",
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: "off_session",
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
  ...given,
});

/** The bank must confirm: https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action */
export const confirmationByBank = () => ({
  type: "use_stripe_sdk",
  use_stripe_sdk: { type: "three_d_secure_redirect" },
});

/** https://docs.stripe.com/error-handling#payment-errors */
export const declineError = (
  { code, decline_code, message }: Decline,
  card: PaymentMethod,
  charge?: string,
): DeclineError => ({
  ...(charge && { charge }),
  code,
  ...(decline_code && { decline_code }),
  doc_url: `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`,
  message,
  payment_method: card,
  type: "card_error",
});

type DeclineError = NonNullable<PaymentIntent["last_payment_error"]> & { message: string };

type NewCharge = Pick<Charge, "id" | "created" | "balance_transaction" | "receipt_url"> & {
  intent: PaymentIntent;
  card: PaymentMethod;
  decline: Decline | null;
};

/** https://docs.stripe.com/api/charges/object */
export const newCharge = ({ intent, card, decline, ...given }: NewCharge): Charge => ({
  object: "charge",
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  billing_details: card.billing_details,
  calculated_statement_descriptor: null,
  captured: !decline,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  // https://docs.stripe.com/declines#issuer-declines
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline ? (decline.decline_code ?? decline.code) : null,
    risk_level: "normal",
    seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  },
  paid: !decline,
  payment_intent: intent.id,
  payment_method: card.id,
  payment_method_details: detailsOf(intent, card),
  receipt_email: null,
  receipt_number: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: decline ? "failed" : "succeeded",
  transfer_data: null,
  transfer_group: null,
  ...given,
});

function detailsOf({ amount }: PaymentIntent, { type, card }: PaymentMethod): Charge["payment_method_details"] {
  if (!card) return { type, link: { country: "DE" } };
  const { brand, checks, country, exp_month, exp_year, funding, last4, regulated_status } = card;
  return {
    type,
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: card.fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** https://docs.stripe.com/api/refunds/object */
export const newRefund = (charge: Charge, given: New<Refund, "amount">): Refund => ({
  object: "refund",
  balance_transaction: null,
  charge: charge.id,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: "succeeded",
  transfer_reversal: null,
  ...given,
});

/** https://docs.stripe.com/api/disputes/object */
export const newDispute = (charge: Charge, given: New<Dispute, "status">): Dispute => ({
  object: "dispute",
  amount: charge.amount,
  balance_transactions: [],
  charge: charge.id,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: NO_EVIDENCE,
  evidence_details: {
    due_by: given.created + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: given.status.startsWith("warning_"),
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason: "fraudulent",
  ...given,
});

const NO_EVIDENCE: Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export const newFraudWarning = (charge: Charge, given: New<FraudWarning>): FraudWarning => ({
  object: "radar.early_fraud_warning",
  actionable: true,
  charge: charge.id,
  fraud_type: "made_with_stolen_card",
  livemode: false,
  payment_intent: charge.payment_intent!,
  ...given,
});
