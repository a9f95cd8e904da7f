import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { dashboardPath } from "#schema/pages/paths.ts";
import { OWNER_DAYS } from "#schema/sites/reports.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import type { Mail } from "../../ports.ts";
import { ofListing, quoted } from "../sites/save/mails.ts";

/** To a proven owner. It says nothing of what strangers wrote, or who they are. */
export const ownerMail = (site: DirectoryConfig, { to, name }: { to: string; name: string }): Mail =>
  composeMail(site, to, {
    subject: `Somebody wrote about your listing: ${name}`,
    parts: [
      `Answer on your dashboard within ${OWNER_DAYS} days. Somebody suggested a change of your listing ${isolate(name)}, or says that something is wrong with it:`,
      { button: "See what it is", link: site.origin + dashboardPath },
      "If you do not answer, our staff decide. You get at most one such email about this listing in a day.",
    ],
    why: ofListing(site),
  });

/** Article 16 of the EU's Digital Services Act asks for it. It does not contain what was written. */
export const receiptMail = (site: DirectoryConfig, { to, page }: { to: string; page: string }): Mail => ({
  ...composeMail(site, to, {
    subject: `We have received your notice to ${site.name}`,
    parts: [
      "You need not do anything now. We have received a notice that this page has illegal content:",
      { facts: [["Page", page]] },
      "A person reads it and decides without undue delay. You then get the decision, and read what you can do if you do not agree.",
      "If you did not send this notice, reply to this email.",
    ],
    why: `You get this email because somebody entered your email address in a notice at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

type Decided = Record<"to" | "about" | "page" | "reason" | "state" | "answer" | "by", string>;

export const decisionMail = (site: DirectoryConfig, decided: Decided): Mail => ({
  ...composeMail(site, decided.to, {
    subject: `Answer to what you wrote about ${decided.about}`,
    parts: [
      `Read the answer to what you wrote about ${isolate(decided.about)}. ${decided.by === "owner" ? "Its owner has" : "We have"} ${decided.state} it.`,
      ...quoted(decided.answer),
      { facts: [["Page", decided.page]] },
      `If you do not agree, reply to this email. A person then looks at it again.${decided.reason === "illegal" ? COURTS : ""}`,
      "We have deleted your email address and your name from what you wrote.",
    ],
    why: `You get this email because you entered your email address at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

const COURTS = " You can also turn to a certified body for out-of-court dispute settlement in the EU, or to a court.";
