import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { editSitePath } from "#schema/pages/paths.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";
import { ofListing } from "../sites/save/mails.ts";

/** Once, when a check finds something that the owner should look at. `news` is a sentence. */
export const lifeMail = (
  site: DirectoryConfig,
  { to, id, name, news }: { to: string; id: number; name: string; news: string },
): Mail => ({
  ...composeMail(site, to, {
    subject: `Please look at the link of your listing: ${name}`,
    parts: [
      `We have checked the link of your listing ${isolate(name)}. ${news}`,
      "If the site has another address, change the link:",
      { button: "Edit your listing", link: site.origin + editSitePath(id) },
      "If we are wrong, reply to this email.",
    ],
    why: ofListing(site),
  }),
  replyTo: site.supportEmail,
});
