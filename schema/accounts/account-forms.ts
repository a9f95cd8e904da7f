import * as z from "zod/mini";
import {
  ACCOUNT_MESSAGES,
  CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MAX_PERSON_NAME_LENGTH,
} from "./accounts.ts";
import { toPlainDigits } from "../values/digits.ts";
import { email } from "../values/email.ts";
import { removeInvisible } from "../values/invisible-characters.ts";
import { parseReturnPath } from "../pages/return-path.ts";

const required = (message: string) => z.string(message).check(z.minLength(1, message));

const personName = (what: string) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${what} is required`),
      z.maxLength(MAX_PERSON_NAME_LENGTH, `${what} must be at most ${MAX_PERSON_NAME_LENGTH} characters long.`),
    );

/** The Worker also refuses common passwords, guessable ones and the user's own email address. */
const newPassword = required("Password is required").check(
  z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`),
  z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`),
);

/** An existing password. The Worker does not hash one that is longer than any user can choose. */
const password = (missing: string) =>
  required(missing).check(
    z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`),
  );

const code = z.string("Code is required").check(
  z.overwrite((typed) => removeInvisible(toPlainDigits(typed)).replaceAll(/\s/g, "")),
  z.minLength(1, "Code is required"),
  z.regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), `Please enter the ${CODE_LENGTH}-digit code.`),
);

const passwords = { password1: newPassword, password2: required("Please repeat the password.") };

/**
 * Requires equal passwords, even if other fields are invalid, so that the user sees all errors at once. Rules of other
 * fields must not use `abort: true`, because zod then skips this rule.
 */
const requireSame = (error: string) =>
  z.refine<{ password1: string; password2: string }>((form) => form.password1 === form.password2, {
    error,
    path: ["password2"],
    when: ({ value }) => hasText(value, "password1") && hasText(value, "password2"),
  });

function hasText(value: unknown, key: string): boolean {
  const text = (value as Record<string, unknown> | null)?.[key];
  return typeof text === "string" && text !== "";
}

/** The path to open after the sign-in. An invalid one is dropped and is no error. */
const next = z.optional(z.pipe(z.unknown(), z.transform(parseReturnPath)));

/** POST /api/signup/ */
export const signUpForm = z
  .object({ email, next, first_name: personName("First name"), last_name: personName("Last name"), ...passwords })
  .check(requireSame("Passwords do not match"));

/** POST /api/login/ */
export const logInForm = z.object({ email, next, password: password("Password is required") });

/** POST /api/signup/resend/ */
export const resendLinkForm = z.object({ email, next });

/** POST /api/signup/verify/{token}/, in another browser than the one that signed up. */
export const signUpPasswordForm = z.object({ password: password("Password is required") });

/** POST /api/login/verify/. A sign-in with Google has no `email`. */
export const codeForm = z.object({ email: z.optional(email), code });

/** POST /api/password/reset/ */
export const requestResetForm = z.object({ email });

/** POST /api/password/reset/confirm/{token}/ */
export const newPasswordForm = z.object(passwords).check(requireSame("Passwords do not match"));

/** POST /api/change-password/ */
export const changePasswordForm = z
  .object({ old_password: password("Current password is required"), ...passwords })
  .check(requireSame("New passwords don't match."));

/** PUT /api/user/ */
export const nameForm = z.object({ first_name: personName("First name"), last_name: personName("Last name") });

/** POST /api/auth/google-login/. `token` is Google's credential (an ID token). */
export const googleForm = z.object({ token: required(ACCOUNT_MESSAGES.googleMissing) });

export const deleteByPasswordForm = z.object({ password: password("Password is required") });
export const deleteByCodeForm = z.object({ code });

/** DELETE /api/user/ */
export const deleteAccountForm = z.union(
  [deleteByPasswordForm, deleteByCodeForm],
  "Please enter your password or the code from your email.",
);

export type SignUpForm = z.output<typeof signUpForm>;
