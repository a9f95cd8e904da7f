import { Hono } from "hono";
import { CONTACT_SENT, type ContactResponse, contactForm } from "#schema/contact.ts";
import type { AppEnv } from "../../env.ts";
import { body, smallBody } from "../../http/body.ts";
import { clientAddress, countTry, shield } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { logError } from "../../log.ts";
import { contactMail } from "./mails.ts";
import { insertMessage } from "./queries.ts";

export const contactRoutes = new Hono<AppEnv>({ strict: false })
  .use(shield, smallBody)

  .post("/", body(contactForm), async (c) => {
    const form = c.req.valid("json");
    const answer: ContactResponse = { success: CONTACT_SENT };
    // A program learns nothing from the answer.
    if (form.website) return c.json(answer);

    const { config, db, ports } = c.var;
    await countTry(c, [LIMITS.contactMessagesOfClient, clientAddress(c)]);
    await insertMessage(db, { ...form, now: ports.now() });
    // Stored, it has arrived: whether it is mailed as well changes nothing for its sender.
    c.executionCtx.waitUntil(ports.sendMail(contactMail(config, form)).catch(logError));
    return c.json(answer);
  });
