import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { type AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { readCookie, SESSION_COOKIE } from "../../http/cookies.ts";
import { readFromPrimary } from "../../http/database.ts";
import { sha256 } from "../../http/signing.ts";
import { readKvSession, isUpToDate, type KvSession, toActor } from "./kv-sessions.ts";
import { isOpen } from "./lifetime.ts";
import { type ValidSession, selectValidSession } from "./queries.ts";
import { renewSession } from "./session.ts";
import { type Actor, isStaff, type SignedIn } from "./signed-in.ts";

// Each signed-in request asks the primary of D1 whether its session is open and who its user is now. KV says when it was
// last used, and who it was, so that data can be asked for in the same trip.

/** Behind it `c.var.user` is who is signed in; nobody else passes (401, with that message). */
export const requireUserOr = (message: string) =>
  createMiddleware<AppEnv>(async function requireUser(c, next) {
    await requireSignedIn(c, message);
    await next();
  });

export const requireUser = requireUserOr(ACCOUNT_MESSAGES.signIn);

/** The same for staff and superusers; others get 403. */
export const requireStaff = createMiddleware<AppEnv>(async function requireStaff(c, next) {
  if (!isStaff(await requireSignedIn(c))) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
  await next();
});

/**
 * In place of `requireUser`, what `read` answers: its first batch carries the check, so that both are one trip to D1. It is
 * given who KV says is signed in, and once more who it is if D1 says otherwise, so it must only read. Nothing that it
 * finds or refuses leaves before the check has passed.
 * @throws AppError 401 if nobody is signed in.
 */
export async function readAsUser<T>(c: Context<AppEnv>, read: (db: Db, user: Actor) => Promise<T>): Promise<T> {
  const token = requireToken(c);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const kept = await readKvSession(c.env.SESSIONS, tokenHash, c.var.ports);
  if (!kept) {
    const user = await accept(c, { token, kept, found: await selectValidSession(c.var.db, tokenHash) });
    return read(c.var.db, user);
  }
  const { joined, check } = joinCheck(c.var.db, tokenHash);
  const [answer] = await Promise.allSettled([(async () => read(joined, toActor(kept)))()]);
  const user = await accept(c, { token, kept, found: await check() });
  if (!isUpToDate(kept, user)) return read(c.var.db, user);
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}

async function requireSignedIn(c: Context<AppEnv>, message?: string): Promise<SignedIn> {
  const token = requireToken(c, message);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const [kept, found] = await Promise.all([
    readKvSession(c.env.SESSIONS, tokenHash, c.var.ports),
    selectValidSession(c.var.db, tokenHash),
  ]);
  return accept(c, { token, kept, found, message });
}

function requireToken(c: Context<AppEnv>, message: string = ACCOUNT_MESSAGES.signIn): string {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) throw new AppError("not_signed_in", message);
  return token;
}

type Facts = { token: string; kept: KvSession | null | undefined; found: ValidSession[]; message?: string | undefined };

/** Sets `c.var.user`. What KV does not know of was used when it began, at the earliest. */
async function accept(c: Context<AppEnv>, { token, kept, found: [checked], message }: Facts): Promise<SignedIn> {
  const user = checked && { ...checked, lastUsedAt: kept?.lastUsedAt ?? checked.createdAt };
  if (!user || !isOpen(user, user, c.var.ports.now())) {
    // Without KV nobody can tell whether it has run out.
    if (user && kept === undefined) throw new AppError("unavailable", UNKNOWN_USE);
    throw new AppError("not_signed_in", message ?? ACCOUNT_MESSAGES.signIn);
  }
  c.set("user", user);
  renewSession(c, { token, user, kept });
  return user;
}

const UNKNOWN_USE = "We cannot check your log-in right now. Please try again in a minute.";

/** A database whose first batch carries the check; `check` answers what it found, and asks alone if there was no batch. */
function joinCheck(db: Db, tokenHash: string): { joined: Db; check: () => Promise<ValidSession[]> } {
  const statement = () => selectValidSession(db, tokenHash);
  let found: ValidSession[] | undefined;
  const batch = async (statements: [Statement, ...Statement[]]) => {
    if (found) return db.batch(statements);
    const [checked, ...others] = await db.batch([statement(), ...statements]);
    found = checked;
    return others;
  };
  const joined = Object.assign(Object.create(db) as Db, { batch: batch as Db["batch"] });
  return { joined, check: async () => found ?? statement() };
}
