import { toIso } from "#schema/dates.ts";
import { type LedgerEntry, type SiteSubscription } from "#schema/payments.ts";
import type { payments, subscriptions } from "#schema/tables/payments.ts";
import { tierAt } from "../sites/rows.ts";
import { isCurrent } from "./state.ts";

type Row = {
  subscription: typeof subscriptions.$inferSelect;
  site: { id: number; name: string; slug: string; featuredUntil: number | null; grantedUntil: number | null };
};

export function toSiteSubscription({ subscription, site }: Row, now: number): SiteSubscription {
  const { paidUntil, priceCents, currency, cardBrand, cardLast4 } = subscription;
  const state = stateOf(subscription);
  return {
    site_id: site.id,
    site_name: site.name,
    site_slug: site.slug,
    status: state === "ends" ? "basic" : tierAt(site.featuredUntil, now),
    state,
    paid_until: toIsoOrNull(paidUntil),
    featured_until: toIsoOrNull(state === "failing" ? site.featuredUntil : laterOf(paidUntil, site.grantedUntil)),
    // Not `currentPeriodEnd`: Stripe's next period begins before its charge is made.
    next_charge:
      state === "renews" && paidUntil !== null && priceCents !== null
        ? { at: toIso(paidUntil), amount_cents: priceCents, currency }
        : null,
    card: cardBrand === "" ? null : { brand: cardBrand, last4: cardLast4 },
    plan: subscription.plan,
    trouble: subscription.trouble,
    unpaid:
      subscription.unpaidInvoice === null || subscription.unpaidCents === null
        ? null
        : { amount_cents: subscription.unpaidCents, currency, next_try: toIsoOrNull(subscription.nextTryAt) },
  };
}

function stateOf({
  status,
  paidUntil,
  cancelAtPeriodEnd,
  cardBrand,
  trouble,
}: Row["subscription"]): SiteSubscription["state"] {
  if (status === "incomplete")
    return cardBrand === "sepa_debit" && trouble !== "stopped" ? "processing" : "unconfirmed";
  // A debit takes days: Stripe may count the subscription as active before.
  if (status === "active" && paidUntil === null) return "processing";
  // Stripe retries an unpaid invoice even if the subscription is to end with its period.
  if (!isCurrent(status)) return "failing";
  return cancelAtPeriodEnd ? "ends" : "renews";
}

/** The columns with Stripe's links. They expire, so owners get links to `GET /api/payments/ledger/:id/:paper/`. */
export const PAPERS = new Map<string, "invoiceUrl" | "invoicePdf" | "receiptUrl">([
  ["invoice", "invoiceUrl"],
  ["pdf", "invoicePdf"],
  ["receipt", "receiptUrl"],
]);

type LedgerRow = typeof payments.$inferSelect;

const paperLink = (row: LedgerRow, paper: string, origin: string) =>
  row[PAPERS.get(paper)!] && `${origin}/api/payments/ledger/${row.id}/${paper}/`;

export const toLedgerEntry = (row: LedgerRow, origin: string): LedgerEntry => ({
  id: row.id,
  kind: row.kind,
  site_id: row.siteId,
  site_name: row.siteName,
  amount_cents: row.amountCents,
  currency: row.currency,
  period_start: toIsoOrNull(row.periodStart),
  period_end: toIsoOrNull(row.periodEnd),
  invoice_url: paperLink(row, "invoice", origin),
  invoice_pdf: paperLink(row, "pdf", origin),
  receipt_url: paperLink(row, "receipt", origin),
  detail: row.detail,
  happened_at: toIso(row.happenedAt),
});

const laterOf = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const toIsoOrNull = (time: number | null) => (time === null ? null : toIso(time));
