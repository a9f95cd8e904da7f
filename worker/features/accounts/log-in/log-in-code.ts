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
import { accountAndClient } from "../passwords/password-attempts.ts";

/** Ties a code to the browser in which the password was typed, or the Google account chosen. */
export const CODE_COOKIE = "login";
/** What its code may be for. */
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

const MAILS = { login: logInCodeMail, google: googleCodeMail };

type Addressee = { email: string; resetAt: number | null };
type Purpose = keyof typeof MAILS;

/** A new code for this browser; every earlier one of its kind is void. `findId` is asked once the mail was sent. */
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
 * Another code under the token that the browser has already: if this answer is lost, it can still enter the code. False
 * if its code is void.
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
  const counted: SubjectLimit = [LIMITS.codesOfAccountAndClient, accountAndClient(c, to.email, to)];
  await countAttempt(c, counted);
  const code = newCode();
  await sendRateLimitedMail(c, MAILS[purpose](c.var.config, to.email, code), counted);
  return code;
}
