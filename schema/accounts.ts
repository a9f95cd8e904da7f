export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_PERSON_NAME_LENGTH = 100;
export const CODE_LENGTH = 6;
/** Wrong codes that one log-in bears. */
export const MAX_CODE_ATTEMPTS = 5;
export const CODE_VALID_MINUTES = 10;
/** Before a page offers to send the code again. */
export const RESEND_CODE_SECONDS = 60;
export const VERIFY_LINK_VALID_HOURS = 24;
export const RESET_LINK_VALID_HOURS = 1;
/** For which a browser stays known that has logged in. */
export const KNOWN_DEVICE_DAYS = 365;
/** After which an account goes whose address nobody verified. */
export const UNVERIFIED_ACCOUNT_DAYS = 30;
/** After which a session ends that is not used. */
export const SESSION_IDLE_DAYS = 30;
/** After which it ends at the latest. */
export const MAX_SESSION_DAYS = 90;
/** After which one of staff ends that is not used. */
export const STAFF_SESSION_IDLE_HOURS = 12;

/** Whoever is signed in: `{"user"}` of GET /api/user/, GET /api/check_auth/, POST /api/login/verify/. */
export type User = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  is_staff: boolean;
  is_superuser: boolean;
};

/** One of GET /api/sessions/, last used first. Times are ISO 8601 in UTC. */
export type OpenSession = {
  id: number;
  /** "Firefox on Windows"; "Unknown device" where the browser did not say. */
  device: string;
  created_at: string;
  /** Exact to the hour; of staff, to five minutes. */
  last_used_at: string;
  is_current: boolean;
};

// Calls that the contract does not list:
// POST /api/login/resend/ sends a new code to the address whose password this browser gave; `{"message"}`.
// POST /api/signup/resend/ mails a new link to verify the address, with the same answer for everybody; `{"message"}`.
// GET /api/password/reset/confirm/{token}/ says whether the link is still good, without using it up; `{"message"}`.
// GET /api/sessions/ answers Page<OpenSession>. POST /api/logout/everywhere/ ends every other one; `{"message"}`.
// DELETE /api/sessions/{id}/ ends one of a person's own; 204, or 404 if there is none.
// GET /api/user/export/ downloads everything as JSON. DELETE /api/user/ takes `deleteAccountForm`; `{"message"}`.
// POST /api/user/delete-code/ mails the code that DELETE takes from people who have no password; `{"message"}`.
// GET /api/signup/verify/{token}/ answers 403 in another browser than the one that signed up: POST takes `{"password"}` there.
// POST /api/auth/google-login/ answers `{"message"}` alone if a code was mailed that POST /api/login/verify/ takes, then
// without an address: Google does not vouch for the address, or the account is of staff.
// GET /api/auth/google-login/ answers `{"client_id","nonce"}` for Google's button; the credential must carry the nonce.

/** What GET /api/auth/google-login/ answers. */
export type GoogleChallenge = { client_id: string; nonce: string };

/** What POST /api/auth/google-login/ answers. `token` names the log-in in local storage and opens nothing. */
export type GoogleLogin = { message: string; token: string; user: User };

/** What it answers if a mailed code is asked for first. */
export type GoogleCodeSent = { message: string; user?: undefined };

/** How Google's redirect ended, unless a code is asked for: `/google-login/?result=…`. `next` travels along where there was one. */
export type GoogleResult = "success" | "failed";

export const ACCOUNT_MESSAGES = {
  signedUp: "Almost done. We sent you an email with a link to verify your address.",
  verified: "Your email address is verified. You can sign in now.",
  verifyLinkInvalid:
    "This link is no longer valid. If you used it before, just sign in. Otherwise, ask for a new link.",
  newLinkSent: "If there is an account with this address, we sent it an email with a link.",
  verifyNeedsPassword: "Please enter the password that you chose when you signed up.",
  signUpPasswordWrong: "This is not the password that you chose when you signed up. Please try again.",
  badCredentials: "Invalid email or password.",
  notVerified: "Please verify your email address first. We sent you a new link.",
  suspended: "This account is suspended. Please contact support.",
  codeSent: "We sent a 6-digit code to your email address.",
  googleCodeSent: "We sent a 6-digit code to the email address of your Google account.",
  codeWrong: "This code is incorrect. Please check it and try again.",
  codeExpired: "This code is no longer valid. Please sign in again.",
  loggedIn: "You are signed in.",
  loggedOut: "You are logged out.",
  loggedOutEverywhere: "You are logged out everywhere else.",
  sessionEnded: "That device is already logged out.",
  signIn: "Please sign in.",
  staffOnly: "Only staff can do this.",
  resetSent: "If there is an account with this address, we sent an email with a link to set a new password.",
  resetLinkInvalid: "This link is no longer valid. Please ask for a new one.",
  resetLinkValid: "Choose a new password.",
  passwordChanged: "Your password was changed.",
  oldPasswordWrong: "Your old password is incorrect.",
  noPassword: "This account has no password yet. Log out and choose Forgot Password to set one.",
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
