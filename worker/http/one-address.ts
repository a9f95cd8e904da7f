import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { isWorkersDev } from "../public-address.ts";

/**
 * Sends what comes to the Worker's address at workers.dev on to that of the site. The edge's copies have no host in their
 * key (Cloudflare, "Cache keys"), so this answer must not be kept.
 */
export const atOneAddress = createMiddleware<AppEnv>(async function atOneAddress(c, next) {
  const { hostname, origin, pathname, search } = new URL(c.req.url);
  const { config } = c.var;
  if (isWorkersDev(hostname) && origin !== config.origin)
    return c.redirect(`${config.origin}${pathname}${search}`, 308);
  return next();
});
