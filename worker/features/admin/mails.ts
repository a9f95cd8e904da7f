import type { DirectoryConfig } from "#schema/pages.ts";
import type { Mail } from "../../ports.ts";
import { adminPath, sitePath } from "#schema/paths.ts";
import { composeMail } from "../../mail.ts";

type Answer = { to: string; message: string; answer: string };

/** From the operator to somebody who wrote, with what they wrote below. */
export const answerMail = (site: DirectoryConfig, { to, message, answer }: Answer): Mail => ({
  ...composeMail(site, to, {
    subject: `Your message to ${site.name}`,
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
    before: [`We looked at your listing ${name}. Everybody can see it now:`],
    link: site.origin + sitePath(slug),
    after: ["Thank you for listing it."],
  });

export const refusalMail = (
  site: DirectoryConfig,
  { to, name, reason, wasPaid }: { to: string; name: string; reason: string; wasPaid: boolean },
): Mail => ({
  ...composeMail(site, to, {
    subject: `Your listing was not accepted: ${name}`,
    before: [`We looked at your listing ${name} and cannot show it as it is:`, ...reason.split(/\n\s*\n/)],
    after: [
      ...(wasPaid ? ["Its subscription does not renew: it is not charged again."] : []),
      "You can change it, or answer this mail if you think that we are wrong.",
    ],
  }),
  replyTo: site.supportEmail,
});

/** To a person who may do more from now on: they notice if nobody should have given them that. */
export const rightsMail = (
  site: DirectoryConfig,
  { to, right, by }: { to: string; right: string; by: string },
): Mail => ({
  ...composeMail(site, to, {
    subject: `You are ${right} at ${site.name} now`,
    before: [`${by} has made you ${right} at ${site.name}.`],
    link: site.origin + adminPath,
    after: ["If you do not expect this, please answer this mail."],
  }),
  replyTo: site.supportEmail,
});

/** To whoever pays for something: they cannot sign in to see what becomes of it. */
export const suspensionMail = (site: DirectoryConfig, to: string): Mail => ({
  ...composeMail(site, to, {
    subject: "Your account is suspended",
    before: [`We have suspended your account at ${site.name}.`],
    after: [
      "Your subscriptions do not renew: you are not charged again.",
      "You can answer this mail if you think that we are wrong.",
    ],
  }),
  replyTo: site.supportEmail,
});
