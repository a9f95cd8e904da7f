import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";

type Image = {
  body: ReadableStream | Uint8Array<ArrayBuffer> | string;
  /** The caller checks that browsers can show this content type safely. */
  type: string;
  cacheControl: string;
  etag?: string;
  status?: 200 | 404;
};

/**
 * Serves an untrusted image: browsers must not run it, even if its bytes are an HTML document. The status is 304 if
 * `If-None-Match` has the ETag.
 */
export function imageResponse(c: Context<AppEnv>, { body, type, cacheControl, etag, status = 200 }: Image): Response {
  const headers: Record<string, string> = {
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": cacheControl,
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
