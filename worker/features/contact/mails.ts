import type { ContactForm } from "#schema/pages/contact.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { adminPath } from "#schema/pages/paths.ts";
import type { Mail } from "../../ports.ts";
import { composeMail } from "../../mail/compose.ts";

/** The mail to the support address. The form's schema has validated the sender's email address. */
export const contactMail = (site: DirectoryConfig, { email, message }: ContactForm): Mail => ({
  ...composeMail(site, site.supportEmail, {
    subject: `Message from ${email}`,
    parts: [
      `Reply to this email to answer ${email}, who wrote through the contact form of ${site.name}:`,
      { words: message, isQuoted: true },
      { button: "Open the admin", link: site.origin + adminPath },
    ],
    why: `You get this email because messages to ${site.name} go to this address.`,
  }),
  replyTo: email,
});
