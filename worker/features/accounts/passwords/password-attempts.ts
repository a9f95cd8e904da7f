import type { Context } from "hono";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import {
  clientIp,
  type SubjectLimit,
  countAttempt,
  countAttemptUnless,
  uncountAttempt,
} from "../../../http/rate-limit.ts";
import { isEqual } from "../../../http/signing.ts";
import { LIMITS } from "../../../limits.ts";
import { logError } from "../../../log.ts";
import { sendUrgentMail, WARNING } from "../../../mail.ts";
import { findKnownDevice } from "../../sessions/known-devices.ts";
import { tooManyPasswordsMail } from "../mails.ts";
import { hashPassword, hasOutdatedCost } from "./password-hash.ts";
import { replacePasswordHash } from "../queries.ts";

/** After this many wrong passwords in an hour from unknown browsers, the account's owner gets a mail. */
const WARN_AT = 10;

type Account = {
  id: number;
  passwordHash: string | null;
  resetAt: number | null;
  /** The password hash of the latest refused sign-up (see `mailedLinks`). */
  refusedHash?: string | null;
};

/** Returns a subject for rate limits. If `user` is given, the counts start again after a password reset. */
export const accountAndClientSubject = (c: Context<AppEnv>, email: string, user?: Pick<Account, "resetAt">) =>
  `${email} ${clientIp(c)} ${user?.resetAt ?? 0}`;

const ofClient = (c: Context<AppEnv>): SubjectLimit => [LIMITS.failedPasswordsOfClient, clientIp(c)];

/** "refused": the password is that of a refused sign-up, not that of the account. */
type Outcome = "right" | "refused" | "wrong";

/**
 * Checks the password of a visitor who signs in. It computes one hash whether or not the account exists, so that the
 * time does not reveal it. Attempts are counted before the check, and taken back unless the password is wrong.
 * @throws AppError 429 if there were too many wrong passwords, or if no further code may be mailed.
 */
export async function checkLogInPassword(
  c: Context<AppEnv>,
  {
    email,
    password,
    user,
  }: {
    email: string;
    password: string;
    user: (Account & { emailVerifiedAt: number | null; suspendedAt: number | null }) | undefined;
  },
): Promise<Outcome> {
  const atClient = accountAndClientSubject(c, email, user);
  const device = user && findKnownDevice(c, user.id);
  const { outcome, counts } = await checkPassword(c, {
    password,
    user,
    blockers: [[LIMITS.codesOfAccountAndClient, atClient]],
    limits: [
      ofClient(c),
      ...(device
        ? ([[LIMITS.failedPasswordsOfDevice, device]] satisfies SubjectLimit[])
        : ([
            [LIMITS.failedPasswordsOfAccountAndClient, atClient],
            [LIMITS.failedPasswordsOfAccount, `${email} ${user?.resetAt ?? 0}`],
          ] satisfies SubjectLimit[])),
    ],
  });
  const isOwned = user && user.emailVerifiedAt !== null && user.suspendedAt === null;
  if (outcome === "wrong" && !device && counts.at(-1) === WARN_AT && isOwned) {
    c.executionCtx.waitUntil(warnOwner(c, email));
  }
  return outcome;
}

/**
 * Checks the password of the signed-in user. Failures have their own counter. Otherwise a thief of the session could use
 * up the account's failed passwords, and its owner could not sign in.
 * @throws AppError 429 if there were too many wrong passwords.
 */
export async function checkOwnPassword(c: Context<AppEnv>, user: Account, password: string): Promise<boolean> {
  const own: SubjectLimit = [LIMITS.failedPasswordsOfUser, `${user.id} ${user.resetAt ?? 0}`];
  const { outcome } = await checkPassword(c, { password, user, blockers: [], limits: [ofClient(c), own] });
  return outcome === "right";
}

type Attempt = {
  password: string;
  user: Account | undefined;
  blockers: SubjectLimit[];
  limits: [SubjectLimit, ...SubjectLimit[]];
};

async function checkPassword(
  c: Context<AppEnv>,
  { password, user, blockers, limits }: Attempt,
): Promise<{ outcome: Outcome; counts: number[] }> {
  const counts = await countAttemptUnless(c, blockers, ...limits);
  const { id, passwordHash, refusedHash } = user ?? {};
  const tried = await hashPassword(password, passwordHash ?? refusedHash);
  const isRight = isEqual(tried, passwordHash ?? "");
  if (!isRight && !isEqual(tried, refusedHash ?? "")) return { outcome: "wrong", counts };
  await uncountAttempt(c, ...limits);
  if (!isRight) return { outcome: "refused", counts };
  if (hasOutdatedCost(tried)) c.executionCtx.waitUntil(rehash(c, id!, tried, password));
  return { outcome: "right", counts };
}

async function warnOwner(c: Context<AppEnv>, email: string): Promise<void> {
  const limit: SubjectLimit = [LIMITS.passwordWarningsOfAccount, email];
  try {
    await countAttempt(c, limit);
  } catch (error) {
    // An AppError means that the owner already got this mail today.
    if (!(error instanceof AppError)) logError(error);
    return;
  }
  try {
    await sendUrgentMail(c.var.ports, tooManyPasswordsMail(c.var.config, email), WARNING);
  } catch (error) {
    logError(error);
    await uncountAttempt(c, limit).catch(logError);
  }
}

async function rehash(c: Context<AppEnv>, userId: number, oldHash: string, password: string): Promise<void> {
  await replacePasswordHash(c.var.db, { userId, oldHash, passwordHash: await hashPassword(password) });
}
