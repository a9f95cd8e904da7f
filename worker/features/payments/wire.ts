import { toIso } from "#schema/values/dates.ts";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import type { subscriptions } from "#schema/tables/payments.ts";
import { tierAt } from "../sites/rows/rows.ts";

type Row = {
  subscription: typeof subscriptions.$inferSelect;
  site: { id: number; name: string; slug: string; featuredUntil: number | null };
};

export function toSiteSubscription({ subscription, site }: Row, now: number): SiteSubscription {
  const { periodEnd, priceCents, currency, cardBrand, cardLast4, trouble, unpaidCents, nextTryAt } = subscription;
  const state = stateOf(subscription, now);
  return {
    site_id: site.id,
    site_name: site.name,
    site_slug: site.slug,
    status: state === "ends" ? "basic" : tierAt(site.featuredUntil, now),
    state,
    featured_until: toIsoOrNull(site.featuredUntil),
    next_charge:
      state === "renews" && priceCents !== null ? { at: toIso(periodEnd), amount_cents: priceCents, currency } : null,
    card: cardBrand === "" ? null : { brand: cardBrand, last4: cardLast4 },
    trouble,
    unpaid:
      unpaidCents === null || state === "renewing"
        ? null
        : { amount_cents: unpaidCents, currency, next_try: toIsoOrNull(nextTryAt) },
  };
}

function stateOf(
  { status, renews, unpaidCents, featuredUntil, periodEnd }: Row["subscription"],
  now: number,
): SiteSubscription["state"] {
  if (status === "incomplete") return "unconfirmed";
  if (status === "past_due" || status === "unpaid") return "failing";
  if (status === "paused" || featuredUntil === null) return "paused";
  if (!renews) return "ends";
  return unpaidCents === null && periodEnd > now ? "renews" : "renewing";
}

const toIsoOrNull = (time: number | null) => (time === null ? null : toIso(time));
