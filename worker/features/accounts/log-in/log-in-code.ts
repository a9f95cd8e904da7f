import type { Context } from "hono";
import { CODE_VALID_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import { randomToken } from "../../../http/signing.ts";
import type { Mail } from "../../../ports.ts";
import { admitMail, sendAdmitted } from "../../outbox/mail-gate.ts";
import { findCodeOwner, insertCode, newCode, replaceCode, type PendingIdentity } from "../codes.ts";
import { logInCodeMail, googleCodeMail } from "../mails.ts";
import { lastReset } from "../passwords/password-attempts.ts";

/** The cookie that binds a code to the browser in which the user entered the password or chose a Google account. */
export const CODE_COOKIE = "login";
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

/**
 * Mails a new code. It is stored after that, so the previous one stays valid if the mail fails.
 * @throws AppError 429 if too many codes were mailed, 502 if the mail could not be sent, 503 if today's mails are used up.
 */
export async function mailCode(c: Context<AppEnv>, to: string, compose: (code: string) => Mail): Promise<string> {
  const admitted = await admitMail(c, { to, kind: "code", clearedAt: lastReset(to) });
  const code = newCode();
  await sendAdmitted(c, admitted, { mail: compose(code), minutes: CODE_VALID_MINUTES });
  return code;
}

/** Mails a code to a user whose password was right, and sets its cookie. @throws the errors of `mailCode` */
export async function sendLogInCode(
  c: Context<AppEnv>,
  { id: userId, email }: { id: number; email: string },
): Promise<void> {
  const code = await mailCode(c, email, (digits) => logInCodeMail(c.var.config, email, digits));
  const token = randomToken();
  await insertCode(c, { purpose: "login", userId, token, code });
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
  const code = await mailCode(c, email, (digits) => googleCodeMail(c.var.config, email, digits));
  const token = randomToken();
  await insertCode(c, { purpose: "google", userId: await findId(), token, code, identity });
  setCodeCookie(c, token);
}

/**
 * Mails another code for the browser's present token, so that the code works even if this response is lost. Returns
 * false if the browser has no usable code.
 * @throws the errors of `mailCode`
 */
export async function sendCodeAgain(c: Context<AppEnv>): Promise<boolean> {
  const token = readCookie(c, CODE_COOKIE) ?? "";
  const owner = await findCodeOwner(c, { purposes: LOG_IN_PURPOSES, token });
  if (!owner) return false;
  const { email, previous } = owner;
  const compose = previous.purpose === "google" ? googleCodeMail : logInCodeMail;
  const code = await mailCode(c, email, (digits) => compose(c.var.config, email, digits));
  await replaceCode(c, { token, code, previous });
  setCodeCookie(c, token);
  return true;
}

const setCodeCookie = (c: Context<AppEnv>, token: string) =>
  writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
