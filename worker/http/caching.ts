import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { logError } from "../log.ts";
import { cacheTag } from "./cache-tag.ts";

/**
 * The edge serves a cached response for 30 seconds, and 30 more while it fetches a new one: deleted content disappears
 * within a minute.
 */
const PUBLIC = "public, max-age=30, stale-while-revalidate=30";
const PRIVATE = "private, no-store";
/** If the Worker fails, the edge serves a cached response for at most a day. Without this rule there is no limit. */
const IF_ERROR = "stale-if-error=86400";

/**
 * Forbids caching unless a route allows it: Cloudflare would cache a response without `Cache-Control` for hours. A
 * public response gets a `Cache-Tag`, by which its path is purged, unless the route has set one.
 */
export const privateByDefault = createMiddleware<AppEnv>(async function privateByDefault(c, next) {
  await next();
  const rule = c.res.headers.get("Cache-Control");
  if (!rule) c.header("Cache-Control", PRIVATE);
  if (!rule?.startsWith("public")) return;
  if (!rule.includes("stale-if-error")) c.header("Cache-Control", `${rule}, ${IF_ERROR}`);
  const tag = cacheTag(new URL(c.req.url).pathname);
  if (tag && !c.res.headers.has("Cache-Tag")) c.header("Cache-Tag", tag);
});

/**
 * For a GET whose response is the same for every visitor: the route must not read or set cookies, or ask who is signed
 * in.
 */
export const publicCache = createMiddleware<AppEnv>(async function publicCache(c, next) {
  await next();
  if (c.res.status === 200) c.header("Cache-Control", PUBLIC);
});

/**
 * Sends all purges of a request as one call, before the response: Cloudflare allows an account 5 purges a minute and 25
 * in a burst. If the purge fails, the cached responses expire within a minute.
 */
export const purgeOnce = createMiddleware<AppEnv>(async function purgeOnce(c, next) {
  const { purgeCache } = c.var.ports;
  if (!purgeCache) return next();
  const purged = new Set<string>();
  c.set("ports", { ...c.var.ports, purgeCache: async (paths) => paths.forEach((path) => purged.add(path)) });
  await next();
  if (purged.size > 0) await purgeCache([...purged]).catch(logError);
});
