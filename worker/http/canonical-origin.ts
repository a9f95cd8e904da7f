import { createMiddleware } from "hono/factory";
import { type AppEnv, isLocal } from "../env.ts";
import { isWorkersDevHost } from "../hosts.ts";

/**
 * Sends what comes to the Worker's address at workers.dev, or over plain http, on to that of the site, before anything of
 * it is read. The edge's copies have no host in their key (Cloudflare, "Cache keys"), so this answer must not be kept.
 */
export const canonicalOrigin = createMiddleware<AppEnv>(async function canonicalOrigin(c, next) {
  const { hostname, origin, pathname, protocol, search } = new URL(c.req.url);
  const { config } = c.var;
  const isElsewhere = isWorkersDevHost(hostname) && origin !== config.origin;
  if (isElsewhere || (protocol !== "https:" && !isLocal(c.env)))
    return c.redirect(`${config.origin}${pathname}${search}`, 308);
  return next();
});
