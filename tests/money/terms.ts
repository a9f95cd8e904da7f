import type { Plan, TrueCharge, TrueDiscount, TrueInvoice, TrueSubscription } from "./truth.ts";
import { DAY, HOUR, type Site } from "./world.ts";

// What the terms say about payments, their days and their price. It reads what the stand-in for Stripe holds, and shares no
// code with the product.

/** The bank has decided against the payment, or prevented or heard an appeal, and the money is gone. */
export const isLost = ({ disputes }: TrueCharge) =>
  disputes.some(({ status, taken }) => status === "lost" || (/^(prevented|appeal_)/.test(status) && taken > 0));
const refunded = ({ refunds }: TrueCharge) =>
  refunds.filter(({ hasFailed }) => !hasFailed).reduce((sum, { amount }) => sum + amount, 0);
export const isKept = (charge: TrueCharge) =>
  charge.hasSucceeded && !isLost(charge) && refunded(charge) < charge.amount;

/** After three refunds that the bank returned, the product keeps the money, and the operator decides. */
export const isRefundGivenUp = ({ charges }: TrueInvoice) =>
  charges.some(({ refunds }) => refunds.filter(({ hasFailed }) => hasFailed).length >= 3);

/** Its money is at Stripe, apart from refunds of a part. */
export const isPaid = ({ status, charges, amount }: TrueInvoice) =>
  status === "paid" &&
  (amount === 0 || charges.some(isKept)) &&
  !charges.some((one) => one.hasSucceeded && !isKept(one));

export const isPending = ({ charges }: TrueInvoice) => charges.some((one) => one.isPending);
/** A renewal whose first charge has not failed counts from that charge, also while the bank decides about a debit. */
const countsFromCharge = ({ isFirst, charges }: TrueInvoice) =>
  !isFirst && charges.length === 1 && !charges[0]!.hasFailed;

const isPendingRenewal = (invoice: TrueInvoice) => isPending(invoice) && countsFromCharge(invoice);

/** When the money moved. */
export const paidAtOf = (invoice: TrueInvoice) =>
  countsFromCharge(invoice) ? invoice.charges[0]!.at : (invoice.paidAt ?? invoice.start);

export const isAfterEnd = (invoice: TrueInvoice, { status, endedAt }: TrueSubscription) =>
  status === "incomplete_expired" || (endedAt !== null && paidAtOf(invoice) > endedAt);

/** A payment and the days that it bought. */
type Bought = { invoice: TrueInvoice; from: number; until: number };

/**
 * The terms: each payment buys all days of its period. They follow the days that are paid before. A payment that is late,
 * by more than twelve hours (the first one by more than one), counts from its own time. `all`: the site's days that an
 * older subscription paid for come first, also if its money came back later.
 */
export function boughtBy(one: TrueSubscription, all: TrueSubscription[]): Bought[] {
  const bought: Bought[] = [];
  const older = all.filter(({ siteId, createdAt }) => siteId === one.siteId && createdAt < one.createdAt);
  const before = latest(older.map((other) => paidUntil(other, all)));
  const paid = one.invoices.filter(
    (invoice) =>
      invoice.isOfPeriod &&
      (isPaid(invoice) || isPendingRenewal(invoice)) &&
      (!isAfterEnd(invoice, one) || isRefundGivenUp(invoice)),
  );
  for (const invoice of paid.toSorted((a, b) => paidAtOf(a) - paidAtOf(b) || a.start - b.start)) {
    const isLate = paidAtOf(invoice) - invoice.start > (invoice.isFirst ? 1 : 12) * HOUR;
    const own = isLate ? paidAtOf(invoice) : invoice.start;
    const from = Math.max(own, bought.at(-1)?.until ?? before ?? own);
    bought.push({ invoice, from, until: from + invoice.end - invoice.start });
  }
  return bought;
}

/** A duplicate's payment for days that the other subscription covers is given back. */
export const isDuplicate = ({ invoice, until }: Bought, { duplicateSince }: TrueSubscription) =>
  duplicateSince !== null && until > duplicateSince && !isRefundGivenUp(invoice);

