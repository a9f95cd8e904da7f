import { type Context, Hono } from "hono";
import { codeForm, logInForm } from "#schema/account-forms.ts";
import { ACCOUNT_MESSAGES, VERIFY_LINK_VALID_HOURS } from "#schema/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { clearCookie, readCookie } from "../../../http/cookies.ts";
import {
  atOnce,
  countAttemptUnless,
  floodLimit,
  type SubjectLimit,
  uncountAttempt,
  uncountStatement,
} from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { LIMITS } from "../../../limits.ts";
import { signInWithCode } from "../codes.ts";
import { sendRateLimitedMail } from "../rate-limited-mail.ts";
import { logInAfterGoogleCode } from "../google/google-log-in.ts";
import { CODE_COOKIE, LOG_IN_PURPOSES, sendCodeAgain, sendLogInCode } from "./log-in-code.ts";
import { signUpMail } from "../mails.ts";
import { accountAndClientSubject, checkLogInPassword } from "../passwords/password-attempts.ts";
import { setSignUpCookie } from "../sign-up/sign-up-browser.ts";
import { findByEmail } from "../queries.ts";
import { insertVerifyLink } from "../sign-up/sign-ups.ts";

export const logInRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(logInForm), async (c) => {
    const { email, password, next } = c.req.valid("json");
    const { outcome, user, limits } = await checkLogInPassword(c, {
      email,
      password,
      find: async (db) => findByEmail(db, email),
    });
    if (outcome === "wrong" || !user) throw new AppError("bad_input", ACCOUNT_MESSAGES.badCredentials);
    // This check comes before the one for suspension. So a stranger who signed up with this email address gets the
    // response of an unverified account, and learns nothing about the real one.
    if (outcome === "refused" || user.emailVerifiedAt === null) {
      await sendVerifyLink(c, { ...user, next }, limits);
      throw new AppError("not_allowed", ACCOUNT_MESSAGES.notVerified);
    }
    if (user.suspendedAt !== null) {
      await uncountAttempt(c, ...limits);
      throw new AppError("not_allowed", ACCOUNT_MESSAGES.suspended);
    }
    await sendLogInCode(c, user, limits);
    return c.json({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/resend", async (c) => {
    if (!(await sendCodeAgain(c))) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeExpired);
    return c.json({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/verify", jsonBody(codeForm), async (c) => {
    const { email, code } = c.req.valid("json");
    const token = readCookie(c, CODE_COOKIE) ?? "";
    const { tried, user } = await signInWithCode(c, { purposes: LOG_IN_PURPOSES, token, code, email });
    if (tried && !tried.isRight && tried.attemptsLeft > 0) {
      throw new AppError("bad_input", ACCOUNT_MESSAGES.codeWrong, { code: ACCOUNT_MESSAGES.codeWrong });
    }
    const signedIn =
      tried?.isRight && tried.identity ? await logInAfterGoogleCode(c, { ...tried, identity: tried.identity }) : user;
    if (!signedIn) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeExpired);
    clearCookie(c, CODE_COOKIE);
    return c.json({ message: ACCOUNT_MESSAGES.loggedIn, user: signedIn });
  });

type SignedUp = {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  emailVerifiedAt: number | null;
  refusedHash: string | null;
  next: string | undefined;
};

/** Mails another link to verify the email address. If it is already verified, mails that an account exists. */
async function sendVerifyLink(c: Context<AppEnv>, user: SignedUp, passwordLimits: SubjectLimit[]): Promise<void> {
  const { email, firstName, lastName, passwordHash, emailVerifiedAt, refusedHash, next } = user;
  const limit: SubjectLimit = [LIMITS.verificationMailsOfAccountAndClient, accountAndClientSubject(c, email)];
  const together = atOnce(c);
  await Promise.all([
    together.var.db.batch([uncountStatement(c, passwordLimits)]),
    countAttemptUnless(together, [], limit),
  ]);
  const token = randomToken();
  const mail = signUpMail(c.var.config, { email, next, isVerified: emailVerifiedAt !== null, token });
  await sendRateLimitedMail(c, { mail, minutes: VERIFY_LINK_VALID_HOURS * 60 }, limit);
  const browserHash = setSignUpCookie(c);
  const passwordAndName = { passwordHash, firstName, lastName };
  await insertVerifyLink(c.var.db, { email, token, browserHash, passwordAndName, refusedHash, now: c.var.ports.now() });
}
