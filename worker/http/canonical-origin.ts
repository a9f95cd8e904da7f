import { createMiddleware } from "hono/factory";
import { type AppEnv, isLocal } from "../env.ts";
import { isWorkersDevHost } from "../config/hosts.ts";

/**
 * Redirects workers.dev and plain http to the site's own origin. The redirect must not be cached: the host is not part
 * of the edge's cache key (Cloudflare, "Cache keys").
 */
export const canonicalOrigin = createMiddleware<AppEnv>(async function canonicalOrigin(c, next) {
  const { hostname, origin, pathname, protocol, search } = new URL(c.req.url);
  const { config } = c.var;
  const isElsewhere = isWorkersDevHost(hostname) && origin !== config.origin;
  if (isElsewhere || (protocol !== "https:" && !isLocal(c.env)))
    return c.redirect(`${config.origin}${pathname}${search}`, 308);
  return next();
});
