import { formatDate } from "#schema/values/dates.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { dashboardPath, figuresPath, payPath, withQuery } from "#schema/pages/paths.ts";
import { formatMoney, type Plan, PLANS } from "#schema/payments/pricing.ts";
import { type Comparison, type Counts, FEWEST_DAYS, sumOf } from "#schema/sites/figures.ts";
import { isolate, type MailPart } from "../../mail/layout.ts";
import { composeMail } from "../../mail/compose.ts";
import type { Mail } from "../../ports.ts";

// Receipts, invoices and refunds are mailed by Stripe. Times are Unix ms, amounts are cents. The recipient is added where a
// mail is queued.

type Listing = { siteId: number; name: string; currency: string };

const mailOf = (site: DirectoryConfig, subject: string, parts: Parameters<typeof composeMail>[2]["parts"]): Mail =>
  composeMail(site, "", {
    subject,
    parts,
    why: `You get this email because you have a featured listing at ${site.name}.`,
  });

const payLink = ({ origin }: DirectoryConfig, query: { siteId: number; change?: "card" }) =>
  origin + withQuery(payPath, query);

/** `cancel`: the id of a site whose subscription the page then offers to cancel. */
const paymentsLink = ({ origin }: DirectoryConfig, cancel?: number) =>
  origin + withQuery(dashboardPath, { tab: "payments", cancel });

/** The next charge: `cents` at the time `at`. */
export type Place = Listing & { plan: Plan | null; cents: number; at: number };

const nextPayment = ({ currency, plan, cents, at }: Place): [string, string][] => [
  ["Next payment", `${formatMoney(cents, currency)} on ${formatDate(at)}`],
  ...(plan ? ([["Buys", `${PLANS[plan].days} days`]] satisfies [string, string][]) : []),
];

/** If a promotion made the first payment cheaper, the mail says that it ends. */
export function beganMail(site: DirectoryConfig, place: Place & { paid: number }): Mail {
  const { name, paid, cents, currency } = place;
  return mailOf(site, `Featured now: ${isolate(name)}`, [
    "Your listing is featured. You do not need to do anything else. Stripe sends you the receipt.",
    { facts: [["Featured listing", isolate(name)], ["Paid", formatMoney(paid, currency)], ...nextPayment(place)] },
    ...(cents > paid ? [`The discount was for this payment. The next one costs ${formatMoney(cents, currency)}.`] : []),
    { button: "See your payments", link: paymentsLink(site) },
    "You can cancel on the same page at any time. The listing then stays featured to the end of the paid period.",
  ]);
}

/** `until`: the listing stays featured until then. `nextTryAt`: when Stripe tries again. */
type Failure = Listing & {
  trouble: "retry" | "confirm" | "stopped";
  cents: number;
  until: number | null;
  nextTryAt: number | null;
};

export function failedMail(site: DirectoryConfig, failure: Failure): Mail {
  const { siteId, name, trouble, cents, currency, until, nextTryAt } = failure;
  const [todo, button] =
    trouble === "confirm"
      ? ["Please confirm the payment: your bank asks for it.", "Confirm payment"]
      : ["Please check your card, or pay with another one:", "Update card"];
  const again = nextTryAt === null ? "" : ` We will try again on ${formatDate(nextTryAt)}.`;
  return mailOf(site, `Payment failed for your featured listing: ${isolate(name)}`, [
    todo,
    { button, link: payLink(site, { siteId, change: "card" }) },
    `The payment of ${formatMoney(cents, currency)} for the next period of ${isolate(name)} failed.${again}`,
    until === null
      ? "The listing is free until the payment succeeds."
      : `The listing stays featured until ${formatDate(until)}.`,
    "If you no longer want to feature it, cancel the subscription on your dashboard. You will not be charged again.",
  ]);
}

type End = Listing & { until: number | null; isUnpaid: boolean; isRefunded: boolean };

/**
 * `until`: a gift keeps it featured until then. `isUnpaid`: a renewal was not paid. `isRefunded`: staff ended it before its
 * last day.
 */
export const endedMail = (site: DirectoryConfig, { siteId, name, until, isUnpaid, isRefunded }: End): Mail =>
  mailOf(site, `${until === null ? "No longer featured" : "Subscription ended"}: ${isolate(name)}`, [
    `To feature ${isolate(name)} ${until === null ? "again" : "for longer"}, start a new subscription:`,
    { button: "Start a subscription", link: payLink(site, { siteId }) },
    `${isUnpaid ? "The last payment failed, so the" : "The"} subscription has ended. The listing ${until === null ? "is a free listing now" : `stays featured until ${formatDate(until)}`}, and nothing of it is deleted. ${isRefunded ? "We refund the days that were left. " : ""}You will not be charged again.`,
    "If you do not want to feature it any longer, you do not need to do anything.",
  ]);

