import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES, type User } from "#schema/accounts.ts";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { deviceName } from "../features/accounts/sessions/device.ts";
import { rememberDevice } from "../features/accounts/log-in/known-devices.ts";
import { describeSession, forgetDescriptions } from "../features/accounts/sessions/session-descriptions.ts";
import * as sessions from "../features/accounts/sessions/sessions.ts";
import { idempotent } from "./again.ts";
import { clearCookie, readCookie, SESSION_COOKIE, SESSION_SECONDS, writeCookie } from "./cookies.ts";
import { setCsrfCookie } from "./csrf.ts";
import { connect, PRIMARY } from "../db/connection.ts";
import { readOwnWrites } from "./database.ts";
import { randomToken, sha256 } from "./signing.ts";

/** How exact "last used" is, and the time between two writes of a session that is in use. */
const RENEW_MS = 3_600_000;
const STAFF_RENEW_MS = 300_000;

/** Behind it `c.var.user` is who is signed in; nobody else passes (401, with that message). */
export const requireUserOr = (message: string) =>
  createMiddleware<AppEnv>(async function requireUser(c, next) {
    c.set("user", await requireSignedIn(c, message));
    await next();
  });

export const requireUser = requireUserOr(ACCOUNT_MESSAGES.signIn);

/** The same for staff and superusers; others get 403. */
export const requireStaff = createMiddleware<AppEnv>(async function requireStaff(c, next) {
  const user = await requireSignedIn(c, ACCOUNT_MESSAGES.signIn);
  if (!user.isStaff && !user.isSuperuser) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
  c.set("user", user);
  await next();
});

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
  return sessions.toUser(user);
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

async function requireSignedIn(c: Context<AppEnv>, message: string): Promise<sessions.SignedIn> {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) throw new AppError("not_signed_in", message);
  const now = c.var.ports.now();
  const tokenHash = sha256(token);
  // A replica might not know yet that the session was ended elsewhere.
  const user = await sessions.findSignedIn(connect(c.env.DB.withSession(PRIMARY)), { tokenHash, now });
  if (!user) throw new AppError("not_signed_in", message);
  readOwnWrites(c);
  if (now - user.lastUsedAt >= (user.isStaff || user.isSuperuser ? STAFF_RENEW_MS : RENEW_MS)) {
    await idempotent(c.var.ports, () => sessions.renewSession(c.var.db, user.sessionId, now));
    c.executionCtx.waitUntil(describe(c, tokenHash, user.id));
    giveCookies(c, token);
  }
  return user;
}

const describe = (c: Context<AppEnv>, tokenHash: string, userId: number) =>
  describeSession(c.env.SESSIONS, tokenHash, { userId, device: deviceName(c.req.header("User-Agent")) });

function giveCookies(c: Context<AppEnv>, token: string): void {
  writeCookie(c, SESSION_COOKIE, token, SESSION_SECONDS);
  setCsrfCookie(c, token);
}
