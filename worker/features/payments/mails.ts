import { DAY_MS, formatDate } from "#schema/dates.ts";
import { formatMoney } from "#schema/pricing.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath, payPath, withQuery } from "#schema/paths.ts";
import { cardText } from "#web/features/payments/card-brand.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail.ts";
import { isolate } from "../../mail-layout.ts";

const ofSubscription = ({ name }: DirectoryConfig) =>
  `You get this email because you have a featured listing at ${name}.`;

type Listing = { siteId: number; name: string };
/**
 * `until`: end (Unix ms) of the featured time with its days of grace, or null if the listing is already free.
 * `nextTryAt`: Stripe tries again then, or it does not say when. `days`: how many the payment buys.
 */
type Failure = Listing & { until: number | null; needsConfirmation: boolean; nextTryAt: number | null; days: number };

const PAY = {
  confirm: { button: "Confirm payment", query: { confirm: 1 } },
  card: { button: "Update card", query: { change: "card" } },
  again: { button: "Feature it again", query: {} },
  first: { button: "Pay in another way", query: {} },
};

const payButton = ({ origin }: DirectoryConfig, siteId: number, what: keyof typeof PAY) => ({
  button: PAY[what].button,
  link: origin + withQuery(payPath, { siteId, ...PAY[what].query }),
});

const tierText = (until: number | null) =>
  until === null
    ? "The listing is free until the payment succeeds. A late payment buys all of its days, from the payment on."
    : `The listing stays featured until ${formatDate(until)}.`;

const NO_LONGER =
  "If you no longer want to feature it, cancel the subscription on your dashboard. You will not be charged again.";

export const failedRenewalMail = (site: DirectoryConfig, to: string, failure: Failure): Mail => {
  const { siteId, name, until, needsConfirmation, nextTryAt, days } = failure;
  return composeMail(site, to, {
    subject: `Payment failed for your featured listing: ${name}`,
    parts: [
      needsConfirmation
        ? "Please confirm the payment: your bank asks for it."
        : "Please check your card, or pay with another one:",
      payButton(site, siteId, needsConfirmation ? "confirm" : "card"),
      `The payment for the next ${days} days of ${isolate(name)} failed. ${nextTryAt === null ? "" : `We will try again on ${formatDate(nextTryAt)}. `}${tierText(until)}`,
      NO_LONGER,
    ],
    why: ofSubscription(site),
  });
};

export const lastTryMail = (site: DirectoryConfig, to: string, failure: Failure): Mail => {
  const { siteId, name, until, needsConfirmation, nextTryAt } = failure;
  return composeMail(site, to, {
    subject: `The last try to charge your card: ${name}`,
    parts: [
      `Please ${needsConfirmation ? "confirm the payment" : "update your card"} before ${formatDate(nextTryAt!)}:`,
      payButton(site, siteId, needsConfirmation ? "confirm" : "card"),
      `The payment for ${isolate(name)} has failed several times. We try again on ${formatDate(nextTryAt!)}, probably for the last time. ${tierText(until)}`,
      NO_LONGER,
    ],
    why: ofSubscription(site),
  });
};

/** `hasEnded`: the subscription has ended, so only a new one can feature the listing. Else a new card pays what is open. */
type Stopped = Listing & { until: number | null; hasEnded: boolean };

export const stoppedRenewalMail = (site: DirectoryConfig, to: string, stopped: Stopped): Mail => {
  const { siteId, name, until, hasEnded } = stopped;
  return composeMail(site, to, {
    subject: `${until === null ? "Now a free listing" : "We could not charge your card"}: ${name}`,
    parts: [
      `To feature ${isolate(name)} again, ${hasEnded ? "start a new subscription" : "pay with another card"}:`,
      payButton(site, siteId, hasEnded ? "again" : "card"),
      `All tries to charge your card failed. We do not try again. ${until === null ? "The listing is a free listing now" : `The listing becomes a free listing after ${formatDate(until)}`}, and nothing of it is deleted.`,
      "If you do not want to feature it any longer, you do not need to do anything.",
    ],
    why: ofSubscription(site),
  });
};

/** The bank decides days after the owner has left the page. */
export const failedDebitMail = (site: DirectoryConfig, to: string, { siteId, name }: Listing): Mail =>
  composeMail(site, to, {
    subject: `Your bank did not pay: ${name}`,
    parts: [
      `To feature ${isolate(name)}, pay in another way, or ask your bank why:`,
      payButton(site, siteId, "first"),
      `Your bank refused the direct debit for ${isolate(name)}. You were not charged, and we do not try again.`,
      "If you do not want to feature it, you do not need to do anything.",
    ],
    why: `You get this email because you paid for a featured listing at ${site.name} by direct debit.`,
  });

