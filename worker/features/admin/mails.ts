import type { SiteConfig } from "#schema/pages.ts";
import type { Mail } from "../../ports.ts";
import { compose } from "../accounts/mails.ts";

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
