import { html } from "hono/html";
import { ACCOUNT_MESSAGES, CODE_MINUTES, RESET_LINK_HOURS, VERIFY_LINK_HOURS } from "#schema/accounts.ts";
import type { SiteConfig } from "#schema/pages.ts";
import { loginPath, newPasswordPath, requestResetPath, verifyEmailPath } from "#schema/paths.ts";
import { AppError } from "../../errors.ts";
import type { Mail, Ports } from "../../ports.ts";

// Nothing that somebody typed stands in a mail: whoever signs up with a stranger's address must not write to them.

type SignUpFacts = { email: string; isVerified: boolean; token: string };
type Letter = { subject: string; before: string[]; code?: string; link?: string; after: string[] };

const verifyMail = (site: SiteConfig, to: string, token: string) =>
  compose(site, to, {
    subject: `Verify your email address for ${site.name}`,
    before: [`Please open this link to verify your email address for ${site.name}:`],
    link: site.origin + verifyEmailPath(token),
    after: [`It works once and for ${VERIFY_LINK_HOURS} hours.`, "If you did not sign up, you need not do anything."],
  });

/** What a sign-up is answered with, and the log-in after it: the link, or that the address has an account. */
export const signUpMail = (site: SiteConfig, { email, isVerified, token }: SignUpFacts) =>
  isVerified ? knownAddressMail(site, email) : verifyMail(site, email, token);

const knownAddressMail = (site: SiteConfig, to: string) =>
  compose(site, to, {
    subject: `You already have an account at ${site.name}`,
    before: [
      `Someone tried to sign up at ${site.name} with your email address, but you already have an account.`,
      "If it was you, just log in:",
    ],
    link: site.origin + loginPath,
    after: [
      `If you forgot your password, set a new one: ${site.origin}${requestResetPath}`,
      "If it was not you, you need not do anything.",
    ],
  });

export const codeMail = (site: SiteConfig, to: string, code: string) =>
  compose(site, to, {
    subject: `Your code for ${site.name}`,
    before: ["Enter this code to log in:"],
    code,
    after: [
      `It works once and for ${CODE_MINUTES} minutes, in the browser in which you typed your password.`,
      "If you did not try to log in, somebody knows your password. Please set a new one:",
      site.origin + requestResetPath,
    ],
  });

export const deleteCodeMail = (site: SiteConfig, to: string, code: string) =>
  compose(site, to, {
    subject: `Your code to delete your account at ${site.name}`,
    before: ["Enter this code to delete your account with everything in it:"],
    code,
    after: [`It works once and for ${CODE_MINUTES} minutes.`, "If you do not want that, you need not do anything."],
  });

export const resetMail = (site: SiteConfig, to: string, token: string) =>
  compose(site, to, {
    subject: `Set a new password for ${site.name}`,
    before: ["Open this link to set a new password:"],
    link: site.origin + newPasswordPath(token),
    after: [
      `It works once and for ${RESET_LINK_HOURS === 1 ? "one hour" : `${RESET_LINK_HOURS} hours`}.`,
      "If you did not ask for it, you need not do anything: your password stays as it is.",
    ],
  });

export const passwordChangedMail = (site: SiteConfig, to: string) =>
  compose(site, to, {
    subject: `Your password for ${site.name} was changed`,
    before: [`The password of your account at ${site.name} was changed, and other devices were logged out.`],
    after: ["If it was not you, please set a new password at once:", site.origin + requestResetPath],
  });

export const googleAddedMail = (site: SiteConfig, to: string) =>
  compose(site, to, {
    subject: `Google sign-in was added to your account at ${site.name}`,
    before: [
      `Your account at ${site.name} was opened with Google, and can be from now on. Your password stays good, too.`,
    ],
    after: [
      "It takes a Google account with your email address. If it was not you, please reply to this email, and set a new password:",
      site.origin + requestResetPath,
    ],
  });

/** @throws AppError 502 where the mail could not be handed over. */
export async function sendMail(ports: Ports, mail: Mail): Promise<void> {
  try {
    await ports.sendMail(mail);
  } catch (error) {
    console.error(error);
    throw new AppError("provider_failed", ACCOUNT_MESSAGES.mailFailed);
  }
}

export function compose(site: SiteConfig, to: string, { subject, before, code, link, after }: Letter): Mail {
  const end = `${site.name}, ${site.origin}`;
  const text = [...before, ...(code ? [code] : []), ...(link ? [link] : []), ...after, "-- ", end].join("\n\n");
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        ${before.map((line) => html`<p>${withLinks(line)}</p>`)}
        ${code ? html`<p style="font-size: 2em; letter-spacing: 0.2em"><strong>${code}</strong></p>` : ""}
        ${link ? html`<p><a href="${link}">${link}</a></p>` : ""}
        ${after.map((line) => html`<p>${withLinks(line)}</p>`)}
        <hr />
        <p>${site.name}, <a href="${site.origin}">${site.origin}</a></p>
      </body>
    </html>`;
  return { to, subject, text, html: String(body) };
}

const withLinks = (line: string) =>
  line.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
