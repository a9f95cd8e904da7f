import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DAY_SECONDS } from "#schema/values/dates.ts";
import type { AppEnv } from "../env.ts";
import { cacheTagHeader } from "./cache-tag.ts";
import { collectShown, type Shown } from "./edge-scope.ts";

/** Cloudflare reads it instead of `Cache-Control`, and does not send it to browsers. */
export const EDGE_RULE = "Cloudflare-CDN-Cache-Control";

/** In browsers, which no purge reaches. In seconds, like the three times of the edge. */
const BROWSER_SECONDS = 30;
/** At the edge: fresh, then served once more while a new response is fetched, and served while the Worker fails. */
const FRESH_SECONDS = 300;
const STALE_SECONDS = 3600;
const IF_ERROR_SECONDS = DAY_SECONDS;

const PRIVATE = "private, no-store";
/** Without this rule, the edge would serve an old response without limit while the Worker fails. */
const IF_ERROR = `stale-if-error=${IF_ERROR_SECONDS}`;

/**
 * Forbids caching unless a route allows it: Cloudflare would cache a response without `Cache-Control` for hours. A response
 * to an invented parameter is not cached either: it would be one more copy at the edge. Each public response has a tag by
 * which all of them are purged.
 * https://developers.cloudflare.com/workers/cache/configuration/#cache-control-semantics
 */
export const privateByDefault = createMiddleware<AppEnv>(async function privateByDefault(c, next) {
  await next();
  const { headers } = c.res;
  const rule = headers.get("Cache-Control");
  if (rule && !rule.startsWith("public")) return;
  if (!rule || hasUnknownParameter(c)) {
    c.header("Cache-Control", PRIVATE);
    c.header(EDGE_RULE, undefined);
    return;
  }
  if (!headers.has(EDGE_RULE) && !rule.includes("stale-if-error")) c.header("Cache-Control", `${rule}, ${IF_ERROR}`);
  if (!headers.has("Cache-Tag")) c.header("Cache-Tag", "all");
});

function hasUnknownParameter(c: Context<AppEnv>): boolean {
  const { search, searchParams } = new URL(c.req.url);
  const names = [...searchParams.keys()];
  // A query of `&` has pairs without a name.
  const pairs = search === "" ? [] : search.slice(1).split("&");
  return pairs.length > names.length || names.some((name) => !c.get("parameters")?.includes(name));
}

/**
 * For a GET whose response is the same for every visitor: the route must not read or set cookies, or ask who is signed
 * in. The response says by its tags what it shows (`shows`). It depends on no query parameters but these.
 */
export const publicCache = (...parameters: readonly string[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("parameters", parameters);
    const shown: Shown = { subjects: new Set(), until: Infinity };
    await collectShown(shown, next);
    if (c.res.status !== 200) return;
    const { browser, edge } = cacheRules(shown.until - c.var.ports.now());
    const tags = cacheTagHeader(shown.subjects);
    c.header("Cache-Control", browser);
    // What cannot be purged is not kept.
    c.header(EDGE_RULE, tags === undefined ? "no-store" : edge);
    if (tags !== undefined) c.header("Cache-Tag", tags);
  });

/**
 * Returns the rules for browsers and for the edge of a response that is right for `rightForMs`. A browser can get a
 * response at the end of its time at the edge, so both times together are at most that long.
 */
export function cacheRules(rightForMs: number): { browser: string; edge: string } {
  const left = Math.max(0, Math.floor(rightForMs / 1000));
  const browser = Math.min(BROWSER_SECONDS, left);
  const atEdge = left - browser;
  const fresh = Math.min(FRESH_SECONDS, atEdge);
  const stale = Math.min(STALE_SECONDS, atEdge - fresh);
  const ifError = Math.min(IF_ERROR_SECONDS, atEdge - fresh);
  return {
    browser: `public, max-age=${browser}`,
    edge: `public, max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${ifError}`,
  };
}
