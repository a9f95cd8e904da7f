import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { AppError } from "../../errors.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/**
 * What the form's rules cannot know of a new password, because the list is too long for a page.
 * @throws AppError 400 where it is a common one, or the address of its owner.
 */
export function requireUncommon(password: string, email: string): void {
  const typed = password.toLowerCase();
  const [name] = email.split("@");
  if (typed === email || typed === name) refuse(ACCOUNT_MESSAGES.passwordIsEmail);
  if (COMMON_PASSWORDS.has(typed) || new Set(typed).size === 1) refuse(ACCOUNT_MESSAGES.passwordCommon);
}

function refuse(message: string): never {
  throw new AppError("bad_input", message, { password1: message });
}
