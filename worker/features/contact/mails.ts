import { html } from "hono/html";
import type { ContactForm } from "#schema/contact.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import type { Mail } from "../../ports.ts";

/** The mail to the support address. The form's schema has validated the sender's email address. */
export function contactMail(site: DirectoryConfig, { email, message }: ContactForm): Mail {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Message from ${email}</title>
      </head>
      <body>
        <p>${email} wrote through the contact form of ${site.name}:</p>
        <blockquote style="white-space: pre-wrap">${message}</blockquote>
      </body>
    </html>`;
  return {
    to: site.supportEmail,
    replyTo: email,
    subject: `Message from ${email}`,
    text: `${email} wrote through the contact form of ${site.name}:\n\n${message}`,
    html: String(body),
  };
}
