import type { Context } from "hono";
import { ACCOUNT_MESSAGES, type User } from "#schema/accounts.ts";
import type { Db } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { idempotent } from "../../http/again.ts";
import { clearCookie, readCookie, SESSION_COOKIE, SESSION_SECONDS, writeCookie } from "../../http/cookies.ts";
import { setCsrfCookie } from "../../http/csrf.ts";
import { randomToken, sha256 } from "../../http/signing.ts";
import { deviceName } from "./device.ts";
import { deleteKvSessions, isUpToDate, writeKvSession, type KvSession } from "./kv-sessions.ts";
import { rememberDevice } from "./known-devices.ts";
import { isRenewalDue } from "./lifetime.ts";
import { insertSessionRow, deleteSessionRow } from "./queries.ts";
import { type Person, type SignedIn, toUser } from "./signed-in.ts";

type NewSession = { token: string; userId: number; epoch: number; device: string; now: number };

/**
 * Opens a session for a user whose proof was given at `epoch`. It is good everywhere as soon as this resolves; `kept`
 * resolves once KV was told. Undefined if the account was deleted since.
 */
export async function insertSession(
  { db, kv }: { db: Db; kv: KVNamespace },
  { token, userId, epoch, device, now }: NewSession,
): Promise<{ person: Person; kept: Promise<void> } | undefined> {
  const tokenHash = sha256(token);
  const person = await insertSessionRow(db, { tokenHash, userId, epoch, now });
  if (!person) return undefined;
  const { isStaff, isSuperuser } = person;
  const session = { userId, epoch, isStaff, isSuperuser, device, createdAt: now, lastUsedAt: now };
  return { person, kept: writeKvSession(kv, tokenHash, session) };
}

/** Signs this browser in. What its cookies said before is over, so that nobody can plant them. */
export async function startSession(c: Context<AppEnv>, proof: { userId: number; epoch: number }): Promise<User> {
  await endCurrentSession(c);
  const token = randomToken();
  const stores = { db: c.var.db, kv: c.env.SESSIONS };
  const session = { token, ...proof, device: deviceOf(c), now: c.var.ports.now() };
  const opened = await idempotent(c.var.ports, () => insertSession(stores, session));
  if (!opened) throw new AppError("not_signed_in", ACCOUNT_MESSAGES.signIn);
  c.executionCtx.waitUntil(opened.kept);
  setSessionCookies(c, token);
  rememberDevice(c, opened.person.id);
  return toUser(opened.person);
}

/**
 * Tells KV that a session is in use, at most once an hour (of staff, once in five minutes), or that KV has not seen its
 * user's rights. `kept` is what KV said, null if it knows nothing; a KV that does not answer is left alone.
 */
export function renewSession(
  c: Context<AppEnv>,
  { token, user, kept }: { token: string; user: SignedIn; kept: KvSession | null | undefined },
): void {
  const now = c.var.ports.now();
  if (kept === undefined || !(isRenewalDue(user, user, now) || (kept && !isUpToDate(kept, user)))) return;
  const { id: userId, epoch, isStaff, isSuperuser, createdAt } = user;
  const session = { userId, epoch, isStaff, isSuperuser, device: deviceOf(c), createdAt, lastUsedAt: now };
  c.executionCtx.waitUntil(writeKvSession(c.env.SESSIONS, sha256(token), session));
  setSessionCookies(c, token);
}

/** Signs this browser out: the row is gone before the answer is sent, so the next request anywhere finds none. */
export async function endSession(c: Context<AppEnv>): Promise<void> {
  await endCurrentSession(c);
  clearSessionCookies(c);
}

async function endCurrentSession(c: Context<AppEnv>): Promise<void> {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) return;
  const ended = await idempotent(c.var.ports, () => deleteSessionRow(c.var.db, sha256(token)));
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
}

/**
 * What a browser forgets with a session: pages that it could go back to. Neither `"cookies"`, with which other hosts of the
 * domain would lose theirs and this browser what makes it known, nor `"storage"`, in which drafts lie that are nowhere else.
 */
const CLEARED = '"cache"';

/** Takes the cookies of a session that has ended. */
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
