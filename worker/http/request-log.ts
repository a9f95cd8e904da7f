import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { AppEnv } from "../env.ts";
import { inLogScope, logInfo } from "../log.ts";

/** Visits send as many of them as of all other calls together. */
const BEACON = "/api/beacon/";

/**
 * Gives each request an id, which the response, the log and the error page show. Logs each 5xx response and each
 * request other than GET, HEAD and beacons.
 */
export const requestLog = createMiddleware<AppEnv>(async function requestLog(c, next) {
  const begin = performance.now();
  const id = rayOf(c.req.header("CF-Ray")) ?? crypto.randomUUID();
  c.set("requestId", id);
  await inLogScope({ request: id }, async () => {
    await next();
    const { method } = c.req;
    const { status } = c.res;
    if (status < 500 && (method === "GET" || method === "HEAD" || c.req.path === BEACON)) return;
    // The route and not the URL, because a URL may contain the token of a mailed link.
    const facts = { method, route: routePath(c), status, ms: Math.round(performance.now() - begin) };
    const user = c.var.user as { id: number } | undefined;
    logInfo({ ...facts, ...(user && { user: user.id }) });
  });
  c.header("X-Request-Id", id);
});

const rayOf = (header: string | undefined) => (header && /^[\w-]{1,64}$/.test(header) ? header : undefined);
