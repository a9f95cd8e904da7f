import type { LedgerKind } from "#schema/payments.ts";
import type { ChargeFacts, InvoiceFacts, SubscriptionFacts } from "../../ports.ts";

/** Stripe's words for a subscription that is over; nothing more is charged for it. */
export const ENDED = ["canceled", "incomplete_expired"] as const;

export const hasEnded = (status: string) => (ENDED as readonly string[]).includes(status);

/** End of the last period that was paid and is still paid; empty where there is none. */
export function paidUntil({ invoices }: SubscriptionFacts): number | null {
  const ends = invoices.filter(isPaidFor).map(({ periodEnd }) => periodEnd);
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Whether nothing more is due before the period that runs at Stripe is over; its clock may be ahead of this one. */
export function isPeriodPaid(facts: SubscriptionFacts, now: number): boolean {
  const until = paidUntil(facts) ?? 0;
  const isCovered = facts.status === "trialing" || until >= (facts.currentPeriodEnd ?? 0);
  return !hasEnded(facts.status) && until > now && isCovered;
}

/** A part given back is a favour; all given back, or taken back by the bank, is not paid. */
const isPaidFor = ({ isPaid, charges }: InvoiceFacts) => isPaid && !charges.some(isTakenBack);

/** Whether what was paid for a subscription has been given or taken back: its owner no longer wants to pay for it. */
export const isTakenBack = ({ amountCents, refundedCents, disputes }: ChargeFacts) =>
  (refundedCents > 0 && refundedCents >= amountCents) || disputes.some(({ isLost }) => isLost);

export type LedgerRow = {
  stripeId: string;
  kind: LedgerKind;
  amountCents: number;
  currency: string;
  periodStart: number | null;
  periodEnd: number | null;
  invoiceUrl: string;
  detail: string;
  happenedAt: number;
};

/** All that happened to money, each under Stripe's own id. */
export function toLedger(subscription: SubscriptionFacts): LedgerRow[] {
  const rows = subscription.invoices.flatMap((invoice) => [
    ...(invoice.isPaid && invoice.amountCents > 0 ? [paymentOf(invoice)] : []),
    ...invoice.charges.flatMap((charge) => happeningsOf(invoice, charge)),
  ]);
  if (!hasEnded(subscription.status) || subscription.endedAt === null) return rows;
  return [
    ...rows,
    {
      stripeId: `${subscription.id}:ended`,
      kind: "cancellation",
      amountCents: 0,
      currency: subscription.currency,
      periodStart: null,
      periodEnd: null,
      invoiceUrl: "",
      detail: "",
      happenedAt: subscription.endedAt,
    },
  ];
}

const common = ({ currency, periodStart, periodEnd, url }: InvoiceFacts) => ({
  currency,
  periodStart,
  periodEnd,
  invoiceUrl: url,
});

const paymentOf = (invoice: InvoiceFacts): LedgerRow => ({
  ...common(invoice),
  stripeId: invoice.id,
  kind: "payment",
  amountCents: invoice.amountCents,
  detail: "",
  happenedAt: invoice.paidAt ?? invoice.periodStart,
});

function happeningsOf(invoice: InvoiceFacts, charge: ChargeFacts): LedgerRow[] {
  const failure: LedgerRow = {
    ...common(invoice),
    stripeId: charge.id,
    kind: "failure",
    amountCents: charge.amountCents,
    detail: charge.reason,
    happenedAt: charge.createdAt,
  };
  return [
    ...(charge.hasFailed ? [failure] : []),
    ...charge.refunds.map(({ id, amountCents, status, createdAt }): LedgerRow => ({
      ...common(invoice),
      stripeId: id,
      kind: "refund",
      amountCents,
      detail: status === "succeeded" ? "" : status,
      happenedAt: createdAt,
    })),
    ...charge.disputes.map(({ id, amountCents, status, createdAt }): LedgerRow => ({
      ...common(invoice),
      stripeId: id,
      kind: "dispute",
      amountCents,
      detail: status,
      happenedAt: createdAt,
    })),
  ];
}
