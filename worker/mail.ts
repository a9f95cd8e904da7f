import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { AppError } from "./errors.ts";
import { logError } from "./log.ts";
import { type MailContent, toHtml, toText } from "./mail-layout.ts";
import type { Mail, Ports } from "./ports.ts";

/** @throws AppError 502 with `refusal` if the mail service does not accept the mail. */
export async function sendMail(ports: Ports, mail: Mail, refusal: string = ACCOUNT_MESSAGES.mailFailed): Promise<void> {
  try {
    await ports.sendMail(mail);
  } catch (error) {
    logError(error);
    throw new AppError("provider_failed", refusal);
  }
}

/** Every mail is made here. Both versions have the same content. */
export const composeMail = (site: DirectoryConfig, to: string, content: MailContent): Mail => ({
  to,
  subject: content.subject,
  text: toText(site, content),
  html: toHtml(site, content),
});
