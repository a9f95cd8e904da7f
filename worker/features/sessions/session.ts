import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import { ACCOUNT_MESSAGES, type User } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { retryIdempotent } from "../../http/retry.ts";
import { clearCookie, readCookie, SESSION_COOKIE, SESSION_SECONDS, writeCookie } from "../../http/cookies.ts";
import { setCsrfCookie } from "../../http/csrf.ts";
import { randomToken, sha256 } from "../../http/signing.ts";
import { deviceName } from "./device.ts";
import { deleteKvSessions, writeKvSession } from "./kv-sessions.ts";
import { rememberDevice } from "./known-devices.ts";
import { isRenewalDue } from "./lifetime.ts";
import { deleteSessionRow, openSession, provenUser } from "./queries.ts";
import { type Person, type SignedInUser, toUser } from "../../signed-in.ts";

type Opened = readonly [unknown, { tokenHash: string }[], (Person & { epoch: number })[]];

/**
 * Returns `statements` for the batch that proves who the user is, see `openSession`, and `accept`, which signs the user
 * in with their results: it sets new cookies, which prevents session fixation. `accept` returns undefined if the proof has
 * failed. The batch can be repeated.
 */
export function prepareSession(c: Context<AppEnv>) {
  const token = randomToken();
  const tokenHash = sha256(token);
  const previous = readCookie(c, SESSION_COOKIE);
  const now = c.var.ports.now();
  return {
    statements: (proof: SQL, epoch: SQLiteColumn | number) =>
      openSession(c.var.db, { tokenHash, previousHash: previous && sha256(previous), proof, epoch, now }),
    accept([, ended, [person]]: Opened): User | undefined {
      if (!person) return undefined;
      const kv = c.env.SESSIONS;
      c.executionCtx.waitUntil(deleteKvSessions(kv, ended));
      const session = { device: deviceOf(c), lastUsedAt: now };
      c.executionCtx.waitUntil(writeKvSession(kv, { tokenHash, createdAt: now, session }));
      setSessionCookies(c, token);
      rememberDevice(c, person);
      return toUser(person);
    },
  };
}

/**
 * Signs a user in whose proof was checked before, and ends the browser's previous session.
 * @throws AppError 401 if the account was deleted.
 */
export async function startSession(c: Context<AppEnv>, proven: { userId: number; epoch: number }): Promise<User> {
  const { statements, accept } = prepareSession(c);
  const opened = await retryIdempotent(c.var.ports, () =>
    c.var.db.batch(statements(provenUser(proven.userId), proven.epoch)),
  );
  const user = accept(opened);
  if (!user) throw new AppError("not_signed_in", ACCOUNT_MESSAGES.signIn);
  return user;
}

/** Renews the session in KV and its cookies, if its last use is an hour old (staff: five minutes). */
export function renewSession(c: Context<AppEnv>, { token, user }: { token: string; user: SignedInUser }): void {
  const now = c.var.ports.now();
  if (!isRenewalDue(user, user, now)) return;
  const session = { device: deviceOf(c), lastUsedAt: now };
  const { createdAt } = user;
  c.executionCtx.waitUntil(writeKvSession(c.env.SESSIONS, { tokenHash: sha256(token), createdAt, session }));
  setSessionCookies(c, token);
}

/** After all other sessions were ended: KV forgets them, and of all known browsers, only this one stays known. */
export function keepThisBrowser(
  c: Context<AppEnv>,
  { ended, ...account }: { ended: { tokenHash: string }[]; id: number; email: string; epoch: number },
): void {
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
  rememberDevice(c, account);
}

/** Logs the browser out. When this resolves, the session is invalid everywhere. */
export async function endSession(c: Context<AppEnv>): Promise<void> {
  const token = readCookie(c, SESSION_COOKIE);
  if (token) {
    const ended = await retryIdempotent(c.var.ports, () => deleteSessionRow(c.var.db, sha256(token)));
    c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
  }
  clearSessionCookies(c);
}

/**
 * Value of Clear-Site-Data. Not `"cookies"`: it would also delete the device cookie and cookies of other hosts of the
 * domain. Not `"storage"`: it would delete unsaved drafts.
 */
const CLEARED = '"cache"';

export function clearSessionCookies(c: Context<AppEnv>): void {
  c.header("Clear-Site-Data", CLEARED);
  clearCookie(c, SESSION_COOKIE);
  setCsrfCookie(c, undefined);
}

const deviceOf = (c: Context<AppEnv>) => deviceName(c.req.header("User-Agent"));

function setSessionCookies(c: Context<AppEnv>, token: string): void {
  writeCookie(c, SESSION_COOKIE, token, SESSION_SECONDS);
  setCsrfCookie(c, token);
}
