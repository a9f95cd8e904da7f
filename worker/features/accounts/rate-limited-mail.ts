import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { type Counted, uncountTry } from "../../http/rate-limit.ts";
import { sendMail } from "../../mail.ts";
import type { Mail } from "../../ports.ts";

/**
 * Sends a mail that was counted. Comes before what the mail makes good is stored: where it fails, what was mailed before
 * stays good, and no try is lost.
 * @throws AppError 502 where the mail could not be handed over.
 */
export async function sendRateLimitedMail(c: Context<AppEnv>, mail: Mail, ...counted: Counted[]): Promise<void> {
  try {
    await sendMail(c.var.ports, mail);
  } catch (error) {
    await uncountTry(c, ...counted);
    throw error;
  }
}
