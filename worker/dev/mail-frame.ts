import type { Context } from "hono";
import { html } from "hono/html";
import type { Mail } from "../ports.ts";

/** Links open in a new tab, outside the sandbox. */
const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

// A mail loads nothing and runs nothing.
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`;

/** Responds with the HTML of a mail, for a frame or a tab of its own. */
export const showMail = (c: Context, mail: Pick<Mail, "html">) =>
  c.html(mail.html.replace("<head>", '<head><base target="_blank">'), 200, { "Content-Security-Policy": POLICY });

/** The policy of the page needs `frame-src 'self'`. */
export const mailFrame = (src: string, title: string, width = 600) =>
  html`<p><a href="${src}">${title}</a></p>
    <iframe src="${src}" title="${title}" width="${width}" height="640" loading="lazy" sandbox="${SANDBOX}"></iframe>`;
