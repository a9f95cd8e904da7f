import { SERVICE_TIMEOUT_MS, withDeadline } from "../http/deadline.ts";
import type { Bindings } from "../env.ts";
import { type Mail, MailFailed, type MailMessage } from "../ports.ts";

/** After this time the mail counts as not sent. */
const TIMEOUT_MS = 10_000;

/**
 * Codes of refusals that depend on the mail alone, so another attempt is useless. Codes about the sender's domain are
 * not among them, because the operator can set it up while mails wait.
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes
 */
const FINAL =
  /^E_(VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|RECIPIENT_NOT_ALLOWED|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADERS?_\w+)$/;

/**
 * Returns a function that sends a mail through Cloudflare's email service. It rejects with MailFailed if the service
 * refuses the mail or does not answer in time. The domain of SUPPORT_EMAIL must be set up for sending.
 */
export const bindingMail =
  (env: Bindings) =>
  async (mail: Mail): Promise<void> => {
    try {
      const sent = env.EMAIL.send({ ...mail, from: { email: env.SUPPORT_EMAIL, name: env.SITE_NAME } });
      await withDeadline(sent, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      throw toMailFailed(error);
    }
  };

function toMailFailed(error: unknown): MailFailed {
  const { code, name } = error as { code?: unknown; name?: string };
  if (typeof code !== "string" || !code.startsWith("E_")) {
    return new MailFailed(name ?? "Error", { isFinal: false, isOverQuota: false }, error);
  }
  // Without the cause: the service's sentence can name the recipient.
  return new MailFailed(code, { isFinal: FINAL.test(code), isOverQuota: code === "E_DAILY_LIMIT_EXCEEDED" });
}

/** Returns the `queueMail` of all runs. An urgent mail has a queue of its own, so it never waits behind other mails. */
export const bindingMailQueue =
  (env: Bindings) =>
  async (message: MailMessage): Promise<void> => {
    const queued = Array.isArray(message)
      ? env.MAILS.sendBatch(message.map((body) => ({ body })))
      : env.CODES.send(message);
    await withDeadline(queued, AbortSignal.timeout(SERVICE_TIMEOUT_MS));
  };
