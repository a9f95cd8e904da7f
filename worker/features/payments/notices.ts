import type { DirectoryConfig } from "#schema/pages/pages.ts";
import type { Mail } from "../../ports.ts";
import { planOf } from "../../adapters/stripe/prices.ts";
import { beganMail, cancelledMail, endedMail, failedMail, type Place, renewalMail, resumedMail } from "./mails.ts";
import type { Owner } from "./sync/owner.ts";
import {
  invoiceOf,
  isOwed,
  isPeriodPaid,
  nextPriceOf,
  periodOf,
  type Reading,
  RENEWAL_NOTICE_MS,
  renews,
  toMs,
  troubleOf,
  unpaidInvoice,
} from "./sync/reading.ts";

/**
 * A mail to the owner. `key` is unique: it goes out once. `after`: only if that one went out before. `undoes`: that one may
 * go out again. `covers`: that one, which says the same, does not go out.
 */
export type Notice = {
  key: string;
  after?: string;
  undoes?: string;
  covers?: string | undefined;
  compose: (site: DirectoryConfig) => Mail;
};

/** `until`: the listing is featured until then, also by a gift of staff. */
type Featured = Owner & { until: number };

/** The mails that a reading asks for. */
export function noticesOf(reading: Reading, { siteId, siteName, until }: Featured, now: number): Notice[] {
  if (siteId === null) return [];
  const { subscription } = reading;
  const { id, status, currency, cancellation_details: why } = subscription;
  const listing = { siteId, name: siteName, currency };
  const featuredUntil = until > now ? until : null;
  const began = `began:${id}`;
  if (status === "active" || status === "trialing") {
    const { end } = periodOf(subscription);
    const plan = planOf(subscription.items.data[0]!.price);
    const place = { ...listing, plan, cents: nextPriceOf(subscription) ?? 0, at: end };
    const paid = invoiceOf(subscription)?.total ?? 0;
    const isAnnounced = plan === "year" && renews(subscription) && end > now && end - now <= RENEWAL_NOTICE_MS;
    const announced = isAnnounced ? `renews:${id}:${end}` : undefined;
    return [
      { key: began, compose: (site) => beganMail(site, { ...place, paid }) },
      ...renewalNotices(reading, { ...place, until }, announced),
      ...(announced ? [{ key: announced, compose: (site) => renewalMail(site, place) } as Notice] : []),
    ];
  }
  const unpaid = unpaidInvoice(subscription);
  const trouble = troubleOf(reading);
  if (trouble && unpaid) {
    const { next_payment_attempt: next, amount_remaining: cents } = unpaid;
    const nextTryAt = next === null ? null : toMs(next);
    const failure = { ...listing, trouble, cents, until: featuredUntil, nextTryAt };
    return [{ key: `failed:${unpaid.id}`, after: began, compose: (site) => failedMail(site, failure) }];
  }
  if (status !== "canceled") return [];
  const isRefunded = isOwed(subscription, "unused");
  const isUnpaid = why?.reason === "payment_failed" || invoiceOf(subscription)?.status === "void";
  const ended = { ...listing, until: featuredUntil, isUnpaid, isRefunded };
  return [{ key: `ended:${id}`, after: began, compose: (site) => endedMail(site, ended) }];
}

/** Cancelled and resumed here, at Stripe's portal or at its dashboard. */
function renewalNotices(
  { subscription }: Reading,
  place: Place & { until: number },
  covers: string | undefined,
): Notice[] {
  if (!isPeriodPaid(subscription)) return [];
  const [cancelled, resumed] = [`cancelled:${subscription.id}`, `resumed:${subscription.id}`];
  if (renews(subscription))
    return [{ key: resumed, after: cancelled, undoes: cancelled, covers, compose: (site) => resumedMail(site, place) }];
  return [{ key: cancelled, undoes: resumed, compose: (site) => cancelledMail(site, place) }];
}
