export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_PERSON_NAME_LENGTH = 100;
export const CODE_LENGTH = 6;
/** After this many attempts the code is invalid. */
export const MAX_CODE_ATTEMPTS = 5;
export const CODE_VALID_MINUTES = 10;
export const RESEND_CODE_SECONDS = 60;
export const VERIFY_LINK_VALID_HOURS = 24;
export const RESET_LINK_VALID_HOURS = 1;
/** Lifetime of the cookie that marks a browser as one that has signed in before. */
export const KNOWN_DEVICE_DAYS = 365;
/** Cron deletes accounts whose email address was not verified within this time. */
export const UNVERIFIED_ACCOUNT_DAYS = 30;
export const SESSION_IDLE_DAYS = 30;
/** Use does not extend it. */
export const MAX_SESSION_DAYS = 90;
export const STAFF_SESSION_IDLE_HOURS = 12;

/** The signed-in user. */
export type User = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  is_staff: boolean;
  is_superuser: boolean;
};

/** A list has the last used session first. Times are ISO 8601 in UTC. */
export type OpenSession = {
  id: number;
  /** For example "Firefox on Windows", or "Unknown device". */
  device: string;
  created_at: string;
  /** Up to one hour too old; for staff, up to five minutes. */
  last_used_at: string;
  is_current: boolean;
};

// Rules of endpoints. `calls.ts` says what they answer.
// - POST /api/signup/resend/ does not tell whether the account exists.
// - GET /api/signup/verify/{token}/ verifies the email address. In another browser than the one that signed up, it
//   responds with 403, and the browser must send POST with `{"password"}`.
// - GET /api/password/reset/confirm/{token}/ checks the link and does not use it up.
// - POST /api/auth/google-login/ signs the user in, or mails a code for POST /api/login/verify/. Staff always need a
//   code. Other users need one once if Google is not authoritative for their email address.
// - POST /api/logout/everywhere/ keeps the session of the request.
// - GET /api/user/export/ returns a JSON file.
// - POST /api/user/delete-code/ mails a code for DELETE /api/user/, for users without a password.

/** Answer of both calls at /api/signup/verify/{token}/. The sign-in begins with the address. */
export type Verified = { message: string; email: string };

/**
 * Answer of POST /api/auth/google-login/. The page keeps `token` in local storage, as the specification asks. It is
 * random and gives no access.
 */
export type GoogleLogin = { message: string; token: string; user: User };

/** The answer if a code was mailed. */
export type GoogleCodeSent = { message: string; user?: undefined };

/** `result` in `/google-login/?result=…&next=…`, the page after Google's redirect. */
export type GoogleResult = "success" | "failed";

export const ACCOUNT_MESSAGES = {
  signedUp: "Almost done. Open the link that we emailed you to verify your email address.",
  verified: "Your email address is verified. You can sign in now.",
  verifyLinkInvalid:
    "This link is no longer valid. If you used it before, just sign in. Otherwise, ask for a new link.",
  newLinkSent: "If there is an account with this email address, we emailed you a link.",
  verifyNeedsPassword: "Please enter the password that you chose when you signed up.",
  signUpPasswordWrong: "This is not the password that you chose when you signed up. Please try again.",
  badCredentials: "Invalid email or password.",
  notVerified: "Please verify your email address first. We sent you a new link.",
  suspended: "This account is suspended. If you think this is a mistake, please use the contact form.",
  codeSent: "We sent a 6-digit code to your email address.",
  googleCodeSent: "We sent a 6-digit code to the email address of your Google account.",
  codeWrong: "This code is incorrect. Please check it and try again.",
  codesUnavailable: "We cannot send or check codes right now. Please try again in a minute.",
  codeExpired: "This code is no longer valid. Please sign in again.",
  loggedIn: "You are signed in.",
  loggedOut: "You are signed out.",
  loggedOutEverywhere: "You are signed out everywhere else.",
  sessionEnded: "That device is already signed out.",
  signIn: "Please sign in.",
  staffOnly: "Only staff can do this.",
  resetSent: "If there is an account with this email address, we emailed you a link to choose a new password.",
  resetLinkInvalid: "This link is no longer valid. Please ask for a new one.",
  resetLinkValid: "Choose a new password.",
  passwordChanged: "Your password was changed.",
  oldPasswordWrong: "Your current password is incorrect.",
  noPassword: "This account has no password yet. Sign out and choose Forgot Password to set one.",
  passwordCommon: "This password is too common. Please choose another one.",
  passwordGuessable:
    "This password is easy to guess: it is a common word, or made from your email address or the name of this website. Please choose another one.",
  passwordIsEmail: "Your password must not be your email address.",
  deleteCodeSent: "We sent a code to your email address. Enter it to delete your account.",
  deleteCodeExpired: "This code is no longer valid. Please ask for a new one.",
  passwordWrong: "This password is incorrect.",
  deleted: "Your account is deleted.",
  deleteConflict:
    "The account was not deleted, because one of its sites changed or a payment started at the same time. Please try again in a minute.",
  lastSuperuser: "At least one superuser must remain. Make another user a superuser first.",
  mailFailed: "We could not send the email. Please try again in a few minutes.",
  tooMany: "Too many attempts. Please try again later.",
  googleFailed: "Login failed. Please try again.",
  googleMissing: "No credential received from Google",
  googleNotSetUp: "Google login is not set up.",
} as const;
