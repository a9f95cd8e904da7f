import { formatDate } from "#schema/dates.ts";
import { formatMoney, LISTING_PERIOD_DAYS } from "#schema/pricing.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath, withQuery } from "#schema/paths.ts";
import { brandText } from "#web/features/payments/card-brand.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail.ts";
import { isolate } from "../../mail-layout.ts";

const ofSubscription = ({ name }: DirectoryConfig) =>
  `You get this email because you have a featured listing at ${name}.`;

/** `until`: end (Unix ms) of the featured time with its days of grace, or null if the listing is already basic. */
export const failedRenewalMail = (
  site: DirectoryConfig,
  to: string,
  { name, until }: { name: string; until: number | null },
): Mail =>
  composeMail(site, to, {
    subject: `Payment failed for your featured listing: ${name}`,
    parts: [
      "Please pay with another card, or confirm the payment, on your dashboard:",
      { button: "Open the dashboard", link: site.origin + dashboardPath },
      `The payment for the next ${LISTING_PERIOD_DAYS} days of ${isolate(name)} failed. We will try again. ${until === null ? "The listing is free until the payment succeeds." : `The listing stays featured until ${formatDate(until)}.`}`,
      "If you no longer want to feature it, cancel the subscription on your dashboard. You will not be charged again.",
    ],
    why: ofSubscription(site),
  });

type End = { name: string; end: number; hasEnded: boolean };

/** `end`: end of the paid time (Unix ms). `hasEnded`: the subscription ended before, so it cannot be resumed. */
export const endMail = (site: DirectoryConfig, to: string, { name, end, hasEnded }: End): Mail =>
  composeMail(site, to, {
    subject: `No longer featured after ${formatDate(end)}: ${name}`,
    parts: [
      hasEnded
        ? `To feature ${isolate(name)} again after ${formatDate(end)}, start a new subscription on your dashboard then:`
        : `To keep ${isolate(name)} featured after ${formatDate(end)}, resume its subscription on your dashboard:`,
      { button: "Open the dashboard", link: site.origin + dashboardPath },
      `The subscription ${hasEnded ? "has ended" : "is cancelled"}, so it becomes a free listing on that date. You will not be charged again.`,
      "If you do not want to feature it any longer, you do not need to do anything.",
    ],
    why: ofSubscription(site),
  });

export type Receipt = {
  siteName: string;
  amountCents: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  paidAt: number;
  /** Null if the card that paid is not known. */
  card: { brand: string; last4: string } | null;
  /** The invoice at Stripe, or "". */
  invoiceUrl: string;
};

export const receiptMail = (site: DirectoryConfig, to: string, receipt: Receipt): Mail => {
  const { siteName, currency, periodStart, periodEnd, paidAt, card, invoiceUrl } = receipt;
  const amount = formatMoney(receipt.amountCents, currency);
  return composeMail(site, to, {
    subject: `Receipt for ${amount}: ${isolate(siteName)} featured until ${formatDate(periodEnd)}`,
    parts: [
      `Keep this email as your receipt. You do not need to do anything else.`,
      {
        facts: [
          ["Featured listing", isolate(siteName)],
          ["Amount", amount],
          ["Period", `${formatDate(periodStart)} to ${formatDate(periodEnd)}`],
          ["Paid on", formatDate(paidAt)],
          ...(card ? [["Card", `${brandText(card.brand)} ending in ${card.last4}`] as [string, string]] : []),
          ...(invoiceUrl ? [["Invoice", invoiceUrl] as [string, string]] : []),
        ],
      },
      { button: "See your payments", link: site.origin + withQuery(dashboardPath, { tab: "payments" }) },
      "You can cancel the subscription on the same page. The listing then stays featured to the end of the paid period.",
    ],
    why: ofSubscription(site),
  });
};

export type RefundReceipt = {
  siteName: string;
  amountCents: number;
  /** The payment that is refunded. */
  paidCents: number;
  currency: string;
  paidAt: number;
  refundedAt: number;
  /** The invoice at Stripe, or "". */
  invoiceUrl: string;
  /** What becomes of the paid time. "unchanged": the payment bought no featured days. `until`: it goes on to then. */
  place: "unchanged" | "ends" | { until: number };
};

export const refundMail = (site: DirectoryConfig, to: string, refund: RefundReceipt): Mail => {
  const { siteName, currency, paidAt, refundedAt, invoiceUrl, place } = refund;
  const amount = formatMoney(refund.amountCents, currency);
  return composeMail(site, to, {
    subject: `Refund of ${amount}: ${isolate(siteName)}`,
    parts: [
      // https://docs.stripe.com/refunds
      "Keep this email as your receipt. Your bank may need up to ten working days to show the money.",
      {
        facts: [
          ["Featured listing", isolate(siteName)],
          ["Refund", amount],
          ["Refunded on", formatDate(refundedAt)],
          ["Payment", `${formatMoney(refund.paidCents, currency)} on ${formatDate(paidAt)}`],
          ...(invoiceUrl ? [["Invoice", invoiceUrl] as [string, string]] : []),
        ],
      },
      place === "unchanged"
        ? "The payment bought no featured days, so nothing changes for your listing."
        : place === "ends"
          ? "The featured days that you paid for have ended."
          : `The days that you paid for go on: your listing stays featured until ${formatDate(place.until)}.`,
      { button: "See your payments", link: site.origin + withQuery(dashboardPath, { tab: "payments" }) },
    ],
    why: ofSubscription(site),
  });
};
