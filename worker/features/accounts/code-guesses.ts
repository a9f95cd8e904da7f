import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { countAttempt, type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../http/limits.ts";
import { sendWarning } from "../outbox/mail-gate.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";
import { tooManyCodesMail } from "./mails.ts";
import { lastReset } from "./passwords/password-attempts.ts";

/** From this many wrong codes in an hour on, the account's owner gets a mail. */
const WARN_AT = 10;

/**
 * Counts a guess of a mailed code before `compare` runs, and takes it back unless the code was wrong. A browser that the
 * account knows is counted apart, so strangers cannot lock the owner out.
 * @throws AppError 429 if there were too many wrong codes.
 */
export async function guessCode<T extends { tried: { isRight: boolean } | undefined }>(
  c: Context<AppEnv>,
  email: string,
  compare: () => Promise<T>,
): Promise<T> {
  const device = await findKnownDevice(c, email);
  const limit: SubjectLimit = [LIMITS.codeGuesses, device ?? email, lastReset(email)];
  const [guesses = 0] = await countAttempt(c, limit);
  const result = await compare();
  if (result.tried?.isRight !== false) await uncountAttempt(c, limit);
  else if (guesses >= WARN_AT) {
    const mail = tooManyCodesMail(c.var.config, email);
    c.executionCtx.waitUntil(sendWarning(c, mail, [LIMITS.guessWarningsOfAccount, `codes ${email}`]));
  }
  return result;
}
