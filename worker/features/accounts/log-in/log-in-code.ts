import type { Context } from "hono";
import { CODE_VALID_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import { type SubjectLimit, countAttempt } from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { LIMITS } from "../../../limits.ts";
import { findCodeOwner, insertCode, newCode, replaceCode, type PendingIdentity } from "../codes.ts";
import { sendRateLimitedMail } from "../rate-limited-mail.ts";
import { logInCodeMail, googleCodeMail } from "../mails.ts";
import { accountAndClientSubject } from "../passwords/password-attempts.ts";

/** The cookie that binds a code to the browser in which the user entered the password or chose a Google account. */
export const CODE_COOKIE = "login";
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

const MAILS = { login: logInCodeMail, google: googleCodeMail };

type Addressee = { email: string; resetAt: number | null };
type Purpose = keyof typeof MAILS;

/**
 * Mails a new code and sets its cookie. The user's earlier codes of this kind become invalid. `findId` returns the
 * user's id; it runs after the mail was sent.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent.
 */
export async function sendCode(
  c: Context<AppEnv>,
  { findId, identity, ...to }: Addressee & { findId: () => Promise<number>; identity?: PendingIdentity },
): Promise<void> {
  const purpose: Purpose = identity ? "google" : "login";
  const code = await mailCode(c, purpose, to);
  const token = randomToken();
  await insertCode(c, { purpose, userId: await findId(), token, code, identity });
  writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
}

/**
 * Mails another code for the browser's present token, so that the code works even if this response is lost. Returns
 * false if the browser has no usable code.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent.
 */
export async function sendCodeAgain(c: Context<AppEnv>): Promise<boolean> {
  const token = readCookie(c, CODE_COOKIE) ?? "";
  const owner = await findCodeOwner(c, { purposes: LOG_IN_PURPOSES, token });
  if (!owner) return false;
  const { previous } = owner;
  const code = await mailCode(c, previous.purpose === "google" ? "google" : "login", owner);
  await replaceCode(c, { token, code, previous });
  writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
  return true;
}

async function mailCode(c: Context<AppEnv>, purpose: Purpose, to: Addressee): Promise<string> {
  const limit: SubjectLimit = [LIMITS.codesOfAccountAndClient, accountAndClientSubject(c, to.email, to)];
  await countAttempt(c, limit);
  const code = newCode();
  const mail = MAILS[purpose](c.var.config, to.email, code);
  await sendRateLimitedMail(c, { mail, minutes: CODE_VALID_MINUTES }, limit);
  return code;
}
