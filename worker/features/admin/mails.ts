import type { DirectoryConfig } from "#schema/pages.ts";
import type { Mail } from "../../ports.ts";
import { adminPath, dashboardPath, sitePath } from "#schema/paths.ts";
import { composeMail } from "../../mail.ts";

type Answer = { to: string; message: string; answer: string };

export const answerMail = (site: DirectoryConfig, { to, message, answer }: Answer): Mail => ({
  ...composeMail(site, to, {
    subject: `Answer to your message to ${site.name}`,
    before: answer.split(/\n\s*\n/),
    after: ["You wrote:", ...message.split("\n").map((line) => `> ${line}`)],
  }),
  replyTo: site.supportEmail,
});

export const approvalMail = (
  site: DirectoryConfig,
  { to, name, slug }: { to: string; name: string; slug: string },
): Mail =>
  composeMail(site, to, {
    subject: `Your listing is public: ${name}`,
    before: [`We have approved your listing ${name}. Everyone can see it here:`],
    link: site.origin + sitePath(slug),
    after: ["Thank you for listing it."],
  });

export const refusalMail = (
  site: DirectoryConfig,
  { to, name, reason, wasPaid }: { to: string; name: string; reason: string; wasPaid: boolean },
): Mail => ({
  ...composeMail(site, to, {
    subject: `Your listing was not accepted: ${name}`,
    before: [
      `Please edit your listing ${name}. We cannot publish it as it is:`,
      ...reason.split(/\n\s*\n/),
      "You can edit it on your dashboard:",
    ],
    link: site.origin + dashboardPath,
    after: [
      ...(wasPaid ? ["Its subscription will not renew, so you will not be charged for it again."] : []),
      "If you think this is a mistake, reply to this email.",
    ],
  }),
  replyTo: site.supportEmail,
});

export const rightsMail = (
  site: DirectoryConfig,
  { to, right, by }: { to: string; right: string; by: string },
): Mail => ({
  ...composeMail(site, to, {
    subject: `You are now ${right} at ${site.name}`,
    before: [`${by} has made you ${right} at ${site.name}. You can now open the admin:`],
    link: site.origin + adminPath,
    after: ["If you did not expect this, reply to this email."],
  }),
  replyTo: site.supportEmail,
});

/** For users with a subscription. They cannot sign in to see what happens to it. */
export const suspensionMail = (site: DirectoryConfig, to: string): Mail => ({
  ...composeMail(site, to, {
    subject: `Your account at ${site.name} is suspended`,
    before: [
      `The staff of ${site.name} have suspended your account. If you think this is a mistake, reply to this email.`,
    ],
    after: [
      "While your account is suspended, you cannot sign in, and your sites are hidden.",
      "Your subscriptions will not renew, so you will not be charged again.",
    ],
  }),
  replyTo: site.supportEmail,
});
