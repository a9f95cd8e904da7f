import type { Context } from "hono";
import { VERIFY_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import { randomToken, sha256 } from "../../../http/signing.ts";

// This cookie binds a mailed link to the browser in which the password was chosen. Otherwise a stranger could sign up
// with another user's email address, and would get the account when its owner opens the link.

const SIGN_UP_COOKIE = "signup";

/** Sets the cookie, or renews it, and returns its SHA-256. */
export function setSignUpCookie(c: Context<AppEnv>): string {
  const token = readCookie(c, SIGN_UP_COOKIE) || randomToken();
  writeCookie(c, SIGN_UP_COOKIE, token, VERIFY_LINK_VALID_HOURS * 3600);
  return sha256(token);
}

export function hashOfSignUpCookie(c: Context<AppEnv>): string | undefined {
  const token = readCookie(c, SIGN_UP_COOKIE);
  return token && sha256(token);
}
