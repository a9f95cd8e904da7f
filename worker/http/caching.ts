import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";

/**
 * Half a minute from the edge, then half a minute more while it fetches a new one: nobody sees for longer than a minute
 * what was taken back, or a listing as featured whose time is over.
 */
const PUBLIC = "public, max-age=30, stale-while-revalidate=30";
const PRIVATE = "private, no-store";

/** The rule for every answer: nobody keeps it. Left alone, Cloudflare would keep an answer without a rule for hours. */
export const privateByDefault = createMiddleware<AppEnv>(async function privateByDefault(c, next) {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", PRIVATE);
});

/** Opts in: a successful GET that is the same for every visitor. Must not set a cookie or read the session. */
export const publicCache = createMiddleware<AppEnv>(async function publicCache(c, next) {
  await next();
  if (c.res.status === 200) c.header("Cache-Control", PUBLIC);
});
