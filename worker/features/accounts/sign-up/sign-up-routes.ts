import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import { ACCOUNT_MESSAGES, VERIFY_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import { resendLinkForm, signUpForm, signUpPasswordForm } from "#schema/accounts/account-forms.ts";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { readFromPrimary } from "../../../http/database.ts";
import { clientIp, countAttempt, floodLimit } from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { LIMITS } from "../../../http/limits.ts";
import { logError } from "../../../log.ts";
import { admitMail, sendAdmitted, sendUrgent } from "../../outbox/mail-gate.ts";
import { removeLink } from "../mailed-links.ts";
import { newLinkMail, signUpMail } from "../mails.ts";
import { requireStrongPassword } from "../passwords/password-rules.ts";
import { checkLogInPassword } from "../passwords/password-attempts.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { findByEmail } from "../queries.ts";
import { setSignUpCookie, hashOfSignUpCookie } from "./sign-up-browser.ts";
import { findSignUp, insertSignUp, insertVerifyLink, verifyEmail } from "./sign-ups.ts";

const LINK_MINUTES = VERIFY_LINK_VALID_HOURS * 60;

export const signUpRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(signUpForm), async (c) => {
    const { db, ports } = c.var;
    const form = c.req.valid("json");
    requireStrongPassword(c, form.password1, form.email);
    const ofClient = [LIMITS.signUpsOfClient, clientIp(c)] as const;
    await countAttempt(c, ofClient);
    const admitted = [ofClient, ...(await admitMail(c, { to: form.email, kind: "verification" }))];

    // Known and unknown email addresses get one hash, one mail and the same response, so none reveals an account.
    const known = await findByEmail(db, form.email);
    const token = randomToken();
    // It has the salt of the account's hash, so a later sign-in computes one hash to compare it with both.
    const passwordHash = await hashPassword(form.password1, known?.passwordHash);
    const isVerified = known !== undefined && known.emailVerifiedAt !== null;
    const mail = signUpMail(c.var.config, { email: form.email, next: form.next, isVerified, token });
    await sendAdmitted(c, admitted, { mail, minutes: LINK_MINUTES });
    await insertSignUp(db, { form, passwordHash, token, browserHash: setSignUpCookie(c), now: ports.now() });
    return c.json<Answers["POST signup/"]>({ message: ACCOUNT_MESSAGES.signedUp }, 201);
  })

  .post("/resend", jsonBody(resendLinkForm), async (c) => {
    const form = c.req.valid("json");
    await admitMail(c, { to: form.email, kind: "verification" });
    // This runs after the response, so that neither its time nor a mail error reveals whether the account exists.
    c.executionCtx.waitUntil(sendNewLink(c, form));
    return c.json<Answers["POST signup/resend/"]>({ message: ACCOUNT_MESSAGES.newLinkSent });
  })

  .get("/verify/:token", async (c) => {
    // Only a GET reads from replicas, and a replica may not know the newest link yet.
    readFromPrimary(c);
    const { browserHash, email } = await requireSignUp(c);
    if (browserHash !== hashOfSignUpCookie(c)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.verifyNeedsPassword);
    return verify(c, email);
  })

  .post("/verify/:token", jsonBody(signUpPasswordForm), async (c) => {
    const { email, ...account } = await requireSignUp(c);
    const { password } = c.req.valid("json");
    const { outcome } = await checkLogInPassword(c, { email, password, find: async () => account });
    if (outcome !== "right") {
      const message = ACCOUNT_MESSAGES.signUpPasswordWrong;
      throw new AppError("bad_input", message, { fields: { password: message } });
    }
    return verify(c, email);
  });

async function sendNewLink(c: Context<AppEnv>, { email, next }: z.output<typeof resendLinkForm>): Promise<void> {
  const { db, ports, config } = c.var;
  const token = randomToken();
  try {
    const user = await findByEmail(db, email);
    if (!user) return;
    const isVerified = user.emailVerifiedAt !== null;
    if (!isVerified)
      await insertVerifyLink(db, {
        email,
        token,
        browserHash: null,
        passwordAndName: undefined,
        refusedHash: null,
        now: ports.now(),
      });
    const mail = newLinkMail(config, { email, next, isVerified, token });
    await sendUrgent(c, { mail, minutes: LINK_MINUTES });
  } catch (error) {
    logError(error);
    await removeLink(db, token).catch(logError);
  }
}

/** @throws AppError 400 if the link is unknown, used or expired. */
async function requireSignUp(c: Context<AppEnv, "/verify/:token">) {
  const signUp = await findSignUp(c.var.db, { token: c.req.param("token"), now: c.var.ports.now() });
  if (!signUp) throw new AppError("bad_input", ACCOUNT_MESSAGES.verifyLinkInvalid);
  return signUp;
}

async function verify(c: Context<AppEnv, "/verify/:token">, email: string) {
  const isVerified = await verifyEmail(c.var.db, { token: c.req.param("token"), now: c.var.ports.now() });
  if (!isVerified) throw new AppError("bad_input", ACCOUNT_MESSAGES.verifyLinkInvalid);
  return c.json<Answers["GET signup/verify/:token/" | "POST signup/verify/:token/"]>({
    message: ACCOUNT_MESSAGES.verified,
    email,
  });
}
