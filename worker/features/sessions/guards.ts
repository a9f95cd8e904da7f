import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { readCookie, SESSION_COOKIE } from "../../http/cookies.ts";
import { readFromPrimary } from "../../http/database.ts";
import { sha256 } from "../../http/signing.ts";
import { readKvSession } from "./kv-sessions.ts";
import { isOpen } from "./lifetime.ts";
import { selectValidSession } from "./queries.ts";
import { renewSession } from "./session.ts";
import { isStaff, type SignedInUser } from "../../signed-in.ts";

const LAST_USE_UNKNOWN = "We cannot check right now whether you are still signed in. Please try again in a minute.";

type Rule = { isStaffOnly?: boolean; message?: string };

/**
 * D1 says whether the session is valid and who its user is, KV when it was last used. Without a value from KV, the
 * session's creation counts as its last use.
 */
const requireSession = ({ isStaffOnly = false, message = ACCOUNT_MESSAGES.signIn }: Rule) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const token = readCookie(c, SESSION_COOKIE);
    if (!token) throw new AppError("not_signed_in", message);
    const tokenHash = sha256(token);
    readFromPrimary(c);
    const [kvSession, [valid]] = await Promise.all([
      readKvSession(c.env.SESSIONS, tokenHash, c.var.ports),
      selectValidSession(c.var.db, tokenHash),
    ]);
    if (!valid) throw new AppError("not_signed_in", message);
    const user: SignedInUser = { ...valid, lastUsedAt: kvSession?.lastUsedAt ?? valid.createdAt };
    if (!isOpen(user, user, c.var.ports.now())) {
      throw kvSession === undefined
        ? new AppError("unavailable", LAST_USE_UNKNOWN)
        : new AppError("not_signed_in", message);
    }
    c.set("user", user);
    if (kvSession !== undefined) renewSession(c, { token, user });
    if (isStaffOnly && !isStaff(user)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.staffOnly);
    await next();
  });

/**
 * Middleware that sets `c.var.user` to the signed-in user.
 * @throws AppError 401 if the request has no open session, 503 if only KV could say whether it is open and does not respond.
 */
export const requireUser = requireSession({});

/** Like `requireUser`, but a request without an open session passes, too. Then `c.get("user")` is undefined. */
export const allowVisitors = createMiddleware<AppEnv>(async (c, next) => {
  try {
    await requireUser(c, next);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_signed_in")) throw error;
    await next();
  }
});

/** Like `requireUser`, with a message of its own. */
export const requireUserOr = (message: string) => requireSession({ message });

/** Like `requireUser`, for staff and superusers. @throws AppError 403 for other users. */
export const requireStaff = requireSession({ isStaffOnly: true });
