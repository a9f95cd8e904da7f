import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { html } from "hono/html";
import { findLocalMail, listLocalMail, type ReceivedMail } from "./local-mail.ts";
import { clearInternet, internetForm, setInternet } from "./internet.ts";
import { waitForMails } from "./mail-under-way.ts";
import { page } from "./page.ts";
import type { AppEnv } from "../env.ts";
import { jsonBody } from "../http/body.ts";
import { runSchedule } from "../jobs/schedule.ts";

export const localRoutes = new Hono<AppEnv>({ strict: false })
  .post("/cron", async (c) => {
    await runSchedule(c.env, c.var.ports);
    return c.json({ message: "The schedule has run." });
  })
  .post("/internet", jsonBody(internetForm), (c) => {
    setInternet(c.req.valid("json"));
    return c.json({ message: "The local internet answers so from now on." });
  })
  .delete("/internet", (c) => {
    clearInternet();
    return c.json({ message: "The local internet is empty." });
  })
  .get("/mail", async (c) => {
    await waitForMails();
    const mails = await listLocalMail(c.env, c.req.query("to"));
    const type = accepts(c, { header: "Accept", supports: ["text/html", "application/json"], default: "text/html" });
    return type === "application/json"
      ? c.json({ results: mails })
      : c.html(inbox(mails), 200, { "Content-Security-Policy": INBOX_POLICY });
  })
  .get("/mail/:id", async (c) => {
    const mail = await findLocalMail(c.env, c.req.param("id"));
    // Links open in a new tab, outside the sandbox.
    const shown = mail?.html.replace("<head>", '<head><base target="_blank">');
    return shown ? c.html(shown, 200, { "Content-Security-Policy": MAIL_POLICY }) : c.notFound();
  });

const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

// A mail loads nothing and runs nothing.
const MAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`;

const INBOX_POLICY =
  "default-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const inbox = (mails: ReceivedMail[]) =>
  page("Local inbox", html` ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(letter)} `);

const letter = ({ id, to, from, subject, text, sent_at }: ReceivedMail) => {
  const src = `/dev/mail/${id}`;
  const title = `HTML of “${subject}”`;
  return html` <article>
      <h2>${subject}</h2>
      <p>To ${to}, from ${from}, <time datetime="${sent_at}">${sent_at}</time></p>
      <pre>
${text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))}</pre>
      <p><a href="${src}">${title}</a></p>
      <iframe src="${src}" title="${title}" width="600" height="640" loading="lazy" sandbox="${SANDBOX}"></iframe>
    </article>
    <hr />`;
};
