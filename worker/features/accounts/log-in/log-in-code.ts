import type { Context } from "hono";
import { CODE_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { writeCookie } from "../../../http/cookies.ts";
import { type Counted, countTry } from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { LIMITS } from "../../../limits.ts";
import { insertCode, newCode, replaceCode, type WaitingIdentity } from "../challenges.ts";
import { sendCounted } from "../counted-mail.ts";
import { codeMail, googleCodeMail } from "../mails.ts";
import { accountHere } from "../passwords/password-tries.ts";

/** Ties a code to the browser in which the password was typed, or the Google account chosen. */
export const CODE_COOKIE = "login";
/** What its code may be for. */
export const LOG_IN_PURPOSES: ("login" | "google")[] = ["login", "google"];

const MAILS = { login: codeMail, google: googleCodeMail };

type Addressee = { email: string; resetAt: number | null };
type Purpose = keyof typeof MAILS;

/** A new code for this browser; every earlier one of its kind is void. `findId` is asked once the mail was sent. */
export async function sendCode(
  c: Context<AppEnv>,
  { findId, identity, ...to }: Addressee & { findId: () => Promise<number>; identity?: WaitingIdentity },
): Promise<void> {
  const purpose: Purpose = identity ? "google" : "login";
  const code = await mailCode(c, purpose, to);
  const token = randomToken();
  const made = { purpose, userId: await findId(), token, code, key: c.env.SECRET_KEY, now: c.var.ports.now() };
  await insertCode(c.var.db, identity ? { ...made, identity } : made);
  writeCookie(c, CODE_COOKIE, token, CODE_MINUTES * 60);
}

/** Under the token that the browser has already: if this answer is lost, it can still enter the code. */
export async function sendCodeAgain(c: Context<AppEnv>, to: Addressee & { purpose: Purpose; token: string }) {
  const code = await mailCode(c, to.purpose, to);
  await replaceCode(c.var.db, { token: to.token, code, key: c.env.SECRET_KEY, now: c.var.ports.now() });
  writeCookie(c, CODE_COOKIE, to.token, CODE_MINUTES * 60);
}

async function mailCode(c: Context<AppEnv>, purpose: Purpose, to: Addressee): Promise<string> {
  const counted: Counted = [LIMITS.codesOfAccountHere, accountHere(c, to.email, to)];
  await countTry(c, counted);
  const code = newCode();
  await sendCounted(c, MAILS[purpose](c.var.config, to.email, code), counted);
  return code;
}
