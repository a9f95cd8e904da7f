import type { DirectoryConfig } from "#schema/pages.ts";
import { dashboardPath, sitePath } from "#schema/paths.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail.ts";
import { isolate } from "../../mail-layout.ts";

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
