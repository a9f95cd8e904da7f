import { type Context, Hono } from "hono";
import { nameForm } from "#schema/account-forms.ts";
import { ACCOUNT_MESSAGES, type OpenSession } from "#schema/accounts.ts";
import type { Page } from "#schema/sites.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { idempotent } from "../../../http/again.ts";
import { body, smallBody } from "../../../http/body.ts";
import { readCookie, SESSION_COOKIE } from "../../../http/cookies.ts";
import { setCsrfCookie } from "../../../http/csrf.ts";
import { requireId } from "../../../http/query.ts";
import { requireUser } from "../../sessions/guards.ts";
import { endSession, forgetSession } from "../../sessions/session.ts";
import { PART_MS } from "../../../in-time.ts";
import { UNKNOWN_DEVICE } from "../../sessions/device.ts";
import { logOutElsewhere, updateName } from "../queries.ts";
import { forgetDescriptions, listDevices } from "../../sessions/session-descriptions.ts";
import { listSessions, removeOwnSession } from "../../sessions/queries.ts";
import { toUser } from "../../sessions/signed-in.ts";

/** A page asks who is looking and gets the token for its calls with the answer, whatever it is. */
const withCsrfCookie = async (c: Context<AppEnv>, next: () => Promise<void>) => {
  setCsrfCookie(c, readCookie(c, SESSION_COOKIE));
  await next();
};

/** GET /api/check_auth/ */
export const checkAuthRoutes = new Hono<AppEnv>({ strict: false }).get("/", withCsrfCookie, requireUser, (c) =>
  c.json({ user: toUser(c.var.user) }),
);

/** /api/user/ */
export const userRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", withCsrfCookie, requireUser, (c) => c.json({ user: toUser(c.var.user) }))

  .put("/", smallBody, requireUser, body(nameForm), async (c) => {
    const { first_name: firstName, last_name: lastName } = c.req.valid("json");
    const { db, ports, user } = c.var;
    const name = { id: user.id, firstName, lastName, now: ports.now() };
    await idempotent(ports, () => updateName(db, name));
    return c.json({ user: toUser({ ...user, firstName, lastName }) });
  });

/** POST /api/logout/: also where nobody is signed in, so that it always ends with nobody signed in. */
export const logOutRoutes = new Hono<AppEnv>({ strict: false })
  .post("/", async (c) => {
    await endSession(c);
    return c.json({ message: ACCOUNT_MESSAGES.loggedOut });
  })

  .post("/everywhere", requireUser, async (c) => {
    const { id: userId, sessionId } = c.var.user;
    const ended = await idempotent(c.var.ports, () => logOutElsewhere(c.var.db, { userId, sessionId }));
    c.executionCtx.waitUntil(forgetDescriptions(c.env.SESSIONS, ended));
    return c.json({ message: ACCOUNT_MESSAGES.loggedOutEverywhere });
  });

/** /api/sessions/ */
export const sessionRoutes = new Hono<AppEnv>({ strict: false })
  .delete("/:id", requireUser, async (c) => {
    const { db, user } = c.var;
    const id = requireId(c, ACCOUNT_MESSAGES.sessionUnknown);
    const ended = await removeOwnSession(db, { id, userId: user.id });
    if (ended.length === 0) throw new AppError("not_found", ACCOUNT_MESSAGES.sessionUnknown);
    c.executionCtx.waitUntil(forgetDescriptions(c.env.SESSIONS, ended));
    if (id === user.sessionId) forgetSession(c);
    return c.body(null, 204);
  })

  .get("/", requireUser, async (c) => {
    const { db, ports, user } = c.var;
    const open = await listSessions(db, { userId: user.id, now: ports.now() });
    const devices = await listDevices(
      c.env.SESSIONS,
      open.map((session) => session.tokenHash),
      ports.timeout(PART_MS),
    );
    const results = open.map((session, index): OpenSession => ({
      id: session.id,
      device: devices[index] ?? UNKNOWN_DEVICE,
      created_at: new Date(session.createdAt).toISOString(),
      last_used_at: new Date(session.lastUsedAt).toISOString(),
      is_current: session.id === user.sessionId,
    }));
    return c.json({ results, count: results.length, page: 1, pages: 1 } satisfies Page<OpenSession>);
  });
