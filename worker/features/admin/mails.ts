import type { SiteConfig } from "#schema/pages.ts";
import type { Mail } from "../../ports.ts";
import { sitePath } from "#schema/paths.ts";
import { compose } from "../../mail.ts";

type Answer = { to: string; message: string; answer: string };

/** From the operator to somebody who wrote, with what they wrote below. */
export const answerMail = (site: SiteConfig, { to, message, answer }: Answer): Mail => ({
  ...compose(site, to, {
    subject: `Your message to ${site.name}`,
    before: answer.split(/\n\s*\n/),
    after: ["You wrote:", ...message.split("\n").map((line) => `> ${line}`)],
  }),
  replyTo: site.supportEmail,
});

export const approvalMail = (site: SiteConfig, { to, name, slug }: { to: string; name: string; slug: string }): Mail =>
  compose(site, to, {
    subject: `Your listing is public: ${name}`,
    before: [`We looked at your listing ${name}. Everybody can see it now:`],
    link: site.origin + sitePath(slug),
    after: ["Thank you for listing it."],
  });

export const refusalMail = (
  site: SiteConfig,
  { to, name, reason }: { to: string; name: string; reason: string },
): Mail => ({
  ...compose(site, to, {
    subject: `Your listing was not accepted: ${name}`,
    before: [`We looked at your listing ${name} and cannot show it as it is:`, ...reason.split(/\n\s*\n/)],
    after: ["You can change it, or answer this mail if you think that we are wrong."],
  }),
  replyTo: site.supportEmail,
});
