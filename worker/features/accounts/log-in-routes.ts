import { type Context, Hono } from "hono";
import { codeForm, logInForm } from "#schema/account-forms.ts";
import { ACCOUNT_MESSAGES, CODE_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { body, smallBody } from "../../http/body.ts";
import { clearCookie, readCookie, writeCookie } from "../../http/cookies.ts";
import { countTry, shield } from "../../http/rate-limit.ts";
import { startSession } from "../../http/session.ts";
import { randomToken } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { findCodeOwner, insertCode, newCode, removeChallenge, tryCode } from "./challenges.ts";
import { sendMail } from "../../mail.ts";
import { codeMail, verifyMail } from "./mails.ts";
import { tryPassword } from "./password-tries.ts";
import * as accounts from "./queries.ts";

/** Ties a code to the browser in which the password was typed. */
const CHALLENGE_COOKIE = "login";

export const logInRoutes = new Hono<AppEnv>({ strict: false })
  .use(shield, smallBody)

  .post("/", body(logInForm), async (c) => {
    const { email, password } = c.req.valid("json");
    const user = await accounts.findByEmail(c.var.db, email);
    const isRight = await tryPassword(c, { email, password, user });
    if (!isRight || !user) throw new AppError("bad_input", ACCOUNT_MESSAGES.badCredentials);
    if (user.suspendedAt !== null) throw new AppError("not_allowed", ACCOUNT_MESSAGES.suspended);
    if (user.emailVerifiedAt === null) {
      await sendVerifyLink(c, user);
      throw new AppError("not_allowed", ACCOUNT_MESSAGES.notVerified);
    }
    await sendCode(c, user);
    return c.json({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/resend", async (c) => {
    const token = readCookie(c, CHALLENGE_COOKIE) ?? "";
    const user = await findCodeOwner(c.var.db, { purpose: "login", token, now: c.var.ports.now() });
    if (!user) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeVoid);
    await sendCode(c, user);
    return c.json({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/verify", body(codeForm), async (c) => {
    const { email, code } = c.req.valid("json");
    const tried = await tryCode(c.var.db, {
      purpose: "login",
      token: readCookie(c, CHALLENGE_COOKIE) ?? "",
      code,
      email,
      key: c.env.SECRET_KEY,
      now: c.var.ports.now(),
    });
    if (tried && !tried.isRight && tried.triesLeft > 0) {
      throw new AppError("bad_input", ACCOUNT_MESSAGES.codeWrong, { code: ACCOUNT_MESSAGES.codeWrong });
    }
    if (!tried?.isRight) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeVoid);
    const user = await startSession(c, tried);
    clearCookie(c, CHALLENGE_COOKIE);
    return c.json({ message: ACCOUNT_MESSAGES.loggedIn, user });
  });

type Addressee = { id: number; email: string };

/** A new code for this browser; every earlier one is void. */
async function sendCode(c: Context<AppEnv>, { id: userId, email }: Addressee): Promise<void> {
  await countTry(c, [LIMITS.codesOfAccount, email]);
  const { db, ports } = c.var;
  const code = newCode();
  const token = randomToken();
  await insertCode(db, { purpose: "login", userId, token, code, key: c.env.SECRET_KEY, now: ports.now() });
  await sendOrForget(c, token, codeMail(c.var.config, email, code));
  writeCookie(c, CHALLENGE_COOKIE, token, CODE_MINUTES * 60);
}

async function sendVerifyLink(c: Context<AppEnv>, { id: userId, email }: Addressee): Promise<void> {
  await countTry(c, [LIMITS.verificationMailsOfAccount, email]);
  const token = randomToken();
  await accounts.insertVerifyLink(c.var.db, { userId, token, now: c.var.ports.now() });
  await sendOrForget(c, token, verifyMail(c.var.config, email, token));
}

async function sendOrForget(c: Context<AppEnv>, token: string, mail: Parameters<typeof sendMail>[1]): Promise<void> {
  try {
    await sendMail(c.var.ports, mail);
  } catch (error) {
    await removeChallenge(c.var.db, token);
    throw error;
  }
}
