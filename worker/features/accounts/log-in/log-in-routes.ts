import { type Context, Hono } from "hono";
import { codeForm, logInForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES, VERIFY_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { clearCookie, readCookie } from "../../../http/cookies.ts";
import { floodLimit } from "../../../http/rate-limit.ts";
import { randomToken } from "../../../http/signing.ts";
import { admitMail, sendAdmitted } from "../../outbox/mail-gate.ts";
import { guessCode } from "../code-guesses.ts";
import { findCode, signInWithCode } from "../codes.ts";
import { logInAfterGoogleCode } from "../google/google-log-in.ts";
import { CODE_COOKIE, LOG_IN_PURPOSES, sendCodeAgain, sendLogInCode } from "./log-in-code.ts";
import { signUpMail } from "../mails.ts";
import { checkLogInPassword } from "../passwords/password-attempts.ts";
import { setSignUpCookie } from "../sign-up/sign-up-browser.ts";
import { findByEmail } from "../queries.ts";
import { insertVerifyLink } from "../sign-up/sign-ups.ts";

export const logInRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(logInForm), async (c) => {
    const { email, password, next } = c.req.valid("json");
    const find = async () => findByEmail(c.var.db, email);
    const { outcome, user } = await checkLogInPassword(c, { email, password, find });
    if (outcome === "wrong" || !user) throw new AppError("bad_input", ACCOUNT_MESSAGES.badCredentials);
    // This check comes before the one for suspension. So a stranger who signed up with this email address gets the
    // response of an unverified account, and learns nothing about the real one.
    if (outcome === "refused" || user.emailVerifiedAt === null) {
      await sendVerifyLink(c, { ...user, next });
      throw new AppError("not_allowed", ACCOUNT_MESSAGES.notVerified);
    }
    if (user.suspendedAt !== null) throw new AppError("not_allowed", ACCOUNT_MESSAGES.suspended);
    await sendLogInCode(c, user);
    return c.json<Answers["POST login/"]>({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/resend", async (c) => {
    if (!(await sendCodeAgain(c))) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeExpired);
    return c.json<Answers["POST login/resend/"]>({ message: ACCOUNT_MESSAGES.codeSent });
  })

  .post("/verify", jsonBody(codeForm), async (c) => {
    const { email, code } = c.req.valid("json");
    const token = readCookie(c, CODE_COOKIE) ?? "";
    const found = await findCode(c, { purposes: LOG_IN_PURPOSES, token });
    if (!found || (email !== undefined && email !== found.email))
      throw new AppError("bad_input", ACCOUNT_MESSAGES.codeExpired);
    const { tried, user } = await guessCode(c, found.email, async () => signInWithCode(c, found, code));
    if (tried && !tried.isRight && tried.attemptsLeft > 0) {
      throw new AppError("bad_input", ACCOUNT_MESSAGES.codeWrong, { fields: { code: ACCOUNT_MESSAGES.codeWrong } });
    }
    const signedIn =
      tried?.isRight && found.identity ? await logInAfterGoogleCode(c, { ...found, identity: found.identity }) : user;
    if (!signedIn) throw new AppError("bad_input", ACCOUNT_MESSAGES.codeExpired);
    clearCookie(c, CODE_COOKIE);
    return c.json<Answers["POST login/verify/"]>({ message: ACCOUNT_MESSAGES.loggedIn, user: signedIn });
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
async function sendVerifyLink(c: Context<AppEnv>, user: SignedUp): Promise<void> {
  const { email, firstName, lastName, passwordHash, emailVerifiedAt, refusedHash, next } = user;
  const admitted = await admitMail(c, { to: email, kind: "verification" });
  const token = randomToken();
  const mail = signUpMail(c.var.config, { email, next, isVerified: emailVerifiedAt !== null, token });
  await sendAdmitted(c, admitted, { mail, minutes: VERIFY_LINK_VALID_HOURS * 60 });
  const browserHash = setSignUpCookie(c);
  const passwordAndName = { passwordHash, firstName, lastName };
  await insertVerifyLink(c.var.db, { email, token, browserHash, passwordAndName, refusedHash, now: c.var.ports.now() });
}
