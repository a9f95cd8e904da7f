import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { logError } from "../log.ts";
import { cacheTag } from "./cache-tag.ts";

/**
 * Half a minute from the edge, then half a minute more while it fetches a new one: nobody sees for longer than a minute
 * what was taken back, or a listing as featured whose time is over.
 */
const PUBLIC = "public, max-age=30, stale-while-revalidate=30";
const PRIVATE = "private, no-store";
/** While the Worker fails, a copy serves for a day at most; unsaid, the edge would give it out without end. */
const IF_ERROR = "stale-if-error=86400";

/**
 * The rule for every answer: nobody keeps it. Left alone, Cloudflare would keep an answer without a rule for hours. What
 * says that it is public carries its address as the tag by which it is purged.
 */
export const privateByDefault = createMiddleware<AppEnv>(async function privateByDefault(c, next) {
  await next();
  const rule = c.res.headers.get("Cache-Control");
  if (!rule) c.header("Cache-Control", PRIVATE);
  if (!rule?.startsWith("public")) return;
  if (!rule.includes("stale-if-error")) c.header("Cache-Control", `${rule}, ${IF_ERROR}`);
  const tag = cacheTag(new URL(c.req.url).pathname);
  if (tag) c.header("Cache-Tag", tag);
});

/**
 * Opts in: a successful GET that is the same for every visitor. Must not set a cookie or read one, nor ask
 * who is signed in.
 */
export const publicCache = createMiddleware<AppEnv>(async function publicCache(c, next) {
  await next();
  if (c.res.status === 200) c.header("Cache-Control", PUBLIC);
});

/**
 * Sends what a request makes the edge forget as one call, before the answer goes out: an account may send five a minute,
 * 25 at once (Cloudflare, "Purge cache", limits of the free plan, which hold for every Worker). Where it fails, the copies
 * run out within their minute.
 */
export const purgeOnce = createMiddleware<AppEnv>(async function purgeOnce(c, next) {
  const { purgeCache } = c.var.ports;
  if (!purgeCache) return next();
  const forgotten = new Set<string>();
  c.set("ports", { ...c.var.ports, purgeCache: async (paths) => paths.forEach((path) => forgotten.add(path)) });
  await next();
  if (forgotten.size > 0) await purgeCache([...forgotten]).catch(logError);
});
