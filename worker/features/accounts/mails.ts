import { CODE_VALID_MINUTES, RESET_LINK_VALID_HOURS, VERIFY_LINK_VALID_HOURS } from "#schema/accounts.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { loginPath, newPasswordPath, requestResetPath, verifyEmailPath, withQuery } from "#schema/paths.ts";
import { encodeReturnPath } from "#schema/return-path.ts";
import { composeMail } from "../../mail.ts";

// Nothing that somebody typed stands in a mail: whoever signs up with a stranger's address must not write to them.

type SignedUp = {
  email: string;
  isVerified: boolean;
  token: string;
  /** Where the person comes back to after the log-in that follows. */
  next: string | undefined;
};

const withPlace = (path: string, next: string | undefined) => withQuery(path, { next: encodeReturnPath(next) });

const verifyMail = (site: DirectoryConfig, { email, token, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `Verify your email address for ${site.name}`,
    before: [`Please open this link to verify your email address for ${site.name}:`],
    link: site.origin + withPlace(verifyEmailPath(token), next),
    after: [
      `It works once and for ${VERIFY_LINK_VALID_HOURS} hours.`,
      "In another browser than the one in which you signed up, it asks for the password that you chose.",
      "If you did not sign up, you need not do anything.",
    ],
  });

/** What a sign-up is answered with, and the log-in after it: the link, or that the address has an account. */
export const signUpMail = (site: DirectoryConfig, to: SignedUp) =>
  to.isVerified ? knownAddressMail(site, to) : verifyMail(site, to);

/** What a wish for a new link is answered with. */
export const newLinkMail = (site: DirectoryConfig, to: SignedUp) =>
  to.isVerified ? verifiedAlreadyMail(site, to) : verifyMail(site, to);

const verifiedAlreadyMail = (site: DirectoryConfig, { email, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `Your email address is verified at ${site.name}`,
    before: [`Your email address is verified at ${site.name} already. Just log in:`],
    link: site.origin + withPlace(loginPath, next),
    after: ["If you did not ask for a new link, you need not do anything."],
  });

const knownAddressMail = (site: DirectoryConfig, { email, next }: SignedUp) =>
  composeMail(site, email, {
    subject: `You already have an account at ${site.name}`,
    before: [
      `Someone tried to sign up at ${site.name} with your email address, but you already have an account.`,
      "If it was you, just log in:",
    ],
    link: site.origin + withPlace(loginPath, next),
    after: [
      `If you forgot your password, set a new one: ${site.origin}${requestResetPath}`,
      "If it was not you, you need not do anything.",
    ],
  });

export const logInCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your code for ${site.name}`,
    before: ["Enter this code to log in:"],
    code,
    after: [
      `It works once and for ${CODE_VALID_MINUTES} minutes, in the browser in which you typed your password.`,
      "If you did not try to log in, somebody knows your password. Please set a new one:",
      site.origin + requestResetPath,
    ],
  });

export const googleCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your code for ${site.name}`,
    before: ["Enter this code to sign in with Google:"],
    code,
    after: [
      `It works once and for ${CODE_VALID_MINUTES} minutes, in the browser in which you chose your Google account.`,
      "If you did not, somebody has a Google account with your email address. They cannot sign in without this code.",
    ],
  });

export const tooManyPasswordsMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Many wrong passwords for your account at ${site.name}`,
    before: [
      `Somebody has typed many wrong passwords for your account at ${site.name}.`,
      "Nobody gets in without the right one and a code that we mail to you. While this goes on, a browser in which you have never logged in may have to wait for up to an hour.",
    ],
    after: [
      "If you forgot your password, or want to log in from a new browser at once, set a new one:",
      site.origin + requestResetPath,
    ],
  });

export const deleteCodeMail = (site: DirectoryConfig, to: string, code: string) =>
  composeMail(site, to, {
    subject: `Your code to delete your account at ${site.name}`,
    before: ["Enter this code to delete your account with everything in it:"],
    code,
    after: [
      `It works once and for ${CODE_VALID_MINUTES} minutes.`,
      "If you do not want that, you need not do anything.",
    ],
  });

export const resetMail = (site: DirectoryConfig, to: string, token: string) =>
  composeMail(site, to, {
    subject: `Set a new password for ${site.name}`,
    before: ["Open this link to set a new password:"],
    link: site.origin + newPasswordPath(token),
    after: [
      `It works once and for ${RESET_LINK_VALID_HOURS === 1 ? "one hour" : `${RESET_LINK_VALID_HOURS} hours`}.`,
      "If you did not ask for it, you need not do anything: your password stays as it is.",
    ],
  });

export const passwordChangedMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Your password for ${site.name} was changed`,
    before: [`The password of your account at ${site.name} was changed, and other devices were logged out.`],
    after: ["If it was not you, please set a new password at once:", site.origin + requestResetPath],
  });

export const googleLinkedMail = (site: DirectoryConfig, to: string) =>
  composeMail(site, to, {
    subject: `Google sign-in was added to your account at ${site.name}`,
    before: [
      `Someone signed in to your account at ${site.name} with a Google account that has your email address.`,
      "From now on you can sign in with Google as well as with your password.",
    ],
    after: ["If it was not you, please reply to this email, and set a new password:", site.origin + requestResetPath],
  });
