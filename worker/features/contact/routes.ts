import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { CONTACT_SENT, contactForm } from "#schema/pages/contact.ts";
import type { AppEnv } from "../../env.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { clientIp, countAttempt, floodLimit } from "../../http/rate-limit.ts";
import { LIMITS } from "../../http/limits.ts";
import { logError } from "../../log.ts";
import { mailsOfToday } from "../outbox/mail-gate.ts";
import { sendNotice } from "../outbox/send.ts";
import { contactMail } from "./mails.ts";
import { insertMessage } from "./queries.ts";

export const contactRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(contactForm), async (c) => {
    const form = c.req.valid("json");
    const answer: Answers["POST contact/"] = { success: CONTACT_SENT };
    // Honeypot: only bots fill in this field. They get the usual response, and nothing is stored.
    if (form.website) return c.json(answer);

    const { config, db, ports } = c.var;
    await countAttempt(c, [LIMITS.contactMessagesOfClient, clientIp(c)], ...mailsOfToday(c, clientIp(c)));
    await insertMessage(db, { ...form, now: ports.now() });
    c.executionCtx.waitUntil(sendNotice(c.var, contactMail(config, form)).catch(logError));
    return c.json(answer);
  });
