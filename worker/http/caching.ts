import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";

/** The edge keeps a public answer for a minute, then shows it while it fetches a new one. */
const PUBLIC = "public, max-age=60, stale-while-revalidate=3600";
/** Nobody shows it longer: what staff take back must be gone. */
const MINUTE = "public, max-age=60";
const PRIVATE = "private, no-store";

/** The rule for every answer: nobody keeps it. Left alone, Cloudflare would keep an answer without a rule for hours. */
export const privateByDefault = createMiddleware<AppEnv>(async function privateByDefault(c, next) {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", PRIVATE);
});

/** Opts in: a successful GET that is the same for every visitor. Must not set a cookie or read the session. */
export const publicCache = cacheFor(PUBLIC);

/** The same for what may be published and taken back by the minute. */
export const minuteCache = cacheFor(MINUTE);

function cacheFor(rule: string) {
  return createMiddleware<AppEnv>(async function publicCaching(c, next) {
    await next();
    if (c.res.status === 200) c.header("Cache-Control", rule);
  });
}
