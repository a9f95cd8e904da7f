import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ownershipPath, withQuery } from "#schema/pages/paths.ts";
import { CLAIM_DAYS, HANDOVER_DAYS } from "#schema/sites/ownership.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";
import { ofListing, quoted, REFUNDED } from "../sites/save/mails.ts";

// Neither of two people gets the address of the other one.

type Person = { to: string; name: string };
type Listing = Person & { id: number };

export const claimedMail = (site: DirectoryConfig, { to, id, name }: Listing): Mail =>
  composeMail(site, to, {
    subject: `Somebody claims your listing: ${name}`,
    parts: [
      `Please answer within ${CLAIM_DAYS} days. Somebody with another account says that ${isolate(name)} is theirs, and has proved that they can change its website:`,
      { button: "Answer the claim", link: site.origin + ownershipPath(id) },
      "If it is yours, say why, and our staff decide.",
      "If you do not answer, the listing becomes theirs. If your listing is verified, our staff decide first.",
    ],
    why: ofListing(site),
  });

export const lostMail = (site: DirectoryConfig, { to, name, wasPaid }: Person & { wasPaid: boolean }): Mail => ({
  ...composeMail(site, to, {
    subject: `Your listing has another owner now: ${name}`,
    parts: [
      `The listing ${isolate(name)} belongs to another account now. You have handed it over, or did not answer a claim in time, or our staff have decided.`,
      ...(wasPaid ? [REFUNDED] : []),
      "If you think this is a mistake, reply to this email.",
    ],
    why: `You get this email because you had a listing at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

/** The subscription has ended for a change of the owner that then failed. */
export const endedMail = (site: DirectoryConfig, { to, name }: Person): Mail =>
  composeMail(site, to, {
    subject: `Your featured place has ended: ${name}`,
    parts: [`We tried to give the listing ${isolate(name)} to another account, and it stays yours.`, REFUNDED],
    why: ofListing(site),
  });

export const gainedMail = (site: DirectoryConfig, { to, id, name }: Listing): Mail =>
  composeMail(site, to, {
    subject: `The listing is yours: ${name}`,
    parts: [
      `You can edit the listing ${isolate(name)} now. It is on your dashboard, and here you can verify it:`,
      { button: "Open your listing", link: site.origin + ownershipPath(id) },
    ],
    why: ofListing(site),
  });

/** `reason`: of staff, or why the claim does not hold any more. */
export const claimRefusedMail = (site: DirectoryConfig, { to, name, reason }: Person & { reason: string }): Mail => ({
  ...composeMail(site, to, {
    subject: `Your claim was not accepted: ${name}`,
    parts: [
      `The listing ${isolate(name)} stays with its owner:`,
      ...quoted(reason),
      "If you think this is a mistake, reply to this email.",
    ],
    why: `You get this email because you claimed a listing at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

/** It does not contain the name of the listing: otherwise anyone could send texts to strangers. The screen shows it. */
export const handoverMail = (
  site: DirectoryConfig,
  { to, id, handover }: { to: string; id: number; handover: string },
): Mail =>
  composeMail(site, to, {
    subject: `A listing at ${site.name} is handed over to you`,
    parts: [
      "See which listing it is, and accept it, if you know of it:",
      { button: "See the listing", link: site.origin + withQuery(ownershipPath(id), { handover }) },
      `You need an account with this email address. The link is valid for ${HANDOVER_DAYS} days.`,
      "If you did not expect this, you can ignore this email.",
    ],
    why: `You get this email because the owner of a listing entered your email address at ${site.name}.`,
  });
