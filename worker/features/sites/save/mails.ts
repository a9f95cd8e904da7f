import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { dashboardPath, sitePath } from "#schema/pages/paths.ts";
import type { Mail } from "../../../ports.ts";
import { composeMail } from "../../../mail/compose.ts";
import { isolate } from "../../../mail/layout.ts";

export const ofListing = ({ name }: DirectoryConfig) => `You get this email because you have a listing at ${name}.`;

type Live = { to: string; name: string; slug: string; isApproved: boolean };

/** Once for each listing, when visitors can see it for the first time. `isApproved`: it was in review before. */
export const liveMail = (site: DirectoryConfig, { to, name, slug, isApproved }: Live): Mail =>
  composeMail(site, to, {
    subject: `Your listing is live: ${name}`,
    parts: [
      `Check how visitors see your listing ${isolate(name)}. ${isApproved ? "We have approved it, and everyone" : "Everyone"} can see it now:`,
      { button: "See your listing", link: site.origin + sitePath(slug) },
      "Share this address with the people who should find it.",
      `You can change the listing at any time on your dashboard: ${site.origin}${dashboardPath}`,
    ],
    why: ofListing(site),
  });

/** `reason`: "" if staff wrote none. */
export const removalMail = (
  site: DirectoryConfig,
  { to, name, reason, wasPaid }: { to: string; name: string; reason: string; wasPaid: boolean },
): Mail => ({
  ...composeMail(site, to, {
    subject: `Your listing was removed: ${name}`,
    parts: [
      `We have removed your listing ${isolate(name)}${reason ? ":" : "."}`,
      ...quoted(reason),
      ...(wasPaid ? [REFUNDED] : []),
      "If you think this is a mistake, reply to this email.",
    ],
    why: ofListing(site),
  }),
  replyTo: site.supportEmail,
});

export const quoted = (reason: string) =>
  reason === "" ? [] : reason.split(/\n\s*\n/).map((words) => ({ words, isQuoted: true }));

export const REFUNDED =
  "Its subscription has ended, and you will not be charged again. If you have paid for days that are left, we refund them.";
