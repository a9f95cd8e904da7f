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
import { type Actor, isStaff, type SignedInUser } from "./signed-in.ts";

// Each signed-in request asks the D1 primary whether the session is open, and who its user is now. KV knows when the
// session was last used and who its user was, so a request can query data in the same round trip as that check.

/**
 * Middleware that sets `c.var.user` to the signed-in user.
 * @throws AppError 401 with `message` if the request has no open session.
 */
export const requireUserOr = (message: string) =>
  createMiddleware<AppEnv>(async function requireUser(c, next) {
    await requireSignedIn(c, message);
    await next();
  });

export const requireUser = requireUserOr(ACCOUNT_MESSAGES.signIn);

/** Like `requireUser`, for staff and superusers. @throws AppError 403 for other users. */
export const requireStaff = createMiddleware<AppEnv>(async function requireStaff(c, next) {
  if (!isStaff(await requireSignedIn(c))) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
  await next();
});

/**
 * Runs `read` for the signed-in user and returns its result. Use it in place of `requireUser` to save a round trip: the
 * first batch that `read` sends to D1 also carries the session check.
 *
 * `read` must not write. It first runs with the user from KV, and runs again if D1 has another user, epoch or rights. Its
 * result and its errors are discarded if the check fails.
 * @throws AppError 401 if the request has no open session.
 */
export async function readAsUser<T>(c: Context<AppEnv>, read: (db: Db, user: Actor) => Promise<T>): Promise<T> {
  const token = requireToken(c);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const kvSession = await readKvSession(c.env.SESSIONS, tokenHash, c.var.ports);
  if (!kvSession) {
    const user = await acceptSession(c, { token, kvSession, found: await selectValidSession(c.var.db, tokenHash) });
    return read(c.var.db, user);
  }
  const { checkingDb, check } = withSessionCheck(c.var.db, tokenHash);
  const [result] = await Promise.allSettled([(async () => read(checkingDb, toActor(kvSession)))()]);
  const user = await acceptSession(c, { token, kvSession, found: await check() });
  if (!isUpToDate(kvSession, user)) return read(c.var.db, user);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

async function requireSignedIn(c: Context<AppEnv>, message?: string): Promise<SignedInUser> {
  const token = requireToken(c, message);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const [kvSession, found] = await Promise.all([
    readKvSession(c.env.SESSIONS, tokenHash, c.var.ports),
    selectValidSession(c.var.db, tokenHash),
  ]);
  return acceptSession(c, { token, kvSession, found, message });
}

function requireToken(c: Context<AppEnv>, message: string = ACCOUNT_MESSAGES.signIn): string {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) throw new AppError("not_signed_in", message);
  return token;
}

type SessionCheck = {
  token: string;
  kvSession: KvSession | null | undefined;
  found: ValidSession[];
  message?: string | undefined;
};

/**
 * Sets `c.var.user` and renews the session. Without a value from KV, the session's creation counts as its last use.
 * @throws AppError 401 if the session is not open, 503 if it seems expired only because KV does not respond.
 */
async function acceptSession(
  c: Context<AppEnv>,
  { token, kvSession, found: [valid], message }: SessionCheck,
): Promise<SignedInUser> {
  const user = valid && { ...valid, lastUsedAt: kvSession?.lastUsedAt ?? valid.createdAt };
  if (!user || !isOpen(user, user, c.var.ports.now())) {
    if (user && kvSession === undefined) throw new AppError("unavailable", LAST_USE_UNKNOWN);
    throw new AppError("not_signed_in", message ?? ACCOUNT_MESSAGES.signIn);
  }
  c.set("user", user);
  renewSession(c, { token, user, kvSession });
  return user;
}

const LAST_USE_UNKNOWN = "We cannot check right now whether you are still signed in. Please try again in a minute.";

/**
 * Returns a database whose first batch also runs the session check, and `check`, which returns that check's rows. `check`
 * queries D1 itself if no batch was sent.
 */
function withSessionCheck(db: Db, tokenHash: string): { checkingDb: Db; check: () => Promise<ValidSession[]> } {
  const statement = () => selectValidSession(db, tokenHash);
  let found: ValidSession[] | undefined;
  const batch = async (statements: [Statement, ...Statement[]]) => {
    if (found) return db.batch(statements);
    const [checked, ...others] = await db.batch([statement(), ...statements]);
    found = checked;
    return others;
  };
  const checkingDb = Object.assign(Object.create(db) as Db, { batch: batch as Db["batch"] });
  return { checkingDb, check: async () => found ?? statement() };
}
