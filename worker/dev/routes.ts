import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { html } from "hono/html";
import { listLocalMail, type ReceivedMail } from "./local-mail.ts";
import { page } from "./page.ts";
import type { AppEnv } from "../env.ts";
import { runSchedule } from "../jobs/schedule.ts";

export const localRoutes = new Hono<AppEnv>({ strict: false })
  .post("/cron", async (c) => {
    await runSchedule(c.env, c.var.ports);
    return c.json({ message: "The schedule has run." });
  })
  .get("/mail", async (c) => {
    const mails = await listLocalMail(c.env, c.req.query("to"));
    const type = accepts(c, { header: "Accept", supports: ["text/html", "application/json"], default: "text/html" });
    return type === "application/json" ? c.json({ results: mails }) : c.html(inbox(mails));
  });

const inbox = (mails: ReceivedMail[]) =>
  page("Local inbox", html` ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(letter)} `);

const letter = ({ to, from, subject, text, sent_at }: ReceivedMail) =>
  html` <article>
      <h2>${subject}</h2>
      <p>To ${to}, from ${from}, <time datetime="${sent_at}">${sent_at}</time></p>
      <pre>
${text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))}</pre>
    </article>
    <hr />`;
