import type { Bank } from "#worker/dev/stripe/bank.ts";
import type {
  BalanceTransaction,
  Charge,
  Coupon,
  Discount,
  Dispute,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PromotionCode,
  Refund,
  Subscription,
} from "#worker/dev/stripe/objects.ts";

// What the stand-in for Stripe holds, in the words of the oracle. This file alone knows the stand-in's objects, and
// nothing of the product. Times are Unix ms, amounts are cents.

export type Plan = "month" | "year";
type TrueRefund = { id: string; amount: number; status: string; at: number; hasFailed: boolean };
/** `taken`: cents that the bank has taken at this moment. `isOpen`: the bank decides later. */
type TrueDispute = { id: string; amount: number; status: string; at: number; taken: number; isOpen: boolean };
export type TrueCharge = {
  id: string;
  hasSucceeded: boolean;
  hasFailed: boolean;
  /** The bank has not decided about a debit. */
  isPending: boolean;
  card: string | null;
  amount: number;
  at: number;
  refunds: TrueRefund[];
  disputes: TrueDispute[];
};
export type TrueInvoice = {
  id: string;
  /** It pays for a period, the first one or a renewal. */
  isOfPeriod: boolean;
  isFirst: boolean;
  plan: Plan;
  status: string;
  /** It can still be paid: by its link, or because Stripe will charge it. */
  isPayable: boolean;
  amount: number;
  /** Null: Stripe computed none. */
  tax: number | null;
  /** The country and the tax number of the buyer, or "". */
  country: string;
  taxId: string;
  createdAt: number;
  paidAt: number | null;
  /** The days that it pays for. */
  start: number;
  end: number;
  url: string;
  charges: TrueCharge[];
};
/** Of each payment, either a share or cents. `until`: no later invoice has it. `isOnce`: only the first invoice has it. */
export type TrueDiscount = {
  code: string;
  percent: number;
  cents: number;
  isOnce: boolean;
  isForMonths: boolean;
  until: number | null;
};
export type TrueSubscription = {
  id: string;
  siteId: number;
  status: string;
  runs: boolean;
  willEnd: boolean;
  createdAt: number;
  endedAt: number | null;
  periodEnd: number;
  /** Of the next invoice. */
  plan: Plan;
  card: string | null;
  discount: TrueDiscount | null;
  /** The product's own mark: another subscription of the site covers the days from then on. */
  duplicateSince: number | null;
  /** Newest first. */
  invoices: TrueInvoice[];
};

const planOf = (days: number): Plan => (days > 31 ? "year" : "month");
const ms = (seconds: number) => seconds * 1000;
const msOrNull = (seconds: number | null) => (seconds === null ? null : ms(seconds));