type Renewal = Listing & {
  amountCents: number;
  currency: string;
  /** How many days the payment buys. */
  days: number;
  /** Unix ms. */
  at: number;
  card: { brand: string; last4: string } | null;
};

export const renewalMail = (site: DirectoryConfig, to: string, renewal: Renewal): Mail => {
  const { siteId, name, amountCents, currency, days, at, card } = renewal;
  const amount = formatMoney(amountCents, currency);
  const link = withQuery(dashboardPath, { tab: "payments", cancel: String(siteId) });
  return composeMail(site, to, {
    subject: `Renews on ${formatDate(at)} for ${amount}: ${name}`,
    parts: [
      "You do not need to do anything if you want to keep the listing featured.",
      {
        facts: [
          ["Featured listing", isolate(name)],
          ["Next payment", `${amount} on ${formatDate(at)}`],
          ["Buys", `${days} days`],
          ...(card ? [cardFact(card)] : []),
        ],
      },
      `If you want it to end, cancel before ${formatDate(at)}. You will not be charged, and the listing stays featured until then:`,
      { button: "Cancel subscription", link: site.origin + link },
    ],
    why: ofSubscription(site),
  });
};

const NO_CARDS = new Set(["sepa_debit", "paypal", "link"]);

const cardFact = (card: { brand: string; last4: string }): [string, string] => [
  NO_CARDS.has(card.brand) ? "Payment method" : "Card",
  cardText(card),
];

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
  /** Parts of the amount. Null if no tax was computed. */
  tax: { netCents: number; taxCents: number } | null;
  /** Null if the card that paid is not known. */
  card: { brand: string; last4: string } | null;
  links: ReceiptLinks;
};

/** Stripe's pages for the invoice and the payment, and the invoice as a file. Each is "" if there is none. */
export type ReceiptLinks = { invoiceUrl: string; pdfUrl: string; receiptUrl: string };

const linkFacts = ({ invoiceUrl, pdfUrl, receiptUrl }: ReceiptLinks) =>
  (
    [
      ["Invoice", invoiceUrl],
      ["Invoice as PDF", pdfUrl],
      ["Receipt", receiptUrl],
    ] satisfies [string, string][]
  ).filter(([, link]) => link !== "");

/** https://docs.stripe.com/invoicing/hosted-invoice-page */
const LINKS_EXPIRE = "These links work for at least ten days. Your payments page always has new ones.";

export const receiptMail = (site: DirectoryConfig, to: string, receipt: Receipt): Mail => {
  const { siteName, currency, periodStart, periodEnd, paidAt, tax, card, links } = receipt;
  const amount = formatMoney(receipt.amountCents, currency);
  const days = Math.round((periodEnd - periodStart) / DAY_MS);
  return composeMail(site, to, {
    subject: `Receipt for ${amount}: ${isolate(siteName)} featured until ${formatDate(periodEnd)}`,
    parts: [
      `Keep this email as your receipt. You do not need to do anything else.`,
      {
        facts: [
          ["Featured listing", isolate(siteName)],
          ...(tax
            ? ([
                ["Net", formatMoney(tax.netCents, currency)],
                ["Tax", formatMoney(tax.taxCents, currency)],
                ["Total", amount],
              ] satisfies [string, string][])
            : ([["Amount", amount]] satisfies [string, string][])),
          ["Period", `${formatDate(periodStart)} to ${formatDate(periodEnd)}, ${days} days`],
          ["Paid on", formatDate(paidAt)],
          ...(card ? [cardFact(card)] : []),
          ...linkFacts(links),
        ],
      },
      ...(linkFacts(links).length > 0 ? [LINKS_EXPIRE] : []),
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
  links: ReceiptLinks;
  /** What becomes of the paid time. "unchanged": the payment bought no featured days. `until`: it goes on to then. */
  place: "unchanged" | "ends" | { until: number };
};

export const refundMail = (site: DirectoryConfig, to: string, refund: RefundReceipt): Mail => {
  const { siteName, currency, paidAt, refundedAt, links, place } = refund;
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
          ...linkFacts(links),
        ],
      },
      place === "unchanged"
        ? "The payment bought no featured days, so nothing changes for your listing."
        : place === "ends"
          ? "The featured days that you paid for have ended."
          : `The days that you paid for go on: your listing stays featured until ${formatDate(place.until)}.`,
      ...(linkFacts(links).length > 0 ? [LINKS_EXPIRE] : []),
      { button: "See your payments", link: site.origin + withQuery(dashboardPath, { tab: "payments" }) },
    ],
    why: ofSubscription(site),
  });
};
