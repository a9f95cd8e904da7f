import type { DirectoryConfig } from "#schema/pages/pages.ts";
import type { Mail } from "../../ports.ts";
import { adminPath, dashboardPath, sitePath } from "#schema/pages/paths.ts";
import { composeMail } from "../../mail/compose.ts";
import { isolate } from "../../mail/layout.ts";
import { ofListing, quoted, REFUNDED } from "../sites/save/mails.ts";

type Answer = { to: string; message: string; answer: string };

export const answerMail = (site: DirectoryConfig, { to, message, answer }: Answer): Mail => {
  const [first, ...others] = answer.split(/\n\s*\n/).map((words) => ({ words }));
  return {
    ...composeMail(site, to, {
      subject: `Answer to your message to ${site.name}`,
      parts: [
        first!,
        ...others,
        "Reply to this email if you have another question.",
        "You wrote:",
        {
          words: message
            .split("\n")
            .map((line) => `> ${line}`)
            .join("\n"),
          isQuoted: true,
        },
      ],
      why: `You get this email because you wrote through the contact form of ${site.name}.`,
    }),
    replyTo: site.supportEmail,
  };
};

/** For a listing that visitors have seen before. The first approval sends `liveMail`. */
export const approvalMail = (
  site: DirectoryConfig,
  { to, name, slug }: { to: string; name: string; slug: string },
): Mail =>
  composeMail(site, to, {
    subject: `Your listing is public again: ${name}`,
    parts: [
      `Check how visitors see your listing ${isolate(name)}. We have approved it, and everyone can see it again:`,
      { button: "See your listing", link: site.origin + sitePath(slug) },
      `You can change it at any time on your dashboard: ${site.origin}${dashboardPath}`,
    ],
    why: ofListing(site),
  });

export const refusalMail = (
  site: DirectoryConfig,
  { to, name, reason, wasPaid }: { to: string; name: string; reason: string; wasPaid: boolean },
): Mail => ({
  ...composeMail(site, to, {
    subject: `Your listing was not accepted: ${name}`,
    parts: [
      `Please edit your listing ${isolate(name)}. We cannot publish it as it is${reason ? ":" : "."}`,
      ...quoted(reason),
      { button: "Edit it on your dashboard", link: site.origin + dashboardPath },
      ...(wasPaid ? [REFUNDED] : []),
      "If you think this is a mistake, reply to this email.",
    ],
    why: ofListing(site),
  }),
  replyTo: site.supportEmail,
});

export const rightsMail = (
  site: DirectoryConfig,
  { to, right, by }: { to: string; right: string; by: string },
): Mail => ({
  ...composeMail(site, to, {
    subject: `You are now ${right} at ${site.name}`,
    parts: [
      `You can now open the admin. ${by} has made you ${right} at ${site.name}:`,
      { button: "Open the admin", link: site.origin + adminPath },
      "If you did not expect this, reply to this email.",
    ],
    why: `You get this email because you have an account at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

/** For users with a subscription. They cannot sign in to see what happens to it. */
export const suspensionMail = (site: DirectoryConfig, to: string): Mail => ({
  ...composeMail(site, to, {
    subject: `Your account at ${site.name} is suspended`,
    parts: [
      `The staff of ${site.name} have suspended your account. If you think this is a mistake, reply to this email.`,
      "While your account is suspended, you cannot sign in, and your sites are hidden.",
      "Your subscriptions will not renew, so you will not be charged again.",
    ],
    why: `You get this email because you have an account and a subscription at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});
