import { formatDate } from "#schema/dates.ts";
import { LISTING_PERIOD_DAYS } from "#schema/pricing.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail.ts";

/** `until`: featured, with the days of grace; empty where it is basic already. */
export const failedRenewalMail = (
  site: DirectoryConfig,
  to: string,
  { name, until }: { name: string; until: number | null },
): Mail =>
  composeMail(site, to, {
    subject: `Your card was declined: ${name}`,
    before: [
      `The payment for the next ${LISTING_PERIOD_DAYS} days of the featured listing ${name} did not go through.`,
      `It is tried again. The listing ${until === null ? "is basic until it is paid" : `stays featured until ${formatDate(until)} meanwhile`}. To pay with another card, or to confirm the payment, open your dashboard:`,
    ],
    link: site.origin + dashboardPath,
    after: ["If you do not want to go on, cancel the subscription there. Nothing more is charged then."],
  });

type End = { name: string; end: number; hasEnded: boolean };

/** `hasEnded`: the subscription, which somebody cancelled or ended, not always its owner; the paid time lasts. */
export const endMail = (site: DirectoryConfig, to: string, { name, end, hasEnded }: End): Mail =>
  composeMail(site, to, {
    subject: `The featured time of ${name} ends soon`,
    before: [
      `The subscription of ${name} ${hasEnded ? "has ended" : "is cancelled"}. The listing is featured until ${formatDate(end)} and basic from then on.`,
      `Nothing more is charged. ${hasEnded ? "To feature it again from then on" : "If you want it to go on"}, open your dashboard:`,
    ],
    link: site.origin + dashboardPath,
    after: ["If not, you need not do anything."],
  });
