import type { Context } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { isGuessable } from "./guessable.ts";
import { isPattern } from "./patterns.ts";

/**
 * Checks a new password against the rules that the form's schema does not contain: the word lists are too long for a
 * page.
 * @throws AppError 400 if the password is the user's email address, common, a pattern or guessable.
 */
export function requireStrongPassword(c: Context<AppEnv>, password: string, email: string): void {
  const typed = password.toLowerCase();
  const [name] = email.split("@");
  if (typed === email || typed === name) refuse(ACCOUNT_MESSAGES.passwordIsEmail);
  if (COMMON_PASSWORDS.has(typed) || isPattern(password)) refuse(ACCOUNT_MESSAGES.passwordCommon);
  const { name: siteName, origin } = c.var.config;
  if (isGuessable(password, [siteName, new URL(origin).hostname, email])) refuse(ACCOUNT_MESSAGES.passwordGuessable);
}

function refuse(message: string): never {
  throw new AppError("bad_input", message, { fields: { password1: message } });
}
