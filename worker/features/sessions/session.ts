import type { Context } from "hono";
import { ACCOUNT_MESSAGES, type User } from "#schema/accounts.ts";
import type { Db } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { retryIdempotent } from "../../http/retry.ts";
import { clearCookie, readCookie, SESSION_COOKIE, SESSION_SECONDS, writeCookie } from "../../http/cookies.ts";
import { setCsrfCookie } from "../../http/csrf.ts";
import { randomToken, sha256 } from "../../http/signing.ts";
import { deviceName } from "./device.ts";
import { deleteKvSessions, isUpToDate, writeKvSession, type KvSession } from "./kv-sessions.ts";
import { rememberDevice } from "./known-devices.ts";
import { isRenewalDue } from "./lifetime.ts";
import { insertSessionRow, deleteSessionRow } from "./queries.ts";
import { type Person, type SignedInUser, toUser } from "./signed-in.ts";

type NewSession = { token: string; userId: number; epoch: number; device: string; now: number };

/**
 * Inserts a session into D1 and writes it to KV. It is valid everywhere as soon as this resolves; `kvWritten` resolves
 * after the write to KV. Returns undefined if the account was deleted. For `epoch`, see `insertSessionRow`.
 */
export async function insertSession(
  { db, kv }: { db: Db; kv: KVNamespace },
  { token, userId, epoch, device, now }: NewSession,
): Promise<{ person: Person; kvWritten: Promise<void> } | undefined> {
  const tokenHash = sha256(token);
  const person = await insertSessionRow(db, { tokenHash, userId, epoch, now });
  if (!person) return undefined;
  const { isStaff, isSuperuser } = person;
  const session = { userId, epoch, isStaff, isSuperuser, device, createdAt: now, lastUsedAt: now };
  return { person, kvWritten: writeKvSession(kv, tokenHash, session) };
}

/**
 * Signs the user in: ends the browser's previous session and sets new cookies, which prevents session fixation.
 * @throws AppError 401 if the account was deleted.
 */
export async function startSession(c: Context<AppEnv>, proof: { userId: number; epoch: number }): Promise<User> {
  await endCurrentSession(c);
  const token = randomToken();
  const stores = { db: c.var.db, kv: c.env.SESSIONS };
  const session = { token, ...proof, device: deviceOf(c), now: c.var.ports.now() };
  const opened = await retryIdempotent(c.var.ports, () => insertSession(stores, session));
  if (!opened) throw new AppError("not_signed_in", ACCOUNT_MESSAGES.signIn);
  c.executionCtx.waitUntil(opened.kvWritten);
  setSessionCookies(c, token);
  rememberDevice(c, opened.person.id);
  return toUser(opened.person);
}

/**
 * Renews the session in KV and its cookies, if its last use is an hour old (staff: five minutes) or KV has an outdated
 * user, epoch or rights. Does nothing if KV did not respond (`kvSession` is undefined).
 */
export function renewSession(
  c: Context<AppEnv>,
  { token, user, kvSession }: { token: string; user: SignedInUser; kvSession: KvSession | null | undefined },
): void {
  const now = c.var.ports.now();
  if (kvSession === undefined) return;
  if (!isRenewalDue(user, user, now) && (!kvSession || isUpToDate(kvSession, user))) return;
  const { id: userId, epoch, isStaff, isSuperuser, createdAt } = user;
  const session = { userId, epoch, isStaff, isSuperuser, device: deviceOf(c), createdAt, lastUsedAt: now };
  c.executionCtx.waitUntil(writeKvSession(c.env.SESSIONS, sha256(token), session));
  setSessionCookies(c, token);
}

/** Logs the browser out. When this resolves, the session is invalid everywhere. */
export async function endSession(c: Context<AppEnv>): Promise<void> {
  await endCurrentSession(c);
  clearSessionCookies(c);
}

async function endCurrentSession(c: Context<AppEnv>): Promise<void> {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) return;
  const ended = await retryIdempotent(c.var.ports, () => deleteSessionRow(c.var.db, sha256(token)));
  c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
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
