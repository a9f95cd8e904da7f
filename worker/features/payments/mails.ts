import { formatDate } from "#schema/dates.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath, payPath, withQuery } from "#schema/paths.ts";
import { formatMoney, type Plan, PLANS } from "#schema/pricing.ts";
import { isolate } from "../../mail-layout.ts";
import { composeMail } from "../../mail.ts";
import type { Mail } from "../../ports.ts";

// Receipts, invoices and refunds are mailed by Stripe. Times are Unix ms. The recipient is added where a mail is queued.

type Listing = { siteId: number; name: string };

const why = ({ name }: DirectoryConfig) => `You get this email because you have a featured listing at ${name}.`;

const payLink = ({ origin }: DirectoryConfig, query: { siteId: number; change?: "card" }) =>
  origin + withQuery(payPath, query);

const paymentsLink = ({ origin }: DirectoryConfig) => origin + withQuery(dashboardPath, { tab: "payments" });

type Beginning = Listing & {
  paid: number;
  next: { cents: number | null; at: number };
  plan: Plan | null;
  currency: string;
};

/** `paid`: cents. If a promotion made the first payment cheaper, the mail says that it ends. */
export function beganMail(site: DirectoryConfig, { name, paid, next, plan, currency }: Beginning): Mail {
  const money = (cents: number) => formatMoney(cents, currency);
  const cents = next.cents ?? 0;
  return composeMail(site, "", {
    subject: `Featured now: ${isolate(name)}`,
    parts: [
      "Your listing is featured. You do not need to do anything else. Stripe sends you the receipt.",
      {
        facts: [
          ["Featured listing", isolate(name)],
          ["Paid", money(paid)],
          ["Next payment", `${money(cents)} on ${formatDate(next.at)}`],
          ...(plan ? ([["Buys", `${PLANS[plan].days} days`]] satisfies [string, string][]) : []),
        ],
      },
      ...(cents > paid ? [`The discount was for this payment. The next one costs ${money(cents)}.`] : []),
      { button: "See your payments", link: paymentsLink(site) },
      "You can cancel on the same page at any time. The listing then stays featured to the end of the paid period.",
    ],
    why: why(site),
  });
}

/** `until`: the listing stays featured until then. `nextTryAt`: when Stripe tries again. */
type Failure = Listing & {
  trouble: "retry" | "confirm" | "stopped";
  cents: number;
  currency: string;
  until: number | null;
  nextTryAt: number | null;
};

export function failedMail(site: DirectoryConfig, failure: Failure): Mail {
  const { siteId, name, trouble, cents, currency, until, nextTryAt } = failure;
  const needsConfirmation = trouble === "confirm";
  const again = nextTryAt === null ? "" : ` We will try again on ${formatDate(nextTryAt)}.`;
  return composeMail(site, "", {
    subject: `Payment failed for your featured listing: ${isolate(name)}`,
    parts: [
      needsConfirmation
        ? "Please confirm the payment: your bank asks for it."
        : "Please check your card, or pay with another one:",
      needsConfirmation
        ? { button: "Confirm payment", link: payLink(site, { siteId, change: "card" }) }
        : { button: "Update card", link: payLink(site, { siteId, change: "card" }) },
      `The payment of ${formatMoney(cents, currency)} for the next period of ${isolate(name)} failed.${again}`,
      until === null
        ? "The listing is free until the payment succeeds."
        : `The listing stays featured until ${formatDate(until)}.`,
      "If you no longer want to feature it, cancel the subscription on your dashboard. You will not be charged again.",
    ],
    why: why(site),
  });
}

type End = Listing & { isUnpaid: boolean; isRefunded: boolean };

/** `isUnpaid`: it ended because a renewal was not paid. `isRefunded`: staff ended it before its last day. */
export const endedMail = (site: DirectoryConfig, { siteId, name, isUnpaid, isRefunded }: End): Mail =>
  composeMail(site, "", {
    subject: `No longer featured: ${isolate(name)}`,
    parts: [
      `To feature ${isolate(name)} again, start a new subscription:`,
      { button: "Feature it again", link: payLink(site, { siteId }) },
      `${isUnpaid ? "The last payment failed, so the" : "The"} subscription has ended. The listing is a free listing now, and nothing of it is deleted. ${isRefunded ? "We refund the days that were left. " : ""}You will not be charged again.`,
      "If you do not want to feature it any longer, you do not need to do anything.",
    ],
    why: why(site),
  });

type Renewal = Listing & { cents: number; currency: string; plan: Plan; at: number };

export function renewalMail(site: DirectoryConfig, { name, cents, currency, plan, at }: Renewal): Mail {
  const money = formatMoney(cents, currency);
  return composeMail(site, "", {
    subject: `Renews on ${formatDate(at)} for ${money}: ${isolate(name)}`,
    parts: [
      "You do not need to do anything if you want to keep the listing featured.",
      {
        facts: [
          ["Featured listing", isolate(name)],
          ["Next payment", `${money} on ${formatDate(at)}`],
          ["Buys", `${PLANS[plan].days} days`],
        ],
      },
      `If you want it to end, cancel before ${formatDate(at)}. You will not be charged, and the listing stays featured until then:`,
      { button: "Cancel subscription", link: paymentsLink(site) },
    ],
    why: why(site),
  });
}

export const taxIdMail = (site: DirectoryConfig, value: string): Mail =>
  composeMail(site, "", {
    subject: "Your VAT number was refused",
    parts: [
      `Please check your VAT number ${isolate(value)}, and enter it again on your payments page, with “Address and VAT number”:`,
      { button: "See your payments", link: paymentsLink(site) },
      "The register of your country does not know the number, so we have deleted it. Until there is a right one, your invoices have VAT.",
    ],
    why: why(site),
  });
