import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { editSitePath } from "#schema/pages/paths.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";
import { ofListing } from "../sites/save/mails.ts";

type About = { to: string; id: number; name: string; link: string };

/** Once, when a site counts as one that may be closed. */
export const mayBeClosedMail = (site: DirectoryConfig, { to, id, name, link }: About): Mail => ({
  ...composeMail(site, to, {
    subject: `Is ${name} closed?`,
    parts: [
      `Our checks say that ${isolate(name)} may be closed: ${link} does not answer, its domain is for sale, or its source code has been archived for a year. Your listing now says so, and stands behind others in lists.`,
      "If the site is back, you need to do nothing: we check again each day. If it has another address, change the link:",
      { button: "Edit your listing", link: site.origin + editSitePath(id) },
      "If we are wrong, reply to this email.",
    ],
    why: ofListing(site),
  }),
  replyTo: site.supportEmail,
});

/** Once for each new address. */
export const movedMail = (site: DirectoryConfig, { to, id, name, link, movedTo }: About & { movedTo: string }): Mail =>
  composeMail(site, to, {
    subject: `Has ${name} moved?`,
    parts: [
      `The link of your listing ${isolate(name)}, ${link}, now leads to ${movedTo}.`,
      "If that is your new address, change the link of the listing:",
      { button: "Edit your listing", link: site.origin + editSitePath(id) },
      "Visitors still get there by the old link.",
    ],
    why: ofListing(site),
  });
