import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { logError, logInfo } from "../log.ts";
import type { Ports } from "../ports.ts";
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
 * Pauses before the second and the third attempt of a purge. Cloudflare allows an account 5 purges a minute, and 25 in a
 * burst: twelve seconds free one. Both attempts end within the 30 seconds that a Worker may run after its response.
 */
const RETRY_WAITS_MS = [12_000, 11_000];

/** Purges paths if there is an edge cache. The last failure is only logged: the cached responses also expire. */
export async function purgeWithRetries({ purgeCache, wait }: Pick<Ports, "purgeCache" | "wait">, paths: string[]) {
  if (!purgeCache || paths.length === 0) return;
  await purgeCache(paths).catch((error: unknown) => retryPurge({ purgeCache, wait }, paths, error));
}

async function retryPurge({ purgeCache, wait }: Pick<Ports, "purgeCache" | "wait">, paths: string[], refusal: unknown) {
  let reason = refusal;
  for (const ms of RETRY_WAITS_MS) {
    logInfo({ notPurged: paths, reason: String(reason) });
    // oxlint-disable-next-line no-await-in-loop -- Each attempt follows the one before.
    await wait(ms);
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await purgeCache?.(paths);
    } catch (error) {
      reason = error;
    }
  }
  logError(reason);
}

/**
 * Sends all purges of a request as one call, before the response. If it fails, further attempts follow after the
 * response. Pages expire within a minute even if all of them fail.
 */
export const purgeOnce = createMiddleware<AppEnv>(async function purgeOnce(c, next) {
  const { ports } = c.var;
  const { purgeCache } = ports;
  if (!purgeCache) return next();
  const purged = new Set<string>();
  c.set("ports", { ...ports, purgeCache: async (paths) => paths.forEach((path) => purged.add(path)) });
  await next();
  const paths = [...purged];
  if (paths.length === 0) return;
  await purgeCache(paths).catch((error: unknown) => c.executionCtx.waitUntil(retryPurge(ports, paths, error)));
});
