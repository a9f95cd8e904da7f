import { type Context, Hono } from "hono";
import { codeForm, logInForm } from "#schema/account-forms.ts";
import { ACCOUNT_MESSAGES, CODE_MINUTES } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { body, smallBody } from "../../http/body.ts";
import { clearCookie, readCookie, writeCookie } from "../../http/cookies.ts";
import { type Counted, countTry, shield } from "../../http/rate-limit.ts";
import { startSession } from "../../http/session.ts";
import { randomToken } from "../../http/signing.ts";
import { LIMITS } from "../../limits.ts";
import { findCodeOwner, insertCode, newCode, tryCode } from "./challenges.ts";
import { sendCounted } from "./counted-mail.ts";
import { codeMail, signUpMail } from "./mails.ts";
import { tryPassword } from "./password-tries.ts";
import { findByEmail } from "./queries.ts";
import { insertVerifyLink } from "./sign-ups.ts";

/** Ties a code to the browser in which the password was typed. */
const CHALLENGE_COOKIE = "login";

export const logInRoutes = new Hono<AppEnv>({ strict: false })
  .use(shield, smallBody)

  .post("/", body(logInForm), async (c) => {
    const { email, password, next } = c.req.valid("json");
    const user = await findByEmail(c.var.db, email);
    const outcome = await tryPassword(c, { password, user, limit: [LIMITS.failedPasswordsOfAccount, email] });
    if (outcome === "wrong" || !user) throw new AppError("bad_input", ACCOUNT_MESSAGES.badCredentials);
    // Before anything else is said: whoever signed up with the address of another learns nothing about their account.
    if (outcome === "refused" || user.emailVerifiedAt === null) {
      await sendVerifyLink(c, { ...user, next });
      throw new AppError("not_allowed", ACCOUNT_MESSAGES.notVerified);
    }
    if (user.suspendedAt !== null) throw new AppError("not_allowed", ACCOUNT_MESSAGES.suspended);
    await sendCode(c, user);
    return c.json({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/resend", async (c) => {
    const token = readCookie(c, CHALLENGE_COOKIE) ?? "";
    const user = await findCodeOwner(c.var.db, { purpose: "login", token, now: c.var.ports.now() });
    if (!user) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeVoid);
    // Under the token that the browser has already: where this answer is lost, it can still enter the code.
    await sendCode(c, user, token);
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
async function sendCode(c: Context<AppEnv>, { id: userId, email }: Addressee, token = randomToken()): Promise<void> {
  const counted: Counted = [LIMITS.codesOfAccount, email];
  await countTry(c, counted);
  const { db, ports } = c.var;
  const code = newCode();
  await sendCounted(c, codeMail(c.var.config, email, code), counted);
  await insertCode(db, { purpose: "login", userId, token, code, key: c.env.SECRET_KEY, now: ports.now() });
  writeCookie(c, CHALLENGE_COOKIE, token, CODE_MINUTES * 60);
}

type SignedUp = {
  email: string;
  emailVerifiedAt: number | null;
  refusedHash: string | null;
  next: string | undefined;
};

/** The link to verify the address once more; to an address that is verified, once more that it has an account. */
async function sendVerifyLink(c: Context<AppEnv>, user: SignedUp): Promise<void> {
  const { email, emailVerifiedAt, refusedHash, next } = user;
  const counted: Counted = [LIMITS.verificationMailsOfAccount, email];
  await countTry(c, counted);
  const token = randomToken();
  const facts = { email, next, isVerified: emailVerifiedAt !== null, token };
  await sendCounted(c, signUpMail(c.var.config, facts), counted);
  await insertVerifyLink(c.var.db, { email, token, refusedHash, now: c.var.ports.now() });
}
