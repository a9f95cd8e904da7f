import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { countAttempt, type SubjectLimit, uncountAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { sendWarning } from "../outbox/mail-gate.ts";
import { findKnownDevice } from "../sessions/known-devices.ts";
import { tooManyCodesMail } from "./mails.ts";
import { lastReset } from "./passwords/password-attempts.ts";

/** After this many wrong codes in an hour from unknown browsers, the account's owner gets a mail. */
const WARN_AT = 10;

/**
 * Counts a guess of a mailed code before `compare` runs, and takes it back unless the code was wrong. A browser that the
 * account knows is not counted: each code has few attempts, and few codes are mailed.
 * @throws AppError 429 if there were too many wrong codes.
 */
export async function guessCode<T extends { tried: { isRight: boolean } | undefined }>(
  c: Context<AppEnv>,
  email: string,
  compare: () => Promise<T>,
): Promise<T> {
  if ((await findKnownDevice(c, email)) !== undefined) return compare();
  const limit: SubjectLimit = [LIMITS.codeGuessesOfAccount, email, lastReset(email)];
  const [guesses] = await countAttempt(c, limit);
  const result = await compare();
  if (result.tried?.isRight !== false) await uncountAttempt(c, limit);
  else if (guesses === WARN_AT) {
    const mail = tooManyCodesMail(c.var.config, email);
    c.executionCtx.waitUntil(sendWarning(c, mail, [LIMITS.codeWarningsOfAccount, email]));
  }
  return result;
}
