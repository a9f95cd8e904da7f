import { formatDate } from "#schema/dates.ts";
import { LISTING_PERIOD_DAYS } from "#schema/pricing.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath } from "#schema/paths.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail.ts";

/** `until`: end (Unix ms) of the featured time with its days of grace, or null if the listing is already basic. */
export const failedRenewalMail = (
  site: DirectoryConfig,
  to: string,
  { name, until }: { name: string; until: number | null },
): Mail =>
  composeMail(site, to, {
    subject: `Payment failed for your featured listing: ${name}`,
    before: [`Please pay with another card, or confirm the payment, on your dashboard:`],
    link: site.origin + dashboardPath,
    after: [
      `The payment for the next ${LISTING_PERIOD_DAYS} days of ${name} failed. We will try again. ${until === null ? "The listing is free until the payment succeeds." : `The listing stays featured until ${formatDate(until)}.`}`,
      "If you no longer want to feature it, cancel the subscription on your dashboard. You will not be charged again.",
    ],
  });

type End = { name: string; end: number; hasEnded: boolean };

/** `end`: end of the paid time (Unix ms). `hasEnded`: the subscription ended before, so it cannot be resumed. */
export const endMail = (site: DirectoryConfig, to: string, { name, end, hasEnded }: End): Mail =>
  composeMail(site, to, {
    subject: `${name} will no longer be featured after ${formatDate(end)}`,
    before: [
      hasEnded
        ? `To feature ${name} again after ${formatDate(end)}, start a new subscription on your dashboard then:`
        : `To keep ${name} featured after ${formatDate(end)}, resume its subscription on your dashboard:`,
    ],
    link: site.origin + dashboardPath,
    after: [
      `The subscription ${hasEnded ? "has ended" : "is cancelled"}, so it becomes a free listing on that date. You will not be charged again.`,
      "If you do not want to feature it any longer, you do not need to do anything.",
    ],
  });
