import type { Context } from "hono";
import { CODE_VALID_MINUTES } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import { uncountAttempt } from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { admitMail, sendAdmitted } from "../../outbox/mail-gate.ts";
import { codesUnavailable, findCode, insertCode, replaceCode, storeCode } from "../codes.ts";
import type { NewCode, PendingIdentity } from "../codes.ts";
import { deleteCodeMail, googleCodeMail, logInCodeMail } from "../mails.ts";
import { lastReset } from "../passwords/password-attempts.ts";

/** The cookie that binds a code to the browser in which the user entered the password or chose a Google account. */
export const CODE_COOKIE = "login";
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

const MAILS = { login: logInCodeMail, google: googleCodeMail, delete_account: deleteCodeMail };

/**
 * Writes a new code to KV and mails it. Returns its row for D1. The previous code stays valid until this row is stored,
 * so also if the mail fails.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent, 503 if KV does not accept the
 *   code or today's mails are used up.
 */
export async function mailCode(c: Context<AppEnv>, to: string, newCode: NewCode) {
  const admitted = await admitMail(c, { to, kind: "code", clearedAt: lastReset(to) });
  const stored = await storeCode(c, newCode);
  if (!stored) {
    await uncountAttempt(c, ...admitted);
    throw codesUnavailable();
  }
  const mail = MAILS[newCode.purpose](c.var.config, to, stored.code);
  await sendAdmitted(c, admitted, { mail, minutes: CODE_VALID_MINUTES });
  return stored.row;
}

/** Mails a code to a user whose password was right, and sets its cookie. @throws the errors of `mailCode` */
export async function sendLogInCode(
  c: Context<AppEnv>,
  { id: userId, email }: { id: number; email: string },
): Promise<void> {
  const token = randomToken();
  const row = await mailCode(c, email, { purpose: "login", token });
  await insertCode(c, { ...row, userId });
  setCodeCookie(c, token);
}

/**
 * Mails a code to the address of a Google account, and sets its cookie. `findId` returns the user's id; it runs after the
 * mail was sent.
 * @throws the errors of `mailCode`
 */
export async function sendGoogleCode(
  c: Context<AppEnv>,
  { email, findId, identity }: { email: string; findId: () => Promise<number>; identity: PendingIdentity },
): Promise<void> {
  const token = randomToken();
  const row = await mailCode(c, email, { purpose: "google", token, identity });
  await insertCode(c, { ...row, userId: await findId() });
  setCodeCookie(c, token);
}

/**
 * Mails another code for the browser's present token, so that the code works even if this response is lost. Returns
 * false if the browser has no usable code.
 * @throws the errors of `findCode` and `mailCode`
 */
export async function sendCodeAgain(c: Context<AppEnv>): Promise<boolean> {
  const token = readCookie(c, CODE_COOKIE) ?? "";
  const found = await findCode(c, { purposes: LOG_IN_PURPOSES, token });
  if (!found) return false;
  const { email, purpose, identity } = found;
  await replaceCode(c, await mailCode(c, email, { purpose, token, identity }));
  setCodeCookie(c, token);
  return true;
}

const setCodeCookie = (c: Context<AppEnv>, token: string) =>
  writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
