import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ownershipPath } from "#schema/pages/paths.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";
import { ofListing } from "../sites/save/mails.ts";

type Lost = { to: string; siteId: number; name: string; reason: string };

export const proofLostMail = (site: DirectoryConfig, { to, siteId, name, reason }: Lost): Mail =>
  composeMail(site, to, {
    subject: `Your listing is no longer verified: ${name}`,
    parts: [
      `Please verify your listing ${isolate(name)} again. We checked its proof twice, and did not find it:`,
      { words: reason, isQuoted: true },
      { button: "Verify it again", link: site.origin + ownershipPath(siteId) },
      "Your listing stays public. It only lacks the word “Verified”.",
    ],
    why: ofListing(site),
  });
