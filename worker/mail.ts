import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { AppError } from "./errors.ts";
import { logError } from "./log.ts";
import { type MailContent, toHtml, toText } from "./mail-layout.ts";
import type { Mail, Ports } from "./ports.ts";

const MINUTE_MS = 60_000;

/** A warning to the owner of an account is worth nothing after this time. */
export const WARNING = { minutes: 24 * 60 };

/**
 * Queues a mail with a code or a link that is valid for `minutes`, or a warning about an account. Other mails go through
 * the outbox. If the queue is down, the mail service gets the mail directly.
 * @throws AppError 502 if neither accepts the mail.
 */
export async function sendUrgentMail(
  ports: Pick<Ports, "now" | "queueMail" | "sendMail">,
  mail: Mail,
  { minutes }: { minutes: number },
): Promise<void> {
  try {
    await ports.queueMail({ mail, expiresAt: ports.now() + minutes * MINUTE_MS });
  } catch (error) {
    logError(error);
    try {
      await ports.sendMail(mail);
    } catch (second) {
      logError(second);
      throw new AppError("provider_failed", ACCOUNT_MESSAGES.mailFailed);
    }
  }
}

/** Every mail is made here. Both versions have the same content. */
export const composeMail = (site: DirectoryConfig, to: string, content: MailContent): Mail => ({
  to,
  subject: content.subject,
  text: toText(site, content),
  html: toHtml(site, content),
});
