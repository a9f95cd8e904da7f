import { type Context, Hono } from "hono";
import { changePasswordForm, newPasswordForm, requestResetForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES, RESET_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { clientIp, countAttempt, floodLimit } from "../../../http/rate-limit.ts";
import { requireUser } from "../../sessions/guards.ts";
import { randomToken } from "../../../http/signing.ts";
import { LIMITS } from "../../../http/limits.ts";
import { logError } from "../../../log.ts";
import { removeLink } from "../mailed-links.ts";
import { passwordChangedMail, resetMail } from "../mails.ts";
import { requireStrongPassword } from "./password-rules.ts";
import { checkOwnPassword } from "./password-attempts.ts";
import { hashWithSaltOf } from "./password-hash.ts";
import * as accounts from "../queries.ts";
import { deleteKvSessions } from "../../sessions/kv-sessions.ts";
import { keepThisBrowser } from "../../sessions/session.ts";
import { admitMail, sendUrgent, sendWarning } from "../../outbox/mail-gate.ts";

/** POST /api/change-password/ */
export const changePasswordRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit, requireUser)

  .post("/", jsonBody(changePasswordForm), async (c) => {
    const { db, ports, user } = c.var;
    const form = c.req.valid("json");
    const { passwordHash: oldHash, refusedHash } = await accounts.findPasswordHashes(db, user.id);
    if (!oldHash) throw new AppError("bad_input", ACCOUNT_MESSAGES.noPassword);
    requireStrongPassword(c, form.password1, user.email);
    const { id, email } = user;
    const done =
      (await checkOwnPassword(c, { ...user, passwordHash: oldHash }, form.old_password)) &&
      (await accounts.changePassword(db, {
        userId: id,
        keptSessionId: user.sessionId,
        oldHash,
        passwordHash: await hashWithSaltOf(form.password1, refusedHash),
        now: ports.now(),
      }));
    if (!done) {
      const message = ACCOUNT_MESSAGES.oldPasswordWrong;
      throw new AppError("bad_input", message, { fields: { old_password: message } });
    }
    keepThisBrowser(c, { id, email, ...done });
    c.executionCtx.waitUntil(sendWarning(c, passwordChangedMail(c.var.config, email)));
    return c.json<Answers["POST change-password/"]>({ message: ACCOUNT_MESSAGES.passwordChanged });
  });

/** POST /api/password/reset/… */
export const resetRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(requestResetForm), async (c) => {
    const { email } = c.req.valid("json");
    await admitMail(c, { to: email, kind: "reset" });
    // This runs after the response, so that neither its time nor a mail error reveals whether the account exists.
    c.executionCtx.waitUntil(sendResetLink(c, email));
    return c.json<Answers["POST password/reset/"]>({ message: ACCOUNT_MESSAGES.resetSent });
  })

  // This GET does not use up the link, because mail scanners open links. Only the POST below does.
  .get("/confirm/:token", async (c) => {
    await countAttempt(c, [LIMITS.linkChecksOfClient, clientIp(c)]);
    const link = { token: c.req.param("token"), now: c.var.ports.now() };
    if (!(await accounts.findUserOfResetLink(c.var.db, link))) {
      throw new AppError("bad_input", ACCOUNT_MESSAGES.resetLinkInvalid);
    }
    return c.json<Answers["GET password/reset/confirm/:token/"]>({ message: ACCOUNT_MESSAGES.resetLinkValid });
  })

  .post("/confirm/:token", jsonBody(newPasswordForm), async (c) => {
    const { db, ports } = c.var;
    const { password1 } = c.req.valid("json");
    const link = { token: c.req.param("token"), now: ports.now() };
    const owner = await accounts.findUserOfResetLink(db, link);
    if (!owner) throw new AppError("bad_input", ACCOUNT_MESSAGES.resetLinkInvalid);
    requireStrongPassword(c, password1, owner.email);
    const refused = owner.emailVerifiedAt === null ? owner.passwordHash : owner.refusedHash;
    const ended = await accounts.resetPassword(db, { ...link, passwordHash: await hashWithSaltOf(password1, refused) });
    if (!ended) throw new AppError("bad_input", ACCOUNT_MESSAGES.resetLinkInvalid);
    c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
    c.executionCtx.waitUntil(sendWarning(c, passwordChangedMail(c.var.config, owner.email)));
    return c.json<Answers["POST password/reset/confirm/:token/"]>({ message: ACCOUNT_MESSAGES.passwordChanged });
  });

async function sendResetLink(c: Context<AppEnv>, email: string): Promise<void> {
  const { config, db, ports } = c.var;
  const token = randomToken();
  try {
    const isNew = await accounts.insertResetLink(db, { email, token, now: ports.now() });
    if (isNew) await sendUrgent(c, { mail: resetMail(config, email, token), minutes: RESET_LINK_VALID_HOURS * 60 });
  } catch (error) {
    logError(error);
    await removeLink(db, token).catch(logError);
  }
}
