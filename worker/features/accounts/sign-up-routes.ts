import { Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { signUpForm } from "#schema/account-forms.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { body, smallBody } from "../../http/body.ts";
import { clientAddress, countTry, shield } from "../../http/rate-limit.ts";
import { randomToken } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { sendMail } from "../../mail.ts";
import { knownAddressMail, verifyMail } from "./mails.ts";
import { requireUncommon } from "./password-rules.ts";
import { hashPassword } from "./password.ts";
import * as accounts from "./queries.ts";

export const signUpRoutes = new Hono<AppEnv>({ strict: false })
  .use(shield, smallBody)

  .post("/", body(signUpForm), async (c) => {
    const { db, ports } = c.var;
    const form = c.req.valid("json");
    requireUncommon(form.password1, form.email);
    await countTry(c, [LIMITS.signUpsOfClient, clientAddress(c)], [LIMITS.verificationMailsOfAccount, form.email]);

    // Whether the address has an account or not: the same work, the same answer, and a mail.
    const site = c.var.config;
    const token = randomToken();
    const passwordHash = await hashPassword(form.password1);
    const user = await accounts.insertUnverified(db, { form, passwordHash, token, now: ports.now() });
    const mail = user ? verifyMail(site, form.email, token) : knownAddressMail(site, form.email);
    try {
      await sendMail(ports, mail);
    } catch (error) {
      if (user) await accounts.removeUnverified(db, user.id);
      throw error;
    }
    return c.json({ message: ACCOUNT_MESSAGES.signedUp }, 201);
  })

  .get("/verify/:token", async (c) => {
    const { db, ports } = c.var;
    const isGood = await accounts.verifyEmail(db, { token: c.req.param("token"), now: ports.now() });
    if (!isGood) throw new AppError("bad_input", ACCOUNT_MESSAGES.verifyLinkInvalid);
    return c.json({ message: ACCOUNT_MESSAGES.verified });
  });
