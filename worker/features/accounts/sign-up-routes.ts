import { Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { signUpForm } from "#schema/account-forms.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { body, smallBody } from "../../http/body.ts";
import { clientAddress, type Counted, countTry, shield } from "../../http/rate-limit.ts";
import { randomToken } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { sendCounted } from "./counted-mail.ts";
import { signUpMail } from "./mails.ts";
import { requireUncommon } from "./password-rules.ts";
import { hashPassword } from "./password.ts";
import { findByEmail } from "./queries.ts";
import { insertSignUp, verifyEmail } from "./sign-ups.ts";

export const signUpRoutes = new Hono<AppEnv>({ strict: false })
  .use(shield, smallBody)

  .post("/", body(signUpForm), async (c) => {
    const { db, ports } = c.var;
    const form = c.req.valid("json");
    requireUncommon(form.password1, form.email);
    const counted: [Counted, Counted] = [
      [LIMITS.signUpsOfClient, clientAddress(c)],
      [LIMITS.verificationMailsOfAccount, form.email],
    ];
    await countTry(c, ...counted);

    // Whether the address has an account or not: the same work, the same answer, and a mail.
    const known = await findByEmail(db, form.email);
    const token = randomToken();
    // Like the account's own, so that a log-in compares its password with both by one hash.
    const passwordHash = await hashPassword(form.password1, known?.passwordHash);
    const isVerified = known !== undefined && known.emailVerifiedAt !== null;
    await sendCounted(c, signUpMail(c.var.config, { email: form.email, isVerified, token }), ...counted);
    await insertSignUp(db, { form, passwordHash, token, now: ports.now() });
    return c.json({ message: ACCOUNT_MESSAGES.signedUp }, 201);
  })

  .get("/verify/:token", async (c) => {
    const { db, ports } = c.var;
    const isGood = await verifyEmail(db, { token: c.req.param("token"), now: ports.now() });
    if (!isGood) throw new AppError("bad_input", ACCOUNT_MESSAGES.verifyLinkInvalid);
    return c.json({ message: ACCOUNT_MESSAGES.verified });
  });
