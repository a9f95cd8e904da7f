import type { Stripe } from "stripe";
import type { Payments } from "../../ports.ts";
import { isMissing } from "./errors.ts";
import { requirePrice } from "./price.ts";

export const previewCalls = (stripe: Stripe, { tax }: { tax: boolean }): Pick<Payments, "previewPayment"> => ({
  async previewPayment({ customerId, plan, promotionCodeId, anchor }) {
    const price = await requirePrice(stripe, plan, { tax });
    try {
      // https://docs.stripe.com/api/invoices/create_preview
      const invoice = await stripe.invoices.createPreview({
        customer: customerId,
        automatic_tax: { enabled: tax },
        ...(promotionCodeId && { discounts: [{ promotion_code: promotionCodeId }] }),
        subscription_details: {
          items: [{ price }],
          ...(anchor !== undefined && {
            billing_cycle_anchor: { type: "timestamp" as const, timestamp: anchor / 1000 },
            proration_behavior: "create_prorations" as const,
          }),
        },
      });
      return toFacts(invoice);
    } catch (error) {
      if (isMissing(error) && (error as Stripe.errors.StripeError).param === "customer") return undefined;
      throw error;
    }
  },
});

function toFacts({ subtotal, total, total_taxes: taxes, automatic_tax: tax, currency }: Stripe.Invoice) {
  const taxCents = (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    subtotalCents: subtotal,
    // The price includes the tax, so the tax is a part of the total.
    netCents: total - taxCents,
    taxCents,
    totalCents: total,
    currency,
    isReverseCharge: (taxes ?? []).some(({ taxability_reason: reason }) => reason === "reverse_charge"),
    // https://docs.stripe.com/tax/customer-locations
    needsAddress: tax.status === "requires_location_inputs",
  };
}