export function renewalMail(site: DirectoryConfig, place: Place): Mail {
  const { name, cents, currency, at } = place;
  return mailOf(site, `Renews on ${formatDate(at)} for ${formatMoney(cents, currency)}: ${isolate(name)}`, [
    "You do not need to do anything if you want to keep the listing featured.",
    ...renewal(site, place),
  ]);
}

/** `until`: the listing stays featured until then, also by a gift. `at`: the paid time ends. */
export const cancelledMail = (site: DirectoryConfig, { name, until, at }: Place & { until: number }): Mail =>
  mailOf(site, `Subscription cancelled: ${isolate(name)}`, [
    "You will not be charged again, and do not need to do anything.",
    {
      facts: [
        ["Listing", isolate(name)],
        ["Featured until", formatDate(until)],
      ],
    },
    `After that it is a free listing, and nothing of it is deleted. To keep it featured, resume the subscription before ${formatDate(at)}:`,
    { button: "Resume subscription", link: paymentsLink(site) },
  ]);

export const resumedMail = (site: DirectoryConfig, place: Place): Mail =>
  mailOf(site, `Subscription resumed: ${isolate(place.name)}`, [
    "Your listing stays featured, and its subscription renews again.",
    ...renewal(site, place),
  ]);

const renewal = (site: DirectoryConfig, place: Place): MailPart[] => [
  { facts: [["Featured listing", isolate(place.name)], ...nextPayment(place)] },
  `If you want it to end, cancel before ${formatDate(place.at)}. You will not be charged, and the listing stays featured until then:`,
  { button: "Cancel subscription", link: paymentsLink(site) },
];

export const taxIdMail = (site: DirectoryConfig, value: string): Mail =>
  mailOf(site, "Your VAT number was refused", [
    `Please check your VAT number ${isolate(value)}, and enter it again on your payments page, with “Address and VAT number”:`,
    { button: "See your payments", link: paymentsLink(site) },
    "The register of your country does not know the number, so we have deleted it. Until there is a right one, your invoices have VAT.",
  ]);

/** `totals`: of the featured days of `comparison`. `cents` were paid for `paidDays`, and `at` is their end. */
type Brought = Listing & { cents: number; paidDays: number; at: number; totals: Counts; comparison: Comparison };

const formatNumber = (value: number) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(value);
const shownText = ([shown, opened, visited]: number[]) =>
  `Shown ${formatNumber(shown!)}, opened ${formatNumber(opened!)}, visited ${formatNumber(visited!)}`;
const inDays = ({ visits, days }: Comparison["before"]) =>
  `${formatNumber(visits)} ${visits === 1 ? "visit" : "visits"} in ${days} ${days === 1 ? "day" : "days"}`;

/** What the last month of a featured place brought. If it was fewer than before, the mail offers to end it. */
export function broughtMail(site: DirectoryConfig, place: Brought): Mail {
  const { siteId, name, currency, cents, paidDays, at, totals, comparison } = place;
  const { featured, before } = comparison;
  const isFewer = before.days >= FEWEST_DAYS && featured.visits / featured.days < before.visits / before.days;
  const isUnclear = comparison.result === "unclear";
  const result = isFewer ? "fewer" : comparison.result;
  const counts = [totals.seen, totals.opened, totals.visited];
  const cost = Math.max(1, Math.round((cents * featured.days) / paidDays));
  const perEuro = `${inDays(featured)} for ${formatMoney(cost, currency)}: ${formatNumber((featured.visits * 100) / cost)} for each ${formatMoney(100, currency)}`;
  const offer: MailPart[] =
    result === "fewer"
      ? [
          `If you cancel, you will not be charged again, and the listing stays featured until ${formatDate(at)}:`,
          { button: "Cancel subscription", link: paymentsLink(site, siteId) },
          `All figures of your listing: ${site.origin}${figuresPath(siteId)}`,
        ]
      : [
          { button: "See all figures", link: site.origin + figuresPath(siteId) },
          `If you want it to end, cancel before ${formatDate(at)}: ${paymentsLink(site)}`,
        ];
  return mailOf(site, `What your featured listing brought: ${isolate(name)}`, [
    {
      more: "Your listing got more visits a day than before it was featured. You do not need to do anything to keep it featured.",
      fewer:
        "Your listing got fewer visits a day than before it was featured. You can cancel the subscription with one press.",
      unclear: "You do not need to do anything to keep your listing featured. This is what its last days brought.",
    }[result],
    {
      facts: [
        ["Featured listing", isolate(name)],
        [`In ${featured.days} days`, shownText(counts.map(sumOf))],
        ["In featured places", shownText(counts.map(({ featured: row = 0, article = 0 }) => row + article))],
        [
          "For the price",
          cost === cents ? perEuro : `${perEuro}. You paid ${formatMoney(cents, currency)} for ${paidDays} days`,
        ],
        ["Before", before.days === 0 ? "No numbers" : inDays(before)],
      ],
    },
    ...(isUnclear ? ["These are too few to tell whether being featured brings more visits."] : []),
    ...offer,
  ]);
}
