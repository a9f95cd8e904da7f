import type { Context } from "hono";
import { VERIFY_LINK_VALID_HOURS } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { readCookie, writeCookie } from "../../../http/cookies.ts";
import { randomToken, sha256 } from "../../../http/signing.ts";

// Ties the mailed link to the browser in which the password was chosen. A stranger who signs up with the address of another
// would else only have to wait until the owner of the address opens it.

const SIGN_UP_COOKIE = "signup";

/** Names this browser for links that it has mailed. */
export function markSignUpBrowser(c: Context<AppEnv>): string {
  const token = readCookie(c, SIGN_UP_COOKIE) || randomToken();
  writeCookie(c, SIGN_UP_COOKIE, token, VERIFY_LINK_VALID_HOURS * 3600);
  return sha256(token);
}

export function signUpBrowser(c: Context<AppEnv>): string | undefined {
  const token = readCookie(c, SIGN_UP_COOKIE);
  return token && sha256(token);
}
