import { GRACE_DAYS } from "#schema/payments.ts";
import { LISTING_DAYS } from "#schema/pricing.ts";
import type { SiteConfig } from "#schema/pages.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { Mail } from "../../ports.ts";
import { compose } from "../../mail.ts";

export const failedRenewalMail = (site: SiteConfig, to: string, name: string): Mail =>
  compose(site, to, {
    subject: `Your card was declined: ${name}`,
    before: [
      `The payment for the next ${LISTING_DAYS} days of the featured listing ${name} did not go through.`,
      `It is tried again. The listing stays featured for ${GRACE_DAYS} days meanwhile. To pay with another card, or to confirm the payment, open your dashboard:`,
    ],
    link: site.origin + dashboardPath,
    after: ["If you do not want to go on, cancel the subscription there. Nothing more is charged then."],
  });

export const endMail = (site: SiteConfig, to: string, name: string, end: number): Mail =>
  compose(site, to, {
    subject: `The featured time of ${name} ends soon`,
    before: [
      `You cancelled the subscription of ${name}. The listing is featured until ${new Date(end).toUTCString()} and basic from then on.`,
      "Nothing more is charged. If you want it to go on, open your dashboard:",
    ],
    link: site.origin + dashboardPath,
    after: ["If not, you need not do anything."],
  });
