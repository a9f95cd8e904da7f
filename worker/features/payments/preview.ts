import { DAY_MS, toIso } from "#schema/dates.ts";
import type { PaymentPreview } from "#schema/payments.ts";
import { LISTING_CURRENCY, PLANS } from "#schema/pricing.ts";
import { discounted, promotionText } from "#schema/promotions.ts";
import type { PreviewFacts } from "../../ports.ts";
import { type Order, type OrderTerms, listChargeDays, requireOrderTerms, withTerms } from "./order-terms.ts";
import { toPromotion } from "./promotions.ts";
import { type Person, billingRefused, requireOwnSite, withCustomer } from "./subscribe.ts";
import type { SyncParts } from "./sync-subscription.ts";

/**
 * What the first payment of an order would charge now, and the next one. Stripe is asked only if tax, a promotion or a
 * shorter first period changes the price.
 * @throws AppError 404 unless the user owns the site, 400 of `requireOrderTerms`, 400 with `fields.country` if tax needs
 * the owner's address.
 * @throws PaymentsUnavailable, PaymentsRefused
 */
export async function previewPayment(parts: SyncParts, user: Person, order: Order): Promise<PaymentPreview> {
  const { db, payments, now } = parts;
  await requireOwnSite(db, order.siteId, user.id);
  const terms = await requireOrderTerms(parts, user, order);
  const { plan, promotion, anchor } = terms;
  const isPlain = !payments.tax && !promotion && anchor === undefined;
  const facts = isPlain
    ? plainPrice(terms)
    : await withTerms(parts, terms, () =>
        withCustomer(parts, user, (customerId) =>
          payments.previewPayment({
            customerId,
            plan,
            ...(promotion && { promotionCodeId: promotion.id }),
            ...(anchor !== undefined && { anchor }),
          }),
        ),
      );
  if (facts.needsAddress) throw billingRefused("country");
  const { days, cents } = PLANS[plan];
  const firstDays = anchor === undefined ? days : Math.floor((anchor - now) / DAY_MS);
  const nextAt = anchor ?? now + days * DAY_MS;
  const shown = promotion && toPromotion(promotion);
  return {
    lines: [
      { text: `Featured listing, ${firstDays} days`, amount_cents: facts.subtotalCents },
      ...(shown ? [{ text: promotionText(shown), amount_cents: facts.totalCents - facts.subtotalCents }] : []),
    ],
    net_cents: facts.netCents,
    tax_cents: facts.taxCents,
    total_cents: facts.totalCents,
    currency: facts.currency,
    days: firstDays,
    next: {
      at: toIso(nextAt),
      amount_cents: shown && lastsUntil(terms, now) > nextAt ? discounted(cents, shown) : cents,
      days,
    },
    promotion: shown ? { code: shown.code, text: promotionText(shown), months: shown.months } : null,
    reverse_charge: facts.isReverseCharge,
    same_day: (await listChargeDays(db, { userId: user.id, ...order }, now)).map(({ siteId, siteName, at }) => ({
      site_id: siteId,
      site_name: siteName,
      at: toIso(at),
    })),
  };
}

function plainPrice({ plan }: OrderTerms): PreviewFacts {
  const { cents } = PLANS[plan];
  return {
    subtotalCents: cents,
    netCents: cents,
    taxCents: 0,
    totalCents: cents,
    currency: LISTING_CURRENCY,
    isReverseCharge: false,
    needsAddress: false,
  };
}

/** When the discount of a promotion that is used at `now` ends, in Unix ms: https://docs.stripe.com/billing/subscriptions/coupons */
function lastsUntil({ promotion }: OrderTerms, now: number): number {
  if (!promotion || promotion.duration === "once") return now;
  if (promotion.duration === "always") return Infinity;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + (promotion.months ?? 0));
  return end.getTime();
}
