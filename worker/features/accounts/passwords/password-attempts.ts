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
import { findKnownDevice } from "../../sessions/known-devices.ts";
import { tooManyPasswordsMail } from "../mails.ts";
import { hashPassword, hasOutdatedCost } from "./password-hash.ts";
import { rehashPassword } from "../queries.ts";

/** Wrong passwords of an account within an hour that its owner is told of. */
const WARN_AT = 10;

type Account = {
  id: number;
  passwordHash: string | null;
  resetAt: number | null;
  /** Of the password that a sign-up for the account was refused with. */
  refusedHash?: string | null;
};

/** An account at this client address. What was counted before its password was reset counts no more. */
export const accountAndClient = (c: Context<AppEnv>, email: string, user?: Pick<Account, "resetAt">) =>
  `${email} ${clientIp(c)} ${user?.resetAt ?? 0}`;

const ofClient = (c: Context<AppEnv>): SubjectLimit => [LIMITS.failedPasswordsOfClient, clientIp(c)];

type Outcome = "right" | "refused" | "wrong";

/**
 * Whether somebody who is not signed in knows the password. Costs the same whether or not there is such an account, and
 * nothing if no code could be mailed to it any more.
 * @throws AppError 429 if there were too many wrong ones, or too many codes.
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
  const here = accountAndClient(c, email, user);
  const device = user && findKnownDevice(c, user.id);
  const { outcome, counts } = await checkPassword(c, {
    password,
    user,
    looked: [[LIMITS.codesOfAccountAndClient, here]],
    counted: [
      ofClient(c),
      ...(device
        ? ([[LIMITS.failedPasswordsOfDevice, device]] satisfies SubjectLimit[])
        : ([
            [LIMITS.failedPasswordsOfAccountAndClient, here],
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

/** The same for the person who is signed in, counted apart, so that a stolen session cannot close the log-in to its owner. */
export async function checkOwnPassword(c: Context<AppEnv>, user: Account, password: string): Promise<boolean> {
  const own: SubjectLimit = [LIMITS.failedPasswordsOfUser, `${user.id} ${user.resetAt ?? 0}`];
  const { outcome } = await checkPassword(c, { password, user, looked: [], counted: [ofClient(c), own] });
  return outcome === "right";
}

type Try = {
  password: string;
  user: Account | undefined;
  looked: SubjectLimit[];
  counted: [SubjectLimit, ...SubjectLimit[]];
};

async function checkPassword(
  c: Context<AppEnv>,
  { password, user, looked, counted }: Try,
): Promise<{ outcome: Outcome; counts: number[] }> {
  const counts = await countAttemptUnless(c, looked, ...counted);
  const { id, passwordHash, refusedHash } = user ?? {};
  const tried = await hashPassword(password, passwordHash ?? refusedHash);
  const isRight = isEqual(tried, passwordHash ?? "");
  if (!isRight && !isEqual(tried, refusedHash ?? "")) return { outcome: "wrong", counts };
  await uncountAttempt(c, ...counted);
  if (!isRight) return { outcome: "refused", counts };
  if (hasOutdatedCost(tried)) c.executionCtx.waitUntil(rehash(c, id!, tried, password));
  return { outcome: "right", counts };
}

/** Tells the owner, once a day. */
async function warnOwner(c: Context<AppEnv>, email: string): Promise<void> {
  const counted: SubjectLimit = [LIMITS.passwordWarningsOfAccount, email];
  try {
    await countAttempt(c, counted);
  } catch (error) {
    // Told today already.
    if (!(error instanceof AppError)) logError(error);
    return;
  }
  try {
    await c.var.ports.sendMail(tooManyPasswordsMail(c.var.config, email));
  } catch (error) {
    logError(error);
    await uncountAttempt(c, counted).catch(logError);
  }
}

async function rehash(c: Context<AppEnv>, userId: number, oldHash: string, password: string): Promise<void> {
  await rehashPassword(c.var.db, { userId, oldHash, passwordHash: await hashPassword(password) });
}
