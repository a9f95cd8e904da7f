import type { Coupon, Customer, Discount, Invoice, Subscription } from "./objects.ts";
import { couponOf, endDiscounts } from "./promotions.ts";
import type { Store } from "./store.ts";
import { addTax, type Buyer, taxCountry } from "./tax.ts";
import { taxIdsOf } from "./tax-ids.ts";

type Applied = { id: string; coupon: Pick<Coupon, "percent_off" | "amount_off"> };

/** Puts discounts into a draft, one after another: https://docs.stripe.com/billing/subscriptions/coupons#stacking */
export function addDiscounts(invoice: Invoice, discounts: Applied[]): void {
  const totals = discounts.map(({ id, coupon: { percent_off, amount_off } }) => {
    let rest = amount_off ?? Infinity;
    let total = 0;
    for (const line of invoice.lines.data) {
      const left = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum - amount, line.amount);
      if (left <= 0) continue;
      const amount = percent_off === null ? Math.min(left, rest) : Math.round((left * percent_off) / 100);
      rest -= amount;
      total += amount;
      line.discount_amounts = [...(line.discount_amounts ?? []), { amount, discount: id }];
    }
    return { amount: total, discount: id };
  });
  const total = totals.reduce((left, { amount }) => left - amount, invoice.subtotal);
  Object.assign(invoice, {
    discounts: discounts.map(({ id }) => id),
    total_discount_amounts: totals,
    total,
    total_excluding_tax: total,
    amount_due: Math.max(total, 0),
    amount_remaining: Math.max(total, 0),
  } satisfies Partial<Invoice>);
}

/** Puts the discounts and the taxes of its subscription into a new draft. */
export function priceDraft(store: Store, invoice: Invoice, subscription: Subscription, customer: Customer): void {
  const now = store.nowSeconds;
  const discounts = subscription.discounts
    .map((id) => store.find<Discount>("discount", id))
    .filter(({ end }) => end === null || end > now);
  if (discounts.length > 0) {
    addDiscounts(
      invoice,
      discounts.map(({ id, source }) => ({ id, coupon: couponOf(store, source.coupon!) })),
    );
    endUsedDiscounts(store, subscription, invoice);
  }
  const taxIds = taxIdsOf(store, customer.id);
  invoice.customer_tax_ids = taxIds.map(({ type, value }) => ({ type, value }));
  if (!subscription.automatic_tax.enabled) return;
  const buyer: Buyer = { address: customer.address, taxIds };
  if (taxCountry(buyer)) return addTax(invoice, buyer);
  // Stripe turns the tax off and charges all the same: https://docs.stripe.com/tax/subscriptions
  const { liability } = subscription.automatic_tax;
  subscription.automatic_tax = { disabled_reason: "requires_location_inputs", enabled: false, liability };
  invoice.automatic_tax = {
    disabled_reason: "finalization_requires_location_inputs",
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  };
}

/** A coupon for `once` ends with its first invoice: https://docs.stripe.com/api/coupons/object#coupon_object-duration */
function endUsedDiscounts(store: Store, subscription: Subscription, { total_discount_amounts }: Invoice): void {
  const used = (total_discount_amounts ?? []).filter(({ amount }) => amount > 0);
  endDiscounts(
    store,
    subscription,
    ({ id, source }) =>
      used.some(({ discount }) => discount === id) && couponOf(store, source.coupon!).duration === "once",
  );
}
