import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { users } from "#schema/tables/accounts.ts";
import type { AppEnv } from "../../../env.ts";
import { clientIp, type SubjectLimit, countAttempt, uncountAttempt } from "../../../http/rate-limit.ts";
import { isEqual } from "../../../http/signing.ts";
import { LIMITS } from "../../../http/limits.ts";
import { accountAndClient, sendWarning } from "../../outbox/mail-gate.ts";
import { findKnownDevice } from "../../sessions/known-devices.ts";
import { tooManyPasswordsMail } from "../mails.ts";
import { hashPassword, hasOutdatedCost } from "./password-hash.ts";
import { replacePasswordHash } from "../queries.ts";

/** From this many wrong passwords in an hour from unknown browsers on, the account's owner gets a mail. */
const WARN_AT = 10;

type Account = {
  id: number;
  passwordHash: string | null;
  resetAt: number | null;
  /** The password hash of the latest refused sign-up (see `mailedLinks`). */
  refusedHash?: string | null;
};

type LogInAccount = Account & { emailVerifiedAt: number | null; suspendedAt: number | null };

/** Attempts before it do not count (see `SubjectLimit`): a completed reset unlocks the account. */
export const lastReset = (email: string) =>
  sql`(SELECT ${users.resetAt} FROM ${users} WHERE ${users.email} = ${email})`;

const ofClient = (c: Context<AppEnv>): SubjectLimit => [LIMITS.failedPasswordsOfClient, clientIp(c)];

/** "refused": the password is that of a refused sign-up, not that of the account. */
type Outcome = "right" | "refused" | "wrong";

/**
 * Checks the password of a visitor who signs in. It computes one hash whether or not the account exists, so that the
 * time does not reveal it. The attempt is counted before the check, and taken back unless the password is wrong.
 * @throws AppError 429 if there were too many wrong passwords.
 */
export async function checkLogInPassword<T extends LogInAccount>(
  c: Context<AppEnv>,
  { email, password, find }: { email: string; password: string; find: () => Promise<T | undefined> },
) {
  const device = await findKnownDevice(c, email);
  const ofAccount: SubjectLimit[] = device
    ? [[LIMITS.failedPasswordsOfDevice, device]]
    : [
        [LIMITS.failedPasswordsOfAccountAndClient, accountAndClient(c, email), lastReset(email)],
        [LIMITS.failedPasswordsOfAccount, email, lastReset(email)],
      ];
  const limits = [ofClient(c), ...ofAccount];
  const [counts, user] = await Promise.all([countAttempt(c, ...limits), find()]);
  const outcome = await comparePassword(c, user, password);
  if (outcome !== "wrong") await uncountAttempt(c, ...limits);
  const isOwned = user && user.emailVerifiedAt !== null && user.suspendedAt === null;
  if (outcome === "wrong" && !device && counts.at(-1)! >= WARN_AT && isOwned) {
    const mail = tooManyPasswordsMail(c.var.config, email);
    c.executionCtx.waitUntil(sendWarning(c, mail, [LIMITS.guessWarningsOfAccount, `passwords ${email}`]));
  }
  return { outcome, user };
}

/**
 * Checks the password of the signed-in user. Failures have their own counter. Otherwise a thief of the session could use
 * up the account's failed passwords, and its owner could not sign in.
 * @throws AppError 429 if there were too many wrong passwords.
 */
export async function checkOwnPassword(c: Context<AppEnv>, user: Account, password: string): Promise<boolean> {
  const limits: SubjectLimit[] = [ofClient(c), [LIMITS.failedPasswordsOfUser, `${user.id} ${user.resetAt ?? 0}`]];
  await countAttempt(c, ...limits);
  const outcome = await comparePassword(c, user, password);
  if (outcome !== "wrong") await uncountAttempt(c, ...limits);
  return outcome === "right";
}

async function comparePassword(c: Context<AppEnv>, user: Account | undefined, password: string): Promise<Outcome> {
  const { id, passwordHash, refusedHash } = user ?? {};
  const tried = await hashPassword(password, passwordHash ?? refusedHash);
  if (!isEqual(tried, passwordHash ?? "")) return isEqual(tried, refusedHash ?? "") ? "refused" : "wrong";
  if (hasOutdatedCost(tried)) c.executionCtx.waitUntil(rehash(c, id!, tried, password));
  return "right";
}

async function rehash(c: Context<AppEnv>, userId: number, oldHash: string, password: string): Promise<void> {
  await replacePasswordHash(c.var.db, { userId, oldHash, passwordHash: await hashPassword(password) });
}
