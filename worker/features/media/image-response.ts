import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { cacheTagHeader } from "../../http/cache-tag.ts";
import type { Subject } from "../../ports.ts";
import { EDGE_RULE } from "../../http/caching.ts";

/**
 * The edge keeps a file that staff can remove for at most a day, so that it disappears even if a purge is lost.
 * Cloudflare reads this header instead of `Cache-Control`, and does not send it to browsers:
 * https://developers.cloudflare.com/workers/cache/configuration/#header-precedence
 */
const EDGE_DAY = "public, max-age=86400, stale-if-error=86400";

/** For a file whose URL changes with its content. Browsers keep it for a year. */
export const UNCHANGING_FILE = { cacheControl: "public, max-age=31536000, immutable", edgeCacheControl: EDGE_DAY };
/** For a file from another website. Browsers keep it for a day, even if staff remove it. */
export const REMOTE_FILE = { cacheControl: "public, max-age=86400", edgeCacheControl: EDGE_DAY };

export type Image = {
  body: ReadableStream | Uint8Array<ArrayBuffer> | string;
  /** The caller checks that browsers can show this content type safely. */
  type: string;
  cacheControl: string;
  /** Of Cloudflare's cache. Without it, `cacheControl` counts. */
  edgeCacheControl?: string;
  etag?: string;
  /** What it is purged by, besides `all`. */
  shows?: Subject | Subject[];
  status?: 200 | 404;
};

/**
 * Serves an untrusted image: browsers must not run it, even if its bytes are an HTML document. The status is 304 if
 * `If-None-Match` has the ETag.
 */
export function imageResponse(
  c: Context<AppEnv>,
  { body, type, cacheControl, edgeCacheControl, etag, shows, status = 200 }: Image,
): Response {
  const headers: Record<string, string> = {
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": cacheControl,
    ...(edgeCacheControl && { [EDGE_RULE]: edgeCacheControl }),
    ...(shows && { "Cache-Tag": cacheTagHeader([shows].flat()) ?? "all" }),
    ...(etag && { ETag: etag }),
  };
  const isCached = etag !== undefined && hasTag(c.req.header("If-None-Match"), etag);
  if (!isCached && c.req.method !== "HEAD") return c.body(body, status, headers);
  if (body instanceof ReadableStream) c.executionCtx.waitUntil(body.cancel());
  return c.body(null, isCached ? 304 : status, headers);
}

/** RFC 9110, section 13.1.2: `If-None-Match` is a list of ETags or `*`. The prefix `W/` (weak) is ignored. */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(etag);
}
