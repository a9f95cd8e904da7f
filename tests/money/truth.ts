import type { Bank } from "#worker/dev/stripe/bank.ts";
import type {
  Charge,
  Dispute,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  Refund,
  Subscription,
} from "#worker/dev/stripe/objects.ts";

// What the stand-in for Stripe holds, in the words of the oracle. This file alone knows the stand-in's objects, and
// nothing of the product. Times are Unix ms, amounts are cents.

type TrueRefund = { id: string; amount: number; status: string };
type TrueDispute = { id: string; amount: number; status: string };
/** One that succeeded. */
export type TrueCharge = {
  id: string;
  amount: number;
  /** Without refunds that failed. */
  refunded: number;
  at: number;
  refunds: TrueRefund[];
  disputes: TrueDispute[];
};
export type TrueInvoice = {
  id: string;
  isFirst: boolean;
  status: string;
  /** It can still be paid: by its link, or because Stripe will charge it. */
  isPayable: boolean;
  amount: number;
  paidAt: number | null;
  /** The days that it pays for. */
  start: number;
  end: number;
  charges: TrueCharge[];
};
export type TrueSubscription = {
  id: string;
  siteId: number;
  status: string;
  runs: boolean;
  isPaused: boolean;
  cancelAt: number | null;
  endedAt: number | null;
  start: number;
  end: number;
  /** Newest first. */
  invoices: TrueInvoice[];
};

const ms = (seconds: number) => seconds * 1000;
const msOrNull = (seconds: number | null) => (seconds === null ? null : ms(seconds));

/** Newest first. */
export function readTruth(bank: Bank): TrueSubscription[] {
  const [charges, refunds] = [bank.list<Charge>("charge", isPaid), bank.list<Refund>("refund")];
  const [invoices, disputes] = [bank.list<Invoice>("invoice"), bank.list<Dispute>("dispute")];
  const paymentsOf = Map.groupBy(bank.list<InvoicePayment>("invoice_payment"), ({ invoice }) => invoice);

  const toCharge = ({ id: charge, amount, amount_refunded: refunded, created }: Charge): TrueCharge => ({
    id: charge,
    amount,
    refunded,
    at: ms(created),
    refunds: refunds
      .filter((one) => one.charge === charge)
      .map((one) => ({ id: one.id, amount: one.amount, status: one.status ?? "" })),
    disputes: disputes
      .filter((one) => one.charge === charge)
      .map(({ id, amount: sum, status }) => ({ id, amount: sum, status })),
  });

  const toInvoice = (invoice: Invoice): TrueInvoice => ({
    id: invoice.id,
    isFirst: invoice.billing_reason === "subscription_create",
    status: invoice.status ?? "",
    isPayable:
      invoice.status === "open" ||
      invoice.status === "uncollectible" ||
      (invoice.status === "draft" && invoice.auto_advance === true),
    amount: invoice.amount_paid,
    paidAt: msOrNull(invoice.status_transitions.paid_at),
    start: ms(invoice.lines.data[0]!.period.start),
    end: ms(invoice.lines.data[0]!.period.end),
    charges: charges
      .filter(({ payment_intent: paid }) =>
        paymentsOf.get(invoice.id)?.some(({ payment }) => payment.payment_intent === paid),
      )
      .map(toCharge),
  });

  return bank.list<Subscription>("subscription").map((one) => ({
    id: one.id,
    siteId: Number(one.metadata["site_id"]),
    status: one.status,
    runs: one.ended_at === null,
    isPaused: one.pause_collection !== null,
    cancelAt: msOrNull(one.cancel_at),
    endedAt: msOrNull(one.ended_at),
    start: ms(one.items.data[0]!.current_period_start),
    end: ms(one.items.data[0]!.current_period_end),
    invoices: invoices.filter(({ parent }) => parent?.subscription_details?.subscription === one.id).map(toInvoice),
  }));
}

const isPaid = ({ status }: Charge) => status === "succeeded";

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
