import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { sendUrgentMail } from "../../mail.ts";
import type { Mail } from "../../ports.ts";

/**
 * Queues a mail that was counted against these rate limits, and takes the counts back if that fails. If the new code or
 * link is stored later, the previous one stays valid. The code or link is valid for `minutes`.
 * @throws AppError 502 if neither the queue nor the mail service accepts the mail.
 */
export async function sendRateLimitedMail(
  c: Context<AppEnv>,
  { mail, minutes }: { mail: Mail; minutes: number },
  ...limits: SubjectLimit[]
): Promise<void> {
  try {
    await sendUrgentMail(c.var.ports, mail, { minutes });
  } catch (error) {
    await uncountAttempt(c, ...limits);
    throw error;
  }
}
