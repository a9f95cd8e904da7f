import type { Stripe } from "stripe";
import { DAY_MS, toIso } from "#schema/dates.ts";
import { PAYMENT_MESSAGES, type PaymentPreview } from "#schema/payments.ts";
import { PLANS } from "#schema/pricing.ts";
import { discounted, promotionText } from "#schema/promotions.ts";
import { isPromotionRefused } from "../../../adapters/stripe/errors.ts";
import { requirePrice } from "../../../adapters/stripe/prices.ts";
import { fieldError } from "../errors.ts";
import type { SyncParts } from "../sync/parts.ts";
import { type Person, withCustomer } from "./customer.ts";
import { promotionRefused, requirePromotion } from "./promotion.ts";
import { type Order, requireOwnSite } from "./subscribe.ts";

/**
 * What a first payment would charge now, and the next one: https://docs.stripe.com/api/invoices/create_preview
 * @throws AppError 404 unless the user owns the site, 400 of `requirePromotion`, 400 with `fields.country` if tax needs it.
 * Errors of Stripe.
 */
export async function previewPayment(parts: SyncParts, user: Person, order: Order): Promise<PaymentPreview> {
  const { db, payments, now } = parts;
  const { stripe, tax } = payments;
  const { plan, promotionCode: code } = order;
  await requireOwnSite(db, order.siteId, user.id);
  const price = await requirePrice(stripe, plan, payments);
  const promotion = code ? await requirePromotion(stripe, code, { price, now }) : undefined;
  try {
    const invoice = await withCustomer(parts, user, (customer) =>
      stripe.invoices.createPreview({
        customer,
        automatic_tax: { enabled: tax },
        ...(order.country && { customer_details: { address: { country: order.country } } }),
        ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
        subscription_details: { items: [{ price: price.id }] },
      }),
    );
    // https://docs.stripe.com/tax/customer-locations
    if (invoice.automatic_tax.status === "requires_location_inputs")
      throw fieldError("country", PAYMENT_MESSAGES.needsCountry);
    const { cents, days } = PLANS[plan];
    const goesOn = promotion?.coupon.duration === "forever";
    return {
      ...amountsOf(invoice),
      days,
      next: {
        at: toIso(now + days * DAY_MS),
        amount_cents: promotion && goesOn ? discounted(cents, promotion.coupon) : cents,
        days,
      },
      promotion: promotion ? { code: promotion.code, text: promotionText(promotion.coupon) } : null,
    };
  } catch (error) {
    throw promotion && isPromotionRefused(error) ? promotionRefused() : error;
  }
}

function amountsOf({ subtotal, total, total_taxes: taxes, currency }: Stripe.Invoice) {
  const taxCents = (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    price_cents: subtotal,
    // The price includes the tax, so the tax is a part of the total.
    tax_cents: taxCents,
    total_cents: total,
    currency,
    reverse_charge: (taxes ?? []).some(({ taxability_reason: reason }) => reason === "reverse_charge"),
  };
}
