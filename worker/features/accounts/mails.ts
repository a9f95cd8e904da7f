import { CODE_VALID_MINUTES, RESET_LINK_VALID_HOURS, VERIFY_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { loginPath, newPasswordPath, requestResetPath, verifyEmailPath, withQuery } from "#schema/pages/paths.ts";
import { encodeReturnPath } from "#schema/pages/return-path.ts";
import { composeMail } from "../../mail/compose.ts";

// These mails never contain text that a user typed. Otherwise anyone could send texts to strangers by signing up with
// their email addresses.

type SignedUp = {
  email: string;
  isVerified: boolean;
  token: string;
  /** The path to return to after the next sign-in. */
  next: string | undefined;
};

const withReturnPath = (path: string, next: string | undefined) => withQuery(path, { next: encodeReturnPath(next) });

const ofAccount = ({ name }: DirectoryConfig) => `You get this email because you have an account at ${name}.`;
const ofSignUp = ({ name }: DirectoryConfig) =>
  `You get this email because someone entered your email address to sign up at ${name}.`;
const ofSignIn = ({ name }: DirectoryConfig) =>
  `You get this email because someone is signing in to your account at ${name}.`;

const verifyMail = (site: DirectoryConfig, { email, token, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `Verify your email address for ${site.name}`,
    parts: [
      "Open this link to verify your email address:",
      { button: "Verify email address", link: site.origin + withReturnPath(verifyEmailPath(token), next) },
      `The link works once, within ${VERIFY_LINK_VALID_HOURS} hours.`,
      "If you open it in a different browser than the one you signed up with, it asks for your password.",
      "If you did not sign up, you can ignore this email.",
    ],
    why: ofSignUp(site),
  });

export const signUpMail = (site: DirectoryConfig, to: SignedUp) =>
  to.isVerified ? knownAddressMail(site, to) : verifyMail(site, to);

export const newLinkMail = (site: DirectoryConfig, to: SignedUp) =>
  to.isVerified ? verifiedAlreadyMail(site, to) : verifyMail(site, to);

const verifiedAlreadyMail = (site: DirectoryConfig, { email, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `Your email address is already verified at ${site.name}`,
    parts: [
      "You can sign in now:",
      { button: "Sign in", link: site.origin + withReturnPath(loginPath, next) },
      "If you did not ask for a new link, you can ignore this email.",
    ],
    why: ofAccount(site),
  });

const knownAddressMail = (site: DirectoryConfig, { email, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `You already have an account at ${site.name}`,
    parts: [
      "Sign in instead of signing up. You already have an account with this email address:",
      { button: "Sign in", link: site.origin + withReturnPath(loginPath, next) },
      `If you forgot your password, set a new one: ${site.origin}${requestResetPath}`,
      "If you did not try to sign up, someone else entered your email address. You can ignore this email.",
    ],
    why: ofSignUp(site),
  });

export const logInCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your sign-in code for ${site.name}`,
    parts: [
      "Enter this code to sign in:",
      { code },
      `The code works once, within ${CODE_VALID_MINUTES} minutes, and only in the browser in which you entered your password.`,
      `If you did not try to sign in, someone else knows your password. Set a new one now: ${site.origin}${requestResetPath}`,
    ],
    why: ofSignIn(site),
  });

export const googleCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your sign-in code for ${site.name}`,
    parts: [
      "Enter this code to sign in with Google:",
      { code },
      `The code works once, within ${CODE_VALID_MINUTES} minutes, and only in the browser in which you chose your Google account.`,
      "If you did not try to sign in, someone else used a Google account with your email address. They cannot sign in without this code.",
    ],
    why: `You get this email because someone is signing in to ${site.name} with your email address.`,
  });

export const tooManyPasswordsMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Many wrong passwords for your account at ${site.name}`,
    parts: [
      "If you forgot your password, set a new one. Someone entered many wrong passwords for your account:",
      { button: "Set a new password", link: site.origin + requestResetPath },
      "If it was not you, you do not need to do anything. A password alone is not enough to sign in: we also ask for a code that we email to you.",
      "If you want to sign in from a new browser, you may have to wait for up to an hour. A new password ends the wait.",
    ],
    why: ofAccount(site),
  });

export const tooManyCodesMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Many wrong codes for your account at ${site.name}`,
    parts: [
      "Someone entered many wrong codes for your account. If it was not you, set a new password now:",
      { button: "Set a new password", link: site.origin + requestResetPath },
      "Nobody can use your account without the right code, which we email only to you.",
      "If it was you, you may have to wait for up to an hour to sign in from a new browser.",
    ],
    why: ofAccount(site),
  });

export const deleteCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your code to delete your account at ${site.name}`,
    parts: [
      "Enter this code to delete your account and everything in it:",
      { code },
      `The code works once, within ${CODE_VALID_MINUTES} minutes, and only in the browser in which you asked for it.`,
      `If you did not ask for it, someone else is signed in to your account. Set a new password now, which logs them out: ${site.origin}${requestResetPath}`,
    ],
    why: ofAccount(site),
  });

/** `byStaff`: not by its owner. `hasPaid`: it had subscriptions or saved cards. */
type Deleted = { email: string; byStaff: boolean; hasPassword: boolean; hasPaid: boolean };

export const deletedMail = (site: DirectoryConfig, { email, byStaff, hasPassword, hasPaid }: Deleted) => ({
  ...composeMail(site, email, {
    subject: `Your account at ${site.name} is deleted`,
    parts: [
      byStaff
        ? `The staff of ${site.name} have deleted your account. If you think this is a mistake, reply to this email.`
        : "You do not need to do anything if you wanted this.",
      `We have deleted your account with its listings, images and likes${hasPaid ? ", ended its subscriptions, and deleted your saved cards. You will not be charged again" : ""}.`,
      `${hasPaid ? "Invoices, payments and refunds stay for as long as tax law demands. " : ""}Copies of the database from before are gone after 30 days.`,
      ...(byStaff
        ? []
        : [
            `If you did not want this, reply to this email now.${hasPassword ? " Someone else may know your password, so change it wherever you use the same one." : ""}`,
          ]),
    ],
    why: `You get this email because you had an account at ${site.name}.`,
  }),
  replyTo: site.supportEmail,
});

export const resetMail = (site: DirectoryConfig, to: string, token: string) =>
  composeMail(site, to, {
    subject: `Set a new password for ${site.name}`,
    parts: [
      "Open this link to set a new password:",
      { button: "Set a new password", link: site.origin + newPasswordPath(token) },
      `The link works once, within ${RESET_LINK_VALID_HOURS === 1 ? "one hour" : `${RESET_LINK_VALID_HOURS} hours`}.`,
      "If you did not ask for it, you can ignore this email. Your password stays as it is.",
    ],
    why: `You get this email because someone asked for a new password for your account at ${site.name}.`,
  });

export const passwordChangedMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Your password for ${site.name} was changed`,
    parts: [
      "If you changed it, you do not need to do anything. Your other devices are signed out.",
      "If it was not you, set a new password now:",
      { button: "Set a new password", link: site.origin + requestResetPath },
    ],
    why: ofAccount(site),
  });

export const googleLinkedMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Google sign-in was added to your account at ${site.name}`,
    parts: [
      "You can now sign in with Google as well as with your password.",
      "A Google account with your email address was used to sign in to your account.",
      "If it was not you, reply to this email and set a new password:",
      { button: "Set a new password", link: site.origin + requestResetPath },
    ],
    why: ofAccount(site),
  });
