import type { Context } from "hono";
import { ACCOUNT_MESSAGES, type User } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { idempotent } from "../../http/again.ts";
import { clearCookie, readCookie, SESSION_COOKIE, SESSION_SECONDS, writeCookie } from "../../http/cookies.ts";
import { setCsrfCookie } from "../../http/csrf.ts";
import { randomToken, sha256 } from "../../http/signing.ts";
import { deviceName } from "./device.ts";
import { rememberDevice } from "./known-devices.ts";
import * as sessions from "./queries.ts";
import { describeSession, forgetDescriptions } from "./session-descriptions.ts";
import { isStaff, type SignedIn, toUser } from "./signed-in.ts";

/** How exact "last used" is, and the time between two writes of a session that is in use. */
const RENEW_MS = 3_600_000;
const STAFF_RENEW_MS = 300_000;

/** Signs this browser in. What its cookies said before is over, so that nobody can plant them. */
export async function startSession(c: Context<AppEnv>, proof: { userId: number; epoch: number }): Promise<User> {
  const { db, ports } = c.var;
  const now = ports.now();
  await removeSession(c);

  const token = randomToken();
  const tokenHash = sha256(token);
  const user = await sessions.insertSession(db, { tokenHash, ...proof, now });
  if (!user) throw new AppError("not_signed_in", ACCOUNT_MESSAGES.signIn);
  c.executionCtx.waitUntil(describe(c, tokenHash, user.id));
  giveCookies(c, token);
  rememberDevice(c, user.id);
  return toUser(user);
}

/** Notes that a session is in use, at most once an hour; of staff, once in five minutes. */
export async function renewSession(c: Context<AppEnv>, token: string, user: SignedIn): Promise<void> {
  const now = c.var.ports.now();
  if (now - user.lastUsedAt < (isStaff(user) ? STAFF_RENEW_MS : RENEW_MS)) return;
  await idempotent(c.var.ports, () => sessions.renewSession(c.var.db, user.sessionId, now));
  c.executionCtx.waitUntil(describe(c, sha256(token), user.id));
  giveCookies(c, token);
}

/** Signs this browser out: the row is gone before the answer is sent, so the next request anywhere finds none. */
export async function endSession(c: Context<AppEnv>): Promise<void> {
  await removeSession(c);
  forgetSession(c);
}

async function removeSession(c: Context<AppEnv>): Promise<void> {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) return;
  const ended = await idempotent(c.var.ports, () => sessions.removeSession(c.var.db, sha256(token)));
  c.executionCtx.waitUntil(forgetDescriptions(c.env.SESSIONS, ended));
}

/**
 * What a browser forgets with a session: pages that it could go back to. Neither `"cookies"`, with which other hosts of the
 * domain would lose theirs and this browser what makes it known, nor `"storage"`, in which drafts lie that are nowhere else.
 */
const CLEARED = '"cache"';

/** Takes the cookies of a session that has ended. */
export function forgetSession(c: Context<AppEnv>): void {
  c.header("Clear-Site-Data", CLEARED);
  clearCookie(c, SESSION_COOKIE);
  setCsrfCookie(c, undefined);
}

const describe = (c: Context<AppEnv>, tokenHash: string, userId: number) =>
  describeSession(c.env.SESSIONS, tokenHash, { userId, device: deviceName(c.req.header("User-Agent")) });

function giveCookies(c: Context<AppEnv>, token: string): void {
  writeCookie(c, SESSION_COOKIE, token, SESSION_SECONDS);
  setCsrfCookie(c, token);
}
