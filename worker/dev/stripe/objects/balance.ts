import type { BalanceTransaction, Payout } from "../objects.ts";
import type { New } from "./plain.ts";

const DAY_S = 86_400;
/** https://docs.stripe.com/payouts#payout-speed */
const AVAILABLE_AFTER_DAYS = 2;
/** https://stripe.com/pricing for cards of the European Economic Area. PayPal and Link are taken for the same. */
const CARD_FEE = { share: 0.015, cents: 25 };
/** https://stripe.com/pricing/local-payment-methods */
const SEPA_FEE_CENTS = 35;
/** https://docs.stripe.com/disputes/how-disputes-work. It is not given back, even if the dispute is won. */
const DISPUTE_FEE_CENTS = 2000;

type NewMove = Pick<
  BalanceTransaction,
  "id" | "created" | "amount" | "currency" | "source" | "type" | "reporting_category"
> & { method?: string };

/** `method`: type of the payment method. https://docs.stripe.com/api/balance_transactions/object */
export function newBalanceTransaction({ method = "card", ...given }: NewMove): BalanceTransaction {
  const fee = feeOf(given, method);
  const { created, currency } = given;
  const feeDetails = { application: null, currency, description: "Stripe processing fees", type: "stripe_fee" };
  return {
    object: "balance_transaction",
    // What leaves the balance does so at once: https://docs.stripe.com/payments/balances
    available_on: given.amount < 0 ? created : startOfDay(created) + AVAILABLE_AFTER_DAYS * DAY_S,
    balance_type: "payments",
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, ...feeDetails }],
    net: given.amount - fee,
    status: given.amount < 0 ? "available" : "pending",
    ...given,
  };
}

/** Stripe keeps its fee after a refund: https://docs.stripe.com/refunds */
function feeOf({ type, amount, reporting_category }: NewMove, method: string): number {
  if (reporting_category === "dispute") return DISPUTE_FEE_CENTS;
  if (type !== "charge" && type !== "payment") return 0;
  return method === "sepa_debit" ? SEPA_FEE_CENTS : Math.round(amount * CARD_FEE.share) + CARD_FEE.cents;
}

/** Midnight UTC. */
export const startOfDay = (seconds: number) => Math.floor(seconds / DAY_S) * DAY_S;

/** https://docs.stripe.com/api/payouts/object */
export const newPayout = (
  given: New<Payout, "amount" | "currency" | "arrival_date" | "balance_transaction">,
): Payout => ({
  object: "payout",
  application_fee: null,
  application_fee_amount: null,
  automatic: true,
  description: "STRIPE PAYOUT",
  destination: "ba_stand_in",
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: "standard",
  original_payout: null,
  payout_method: null,
  reconciliation_status: "in_progress",
  reversed_by: null,
  source_type: "card",
  statement_descriptor: null,
  status: "in_transit",
  trace_id: null,
  type: "bank_account",
  ...given,
});
