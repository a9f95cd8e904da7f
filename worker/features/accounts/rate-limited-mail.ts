import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { sendMail } from "../../mail.ts";
import type { Mail } from "../../ports.ts";

/**
 * Sends a mail that was counted against these rate limits, and takes the counts back if sending fails. Call it before
 * the new code or link is stored, so that the previous one stays valid if sending fails.
 * @throws AppError 502 if the mail provider did not accept the mail.
 */
export async function sendRateLimitedMail(c: Context<AppEnv>, mail: Mail, ...limits: SubjectLimit[]): Promise<void> {
  try {
    await sendMail(c.var.ports, mail);
  } catch (error) {
    await uncountAttempt(c, ...limits);
    throw error;
  }
}