/** Newest first. */
export function readTruth(bank: Bank): TrueSubscription[] {
  const [charges, refunds] = [bank.list<Charge>("charge"), bank.list<Refund>("refund")];
  const [invoices, disputes] = [bank.list<Invoice>("invoice"), bank.list<Dispute>("dispute")];
  const paymentsOf = Map.groupBy(bank.list<InvoicePayment>("invoice_payment"), ({ invoice }) => invoice);

  const toCharge = (charge: Charge): TrueCharge => ({
    id: charge.id,
    hasSucceeded: charge.status === "succeeded",
    hasFailed: charge.status === "failed",
    isPending: charge.status === "pending",
    card: charge.payment_method,
    amount: charge.amount,
    at: ms(charge.created),
    refunds: refunds
      .filter((one) => one.charge === charge.id)
      .map(({ id, amount, status, created }) => ({
        id,
        amount,
        status: status ?? "",
        at: ms(created),
        hasFailed: status === "failed" || status === "canceled",
      })),
    disputes: disputes
      .filter((one) => one.charge === charge.id)
      .map((one) => ({
        id: one.id,
        amount: one.amount,
        status: one.status,
        at: ms(one.created),
        taken: -one.balance_transactions.reduce((sum, { amount }) => sum + amount, 0),
        isOpen: /needs_response$|under_review$/.test(one.status),
      })),
  });

  const toInvoice = (invoice: Invoice): TrueInvoice => ({
    id: invoice.id,
    isOfPeriod: /^subscription_(create|cycle)$/.test(invoice.billing_reason ?? ""),
    isFirst: invoice.billing_reason === "subscription_create",
    plan: planOf((invoice.lines.data[0]!.period.end - invoice.lines.data[0]!.period.start) / 86_400),
    status: invoice.status ?? "",
    isPayable:
      invoice.status === "open" ||
      invoice.status === "uncollectible" ||
      (invoice.status === "draft" && invoice.auto_advance === true),
    amount: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
    tax: invoice.automatic_tax.enabled
      ? (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
      : null,
    country: invoice.customer_address?.country ?? "",
    taxId: invoice.customer_tax_ids?.[0]?.value ?? "",
    createdAt: ms(invoice.created),
    paidAt: msOrNull(invoice.status_transitions.paid_at),
    start: ms(invoice.lines.data[0]!.period.start),
    end: ms(invoice.lines.data[0]!.period.end),
    url: invoice.hosted_invoice_url ?? "",
    charges: charges
      .filter(({ payment_intent: paid }) =>
        paymentsOf.get(invoice.id)?.some(({ payment }) => payment.payment_intent === paid),
      )
      .map(toCharge),
  });

  return bank.list<Subscription>("subscription").map((one) => {
    const periodEnd = ms(one.items.data[0]!.current_period_end);
    return {
      id: one.id,
      siteId: Number(one.metadata["site_id"]),
      status: one.status,
      runs: one.ended_at === null,
      willEnd: one.cancel_at_period_end || (one.cancel_at !== null && ms(one.cancel_at) <= periodEnd),
      createdAt: ms(one.created),
      endedAt: msOrNull(one.ended_at),
      periodEnd,
      plan: planOf(one.items.data[0]!.price.recurring!.interval_count),
      card: one.default_payment_method,
      discount: readDiscount(bank, one.id),
      duplicateSince: Number(one.metadata["second_at"] ?? 0) || null,
      invoices: invoices.filter(({ parent }) => parent?.subscription_details?.subscription === one.id).map(toInvoice),
    };
  });
}

function readDiscount(bank: Bank, subscription: string): TrueDiscount | null {
  const [discount] = bank.list<Discount>("discount", (one) => one.subscription === subscription);
  if (!discount) return null;
  const { percent_off, amount_off, duration } = bank.find<Coupon>("coupon", discount.source.coupon as string);
  return {
    code: bank.find<PromotionCode>("promotion_code", discount.promotion_code as string).code,
    percent: percent_off ?? 0,
    cents: amount_off ?? 0,
    isOnce: duration === "once",
    isForMonths: duration === "repeating",
    until: duration === "repeating" ? msOrNull(discount.end) : null,
  };
}

/** `source`: the charge, refund or dispute. */
export type TrueMove = { id: string; source: string; amount: number; fee: number; net: number };

/** Every movement of money on the account, without its payouts to the bank. */
export const readMoves = (bank: Bank): TrueMove[] =>
  bank
    .list<BalanceTransaction>("balance_transaction", ({ type }) => type !== "payout")
    .map(({ id, source, amount, fee, net }) => ({ id, source: source ?? "", amount, fee, net }));

/** The stand-in's own objects, for the changes that a test makes at Stripe. */
export const subscriptionAt = (bank: Bank, id: string) => bank.find<Subscription>("subscription", id);
export const invoiceAt = (bank: Bank, id: string) => bank.find<Invoice>("invoice", id);
export const chargeAt = (bank: Bank, id: string) => bank.find<Charge>("charge", id);
export const refundAt = (bank: Bank, id: string) => bank.find<Refund>("refund", id);
export const disputeAt = (bank: Bank, id: string) => bank.find<Dispute>("dispute", id);
/** The payment that waits for its owner's confirmation to the bank, if there is one. */
export function waitingIntent(bank: Bank, invoiceId: string): PaymentIntent | undefined {
  const intent = bank.intentOf(invoiceAt(bank, invoiceId));
  return intent?.status === "requires_action" ? intent : undefined;
}
