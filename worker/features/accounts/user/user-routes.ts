import { type Context, Hono } from "hono";
import { nameForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES, type OpenSession } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import { toIso } from "#schema/values/dates.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { retryIdempotent } from "../../../http/retry.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { readCookie, SESSION_COOKIE } from "../../../http/cookies.ts";
import { setCsrfCookie } from "../../../http/csrf.ts";
import { requireId } from "../../../http/query.ts";
import { requireUser } from "../../sessions/guards.ts";
import { endSession, clearSessionCookies, keepThisBrowser } from "../../sessions/session.ts";
import { endOtherSessions, updateName } from "../queries.ts";
import { deleteKvSessions } from "../../sessions/kv-sessions.ts";
import { toOpenSessions } from "../../sessions/open-sessions.ts";
import { listSessionRows, deleteOwnSession } from "../../sessions/queries.ts";
import { toUser } from "../../../signed-in.ts";

/** Sets the CSRF cookie also with a 401: pages call these endpoints first, and need the token for later calls. */
const withCsrfCookie = async (c: Context<AppEnv>, next: () => Promise<void>) => {
  setCsrfCookie(c, readCookie(c, SESSION_COOKIE));
  await next();
};

/** GET /api/check_auth/ */
export const checkAuthRoutes = new Hono<AppEnv>({ strict: false }).get("/", withCsrfCookie, requireUser, (c) =>
  c.json<Answers["GET check_auth/"]>({ user: toUser(c.var.user) }),
);

/** /api/user/ */
export const userRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", withCsrfCookie, requireUser, (c) => c.json<Answers["GET user/"]>({ user: toUser(c.var.user) }))

  .put("/", smallBodyLimit, requireUser, jsonBody(nameForm), async (c) => {
    const { first_name: firstName, last_name: lastName } = c.req.valid("json");
    const { db, ports, user } = c.var;
    const name = { id: user.id, firstName, lastName, now: ports.now() };
    await retryIdempotent(ports, () => updateName(db, name));
    return c.json<Answers["PUT user/"]>({ user: toUser({ ...user, firstName, lastName }) });
  });

/** POST /api/logout/, even without a session, and POST /api/logout/everywhere/, which keeps this session. */
export const logOutRoutes = new Hono<AppEnv>({ strict: false })
  .post("/", async (c) => {
    await endSession(c);
    return c.json<Answers["POST logout/"]>({ message: ACCOUNT_MESSAGES.loggedOut });
  })

  .post("/everywhere", requireUser, async (c) => {
    const { id: userId, sessionId: keptSessionId, email } = c.var.user;
    const done = await retryIdempotent(c.var.ports, () => endOtherSessions(c.var.db, { userId, keptSessionId }));
    if (done) keepThisBrowser(c, { id: userId, email, ...done });
    return c.json<Answers["POST logout/everywhere/"]>({ message: ACCOUNT_MESSAGES.loggedOutEverywhere });
  });

/** /api/sessions/ */
export const sessionRoutes = new Hono<AppEnv>({ strict: false })
  .delete("/:id", requireUser, async (c) => {
    const { db, user } = c.var;
    const id = requireId(c, ACCOUNT_MESSAGES.sessionEnded);
    const ended = await deleteOwnSession(db, { id, userId: user.id });
    if (ended.length === 0) throw new AppError("not_found", ACCOUNT_MESSAGES.sessionEnded);
    c.executionCtx.waitUntil(deleteKvSessions(c.env.SESSIONS, ended));
    if (id === user.sessionId) clearSessionCookies(c);
    return c.body(null satisfies Answers["DELETE sessions/:id/"], 204);
  })

  .get("/", requireUser, async (c) => {
    const { db, user, ports } = c.var;
    const rows = await listSessionRows(db, user.id);
    const open = await toOpenSessions(c.env.SESSIONS, rows, { rights: user, ports });
    const results = open.map(({ id, device, createdAt, lastUsedAt }): OpenSession => ({
      id,
      device,
      created_at: toIso(createdAt),
      last_used_at: toIso(lastUsedAt),
      is_current: id === user.sessionId,
    }));
    return c.json<Answers["GET sessions/"]>({ results, count: results.length, page: 1, pages: 1 });
  });
