import type { Context } from "hono";
import { ACCOUNT_MESSAGES, CODE_VALID_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import {
  countAttempt,
  countAttemptStatement,
  isOverLimit,
  limitError,
  type SubjectLimit,
  uncountAttempt,
  uncountStatement,
} from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { findCodeOwner, insertCode, newCode, removeCode, replaceCode, type PendingIdentity } from "../codes.ts";
import { sendRateLimitedMail } from "../rate-limited-mail.ts";
import { logInCodeMail, googleCodeMail } from "../mails.ts";
import { codeLimit } from "../passwords/password-attempts.ts";

/** The cookie that binds a code to the browser in which the user entered the password or chose a Google account. */
export const CODE_COOKIE = "login";
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

const MAILS = { login: logInCodeMail, google: googleCodeMail };

type Addressee = { email: string };
type Purpose = keyof typeof MAILS;

/**
 * Mails a code to a user whose password was right, and sets its cookie. One round trip counts and stores the code, and
 * takes back the attempt that was counted against `passwordLimits`. The mail follows: so the limit holds for simultaneous
 * calls.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent. The earlier code is then invalid.
 */
export async function sendLogInCode(
  c: Context<AppEnv>,
  { id: userId, email }: { id: number; email: string },
  passwordLimits: SubjectLimit[],
): Promise<void> {
  const limit = codeLimit(c, email);
  const [token, code] = [randomToken(), newCode()];
  const counted = [countAttemptStatement(c, ...limit), uncountStatement(c, passwordLimits)];
  await insertCode(c, { purpose: "login", userId, token, code }, counted).catch(async (error: unknown) => {
    if (!isOverLimit(error)) throw error;
    await uncountAttempt(c, ...passwordLimits);
    throw await limitError(c, ACCOUNT_MESSAGES.tooMany, ...limit);
  });
  const mail = logInCodeMail(c.var.config, email, code);
  await sendRateLimitedMail(c, { mail, minutes: CODE_VALID_MINUTES }, limit).catch(async (error: unknown) => {
    await removeCode(c.var.db, token);
    throw error;
  });
  writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
}

/**
 * Mails a code to the address of a Google account, and sets its cookie. The user's earlier codes of this kind become
 * invalid. `findId` returns the user's id; it runs after the mail was sent.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent.
 */
export async function sendGoogleCode(
  c: Context<AppEnv>,
  { findId, identity, ...to }: Addressee & { findId: () => Promise<number>; identity: PendingIdentity },
): Promise<void> {
  const code = await mailCode(c, "google", to);
  const token = randomToken();
  await insertCode(c, { purpose: "google", userId: await findId(), token, code, identity });
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
  const limit = codeLimit(c, to.email);
  await countAttempt(c, limit);
  const code = newCode();
  const mail = MAILS[purpose](c.var.config, to.email, code);
  await sendRateLimitedMail(c, { mail, minutes: CODE_VALID_MINUTES }, limit);
  return code;
}