/** The end of the days that are paid, or null. */
export const paidUntil = (one: TrueSubscription, all: TrueSubscription[]): number | null =>
  latest(boughtBy(one, all).map((bought) => (isDuplicate(bought, one) ? null : bought.until)));

/** A renewal of another of the site's subscriptions failed within the year before `at`, and was never paid. */
function isGraceUsed(subscription: TrueSubscription, all: TrueSubscription[], at: number): boolean {
  const isInYear = (time: number | null) => time !== null && time > at - 365 * DAY;
  return all
    .filter(({ id, siteId }) => siteId === subscription.siteId && id !== subscription.id)
    .some((one) => {
      const { invoices, endedAt } = one;
      // Whether it was refunded later does not matter here.
      const paid = invoices.filter(({ status, isOfPeriod }) => status === "paid" && isOfPeriod);
      // A period that cost nothing gives no days of grace.
      const isCharged = ({ amount }: TrueInvoice) => amount > 0;
      // A late payment buys days after its period.
      const lastEnd = Math.max(paidUntil(one, all) ?? 0, ...paid.map(({ end }) => end));
      const hasFailed = invoices
        .filter(
          ({ status, start }) => status !== "paid" && paid.some((before) => isCharged(before) && before.start < start),
        )
        .some(({ charges }) => charges.some((charge) => charge.hasFailed && isInYear(charge.at)));
      // A subscription that ended later than its paid time had waited for a payment.
      return hasFailed || (paid.some(isCharged) && isInYear(endedAt) && endedAt! > lastEnd + 12 * HOUR);
    });
}

/** The ends of featured time that a subscription may give: one, or two in the days around the end of a year. */
function featuredEnds(one: TrueSubscription, all: TrueSubscription[], now: number): (number | null)[] {
  const paid = paidUntil(one, all);
  // A subscription that Stripe leaves `unpaid` after its last try has no grace.
  const isTried = /^(active|trialing|past_due)$/.test(one.status);
  if (paid === null || one.willEnd || !isTried) return [paid];
  const hasPaidWithCard = boughtBy(one, all).some(({ invoice }) =>
    invoice.charges.some((charge) => !charge.hasFailed && charge.card === one.card),
  );
  return [now, now - 8 * DAY].map((at) => {
    if (hasPaidWithCard && !isGraceUsed(one, all, at)) return paid + 3 * DAY;
    return one.status === "past_due" ? paid : paid + 12 * HOUR;
  });
}

const latest = (times: (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Each time until which the site may be featured. */
export function mayBeFeaturedUntil(site: Site, all: TrueSubscription[], now: number): (number | null)[] {
  const own = all.filter(({ siteId }) => siteId === site.id).map((one) => featuredEnds(one, all, now));
  return own.reduce<(number | null)[]>(
    (found, ends) => found.flatMap((until) => ends.map((end) => latest([until, end]))),
    [site.grantedUntil],
  );
}

/**
 * The product is to give this money back, and has not yet: it waits for a dispute, or for a day after a refund that
 * failed. After three failures the operator decides.
 */
export const isBeingRefunded = ({ disputes, refunds }: TrueCharge, now: number) =>
  disputes.some(({ isOpen }) => isOpen) ||
  refunds.filter(({ hasFailed }) => hasFailed).length >= 3 ||
  refunds.some(({ hasFailed, at }) => hasFailed && at > now - DAY - 7 * HOUR);

/** 10 EUR for 30 days, 100 EUR for 365. A shorter first period costs its part. */
export const priceOf = (plan: Plan, days: number) => (plan === "year" ? 10_000 * (days / 365) : 1000 * (days / 30));
/** A discount for some months makes no year cheaper. */
export const afterDiscount = (price: number, plan: Plan, { percent, cents, isForMonths }: TrueDiscount) =>
  isForMonths && plan === "year" ? price : Math.max(0, price - Math.round((price * percent) / 100) - cents);

/** What the owner reads about the next payment. */
export function nextPriceOf({ plan, periodEnd, discount }: TrueSubscription): number {
  const price = priceOf(plan, plan === "year" ? 365 : 30);
  const isDiscounted = discount && !discount.isOnce && periodEnd < (discount.until ?? Infinity);
  return isDiscounted ? afterDiscount(price, plan, discount) : price;
}
