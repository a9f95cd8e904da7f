import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { joinBatches } from "../../db/join-batches.ts";
import type { AppEnv } from "../../env.ts";
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
// session was last used and who its user was, so a request can query data in the same round trip as that check. Nothing
// but reads may run before the check.

/** Which users may go on, and what the others are told. */
type Rule = { isStaffOnly?: boolean; message?: string | undefined };

const STAFF: Rule = { isStaffOnly: true };

/** What KV says about a request's session, or the user if D1 has already confirmed it. */
type Claim = { kvSession: KvSession | null | undefined } | { user: SignedInUser };

/** What `expectUser` has found. */
const claims = new WeakMap<Request, Claim>();

/**
 * Middleware that sets `c.var.user` to the signed-in user.
 * @throws AppError 401 with `message` if the request has no open session.
 */
export const requireUserOr = (message: string) =>
  createMiddleware<AppEnv>(async function requireUser(c, next) {
    await requireSignedIn(c, { message });
    await next();
  });

export const requireUser = requireUserOr(ACCOUNT_MESSAGES.signIn);

/** Like `requireUser`, for staff and superusers. @throws AppError 403 for other users. */
export const requireStaff = createMiddleware<AppEnv>(async function requireStaff(c, next) {
  await requireSignedIn(c, STAFF);
  await next();
});

/**
 * Middleware for a route that validates a body before it calls `readAsUser`: it refuses a request whose session is
 * unknown, so strangers cannot make the Worker parse long texts. It asks D1 only if KV has no session.
 * @throws AppError 401 if the request has no session.
 */
export const expectUser = createMiddleware<AppEnv>(async function expectUser(c, next) {
  const tokenHash = sha256(requireToken(c));
  const kvSession = await readKvSession(c.env.SESSIONS, tokenHash, c.var.ports);
  claims.set(c.req.raw, kvSession ? { kvSession } : { user: await requireSignedIn(c) });
  await next();
});

/**
 * Sets `c.var.user`, runs `read` for the signed-in user and returns its result. Use it in place of `requireUser` to save
 * a round trip: the batches that `read` sends to D1 at once also carry the session check.
 *
 * `read` must not write. It first runs with the user from KV, and runs again if D1 has another user, epoch or rights. Its
 * result and its errors are discarded if the check fails.
 * @throws AppError 401 if the request has no open session.
 */
export const readAsUser = async <T>(c: Context<AppEnv>, read: Read<T>): Promise<T> => readWithCheck(c, {}, read);

/** Like `readAsUser`, for staff and superusers. @throws AppError 403 for other users. */
export const readAsStaff = async <T>(c: Context<AppEnv>, read: Read<T>): Promise<T> => readWithCheck(c, STAFF, read);

type Read<T> = (db: Db, user: Actor) => Promise<T>;

async function readWithCheck<T>(c: Context<AppEnv>, rule: Rule, read: Read<T>): Promise<T> {
  const token = requireToken(c);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const { db } = c.var;
  const claim = claims.get(c.req.raw) ?? { kvSession: await readKvSession(c.env.SESSIONS, tokenHash, c.var.ports) };
  if ("user" in claim) return read(joinBatches(db), claim.user);
  const { kvSession } = claim;
  const claimed = kvSession && toActor(kvSession);
  if (!claimed || !isAllowed(claimed, rule)) {
    const found = await selectValidSession(db, tokenHash);
    return read(joinBatches(db), acceptSession(c, { token, kvSession, found }, rule));
  }
  const joined = joinBatches(db);
  const [check, result] = await Promise.allSettled([
    joined.batch([selectValidSession(db, tokenHash)]),
    (async () => read(joined, claimed))(),
  ]);
  if (check.status === "rejected") throw check.reason;
  const user = acceptSession(c, { token, kvSession, found: check.value[0] }, rule);
  if (!isUpToDate(kvSession, user)) return read(joinBatches(db), user);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

async function requireSignedIn(c: Context<AppEnv>, rule: Rule = {}): Promise<SignedInUser> {
  const token = requireToken(c, rule.message);
  const tokenHash = sha256(token);
  readFromPrimary(c);
  const [kvSession, found] = await Promise.all([
    readKvSession(c.env.SESSIONS, tokenHash, c.var.ports),
    selectValidSession(c.var.db, tokenHash),
  ]);
  return acceptSession(c, { token, kvSession, found }, rule);
}

const isAllowed = (user: Actor, { isStaffOnly }: Rule) => !isStaffOnly || isStaff(user);

function requireToken(c: Context<AppEnv>, message: string = ACCOUNT_MESSAGES.signIn): string {
  const token = readCookie(c, SESSION_COOKIE);
  if (!token) throw new AppError("not_signed_in", message);
  return token;
}

type SessionCheck = {
  token: string;
  kvSession: KvSession | null | undefined;
  found: ValidSession[];
};

/**
 * Sets `c.var.user` and renews the session. Without a value from KV, the session's creation counts as its last use.
 * @throws AppError 401 if the session is not open, 403 if the rule excludes the user, 503 if the session seems expired
 * only because KV does not respond.
 */
function acceptSession(
  c: Context<AppEnv>,
  { token, kvSession, found: [valid] }: SessionCheck,
  rule: Rule,
): SignedInUser {
  const user = valid && { ...valid, lastUsedAt: kvSession?.lastUsedAt ?? valid.createdAt };
  if (!user || !isOpen(user, user, c.var.ports.now())) {
    if (user && kvSession === undefined) throw new AppError("unavailable", LAST_USE_UNKNOWN);
    throw new AppError("not_signed_in", rule.message ?? ACCOUNT_MESSAGES.signIn);
  }
  c.set("user", user);
  renewSession(c, { token, user, kvSession });
  if (!isAllowed(user, rule)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
  return user;
}

const LAST_USE_UNKNOWN = "We cannot check right now whether you are still signed in. Please try again in a minute.";
