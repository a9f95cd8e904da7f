import { html } from "hono/html";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { DirectoryConfig } from "#schema/pages.ts";
import { AppError } from "./errors.ts";
import { logError } from "./log.ts";
import type { Mail, Ports } from "./ports.ts";

type MailContent = { subject: string; before: string[]; code?: string; link?: string; after: string[] };

/** @throws AppError 502 with `refusal` if the mail service does not accept the mail. */
export async function sendMail(ports: Ports, mail: Mail, refusal: string = ACCOUNT_MESSAGES.mailFailed): Promise<void> {
  try {
    await ports.sendMail(mail);
  } catch (error) {
    logError(error);
    throw new AppError("provider_failed", refusal);
  }
}

export function composeMail(
  site: DirectoryConfig,
  to: string,
  { subject, before, code, link, after }: MailContent,
): Mail {
  const end = `${site.name}, ${site.origin}`;
  const text = [...before, ...(code ? [code] : []), ...(link ? [link] : []), ...after, "-- ", end].join("\n\n");
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        ${before.map((line) => html`<p>${linkUrls(line)}</p>`)}
        ${code ? html`<p style="font-size: 2em; letter-spacing: 0.2em"><strong>${code}</strong></p>` : ""}
        ${link ? html`<p><a href="${link}">${link}</a></p>` : ""} ${after.map((line) => html`<p>${linkUrls(line)}</p>`)}
        <hr />
        <p>${site.name}, <a href="${site.origin}">${site.origin}</a></p>
      </body>
    </html>`;
  return { to, subject, text, html: String(body) };
}

const linkUrls = (line: string) =>
  line.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
